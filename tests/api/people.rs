//! People as others see them.

use rand_chacha::ChaCha8Rng;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Person, Service, Table, seeded_dice};

/// A game of the toy that is played to its end.
async fn finished(service: &Service, names: [&str; 2], dice: &mut ChaCha8Rng) -> Table {
    let people = service.people(names).await;
    let table = Table::of("toy", &people).await;
    table.play(usize::MAX, dice).await;
    table
}

#[tokio::test]
async fn a_person_is_found_by_id_and_by_the_whole_name_and_not_otherwise() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let stranger = service.stranger();
    let profile = stranger.get("/v1/people/Aud").await.must_be(200);
    assert_eq!(profile["id"], aud.id);
    let names: Vec<&String> = profile.as_object().unwrap().keys().collect();
    assert_eq!(
        names,
        ["about", "id", "member_since", "name", "ratings", "reliability"],
        "nothing else is public"
    );
    for same in ["aud", "AUD", &aud.id] {
        assert_eq!(stranger.get(&format!("/v1/people/{same}")).await.must_be(200), profile);
    }
    for none in ["Au", "Aud%25", "aud@example.org", "x", "01900000-0000-7000-8000-000000000000"] {
        stranger.get(&format!("/v1/people/{none}")).await.must_refuse(404, "account_not_found");
        stranger.get(&format!("/v1/people/{none}/games")).await.must_refuse(404, "account_not_found");
    }
    stranger.get("/v1/people/%00").await.must_refuse(400, "invalid_parameter");
    let long = "a".repeat(20_000);
    stranger.get(&format!("/v1/people/{long}")).await.must_refuse(404, "route_not_found");
}

#[tokio::test]
async fn neither_the_unproved_nor_the_deleted_are_people() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    for gone in ["deleted_at = now()", "deleted_at = NULL, verified_at = NULL"] {
        service.database.run(&format!("UPDATE accounts SET {gone} WHERE id = '{}'", aud.id));
        for named in ["Aud", &aud.id] {
            service
                .stranger()
                .get(&format!("/v1/people/{named}"))
                .await
                .must_refuse(404, "account_not_found");
        }
    }
}

#[tokio::test]
async fn finished_public_games_are_listed_page_by_page_and_private_ones_never() {
    let service = Service::start();
    let mut dice = seeded_dice(3);
    let first = finished(&service, ["Aud", "Bjarni"], &mut dice).await;
    let people = [first.player(0).clone(), first.player(1).clone()];
    let second = Table::of("toy", &people).await;
    second.play(usize::MAX, &mut dice).await;
    let hidden = Table::of("toy", &people).await;
    hidden.play(usize::MAX, &mut dice).await;
    let hide = format!("UPDATE games SET visibility = 'private' WHERE id = '{}'", hidden.id);
    service.database.run(&hide);
    let running = Table::of("toy", &people).await;
    let stranger = service.stranger();
    let page = stranger.get("/v1/people/Aud/games?limit=1").await.must_be(200);
    assert_eq!(page["items"][0]["id"], second.id);
    let cursor = page["next_cursor"].as_str().unwrap();
    let rest = stranger.get(&format!("/v1/people/Aud/games?cursor={cursor}")).await.must_be(200);
    assert_eq!((&rest["items"][0]["id"], &rest["next_cursor"]), (&json!(first.id), &json!(null)));
    assert_eq!(rest["items"].as_array().unwrap().len(), 1);
    let seat = rest["items"][0]["seat"].as_u64().unwrap();
    assert_eq!(first.player(usize::try_from(seat).unwrap()).name, "Aud");
    assert_eq!(rest["items"][0]["outcome"]["ranking"].as_array().unwrap().len(), 2);
    for person in [&stranger, &people[0]] {
        let all = person.get("/v1/people/Aud/games").await;
        assert!(!all.text.contains(&hidden.id) && !all.text.contains(&running.id), "{}", all.text);
    }
    let foreign = format!("/v1/people/Bjarni/games?cursor={cursor}");
    stranger.get(&foreign).await.must_blame(400, "invalid_parameter", "cursor");
}

// The block list and its pages.

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
