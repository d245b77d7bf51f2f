//! The block list and its pages.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Person, Service};

async fn block(person: &Person, method: Method, whom: &str) -> Answer {
    person.send(person.request(method, &format!("/v1/me/blocks/{whom}"))).await
}

#[tokio::test]
async fn somebody_is_blocked_listed_and_blocked_no_more() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    for _ in 0..2 {
        block(&aud, Method::PUT, &bjarni.id).await.must_be(204);
    }
    let listed = aud.get("/v1/me/blocks").await.must_be(200);
    assert_eq!(listed["items"].as_array().unwrap().len(), 1);
    assert_eq!((&listed["items"][0]["name"], &listed["next_cursor"]), (&json!("Bjarni"), &Value::Null));
    let theirs = bjarni.get("/v1/me/blocks").await.must_be(200);
    assert_eq!(theirs["items"], json!([]), "the blocked one is not told");
    for _ in 0..2 {
        block(&aud, Method::DELETE, &bjarni.id).await.must_be(204);
    }
    assert_eq!(aud.get("/v1/me/blocks").await.must_be(200)["items"], json!([]));
}

#[tokio::test]
async fn nobody_blocks_himself_or_nobody() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    block(&aud, Method::PUT, &aud.id).await.must_blame(400, "invalid_parameter", "account_id");
    block(&aud, Method::PUT, &uuid::Uuid::nil().to_string()).await.must_refuse(404, "account_not_found");
    block(&aud, Method::PUT, "bjarni").await.must_blame(400, "invalid_parameter", "account_id");
}

#[tokio::test]
async fn pages_join_up_and_a_cursor_belongs_to_its_list_and_its_owner() {
    let service = Service::start();
    let [aud, ..] = service.people(["Aud", "Bjarni"]).await;
    let mut others = Vec::new();
    for name in ["Cnut", "Dalla", "Egil"] {
        let other = service.person(name).await;
        block(&aud, Method::PUT, &other.id).await.must_be(204);
        others.push(other);
    }
    let first = aud.get("/v1/me/blocks?limit=2").await.must_be(200);
    let cursor = first["next_cursor"].as_str().unwrap();
    let second = aud.get(&format!("/v1/me/blocks?limit=2&cursor={cursor}")).await.must_be(200);
    let pages = [&first, &second].map(|page| page["items"].as_array().unwrap().clone()).concat();
    let mut names: Vec<_> = pages.iter().map(|block| block["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!((names, &second["next_cursor"]), (vec!["Cnut", "Dalla", "Egil"], &Value::Null));
    for (person, list) in [(&aud, "audit"), (&others[0], "blocks")] {
        let answer = person.get(&format!("/v1/me/{list}?cursor={cursor}")).await;
        answer.must_blame(400, "invalid_parameter", "cursor");
    }
    aud.get("/v1/me/blocks?limit=101").await.must_blame(400, "invalid_parameter", "limit");
}
