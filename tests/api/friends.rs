//! Friends: asking, agreeing, refusing, and what nobody learns.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Answer, Person, Service, described};

const LISTS: [&str; 3] = ["accepted", "sent", "received"];

async fn ask(person: &Person, other: &str) -> Answer {
    person.send(person.request(Method::PUT, &format!("/v1/me/friends/{other}"))).await
}

async fn end(person: &Person, other: &Person) {
    person.delete(&format!("/v1/me/friends/{}", other.id)).await.must_be(204);
}

/// Asks, and gives what the two are then.
async fn asked(person: &Person, other: &Person) -> Value {
    let friend = ask(person, &other.id).await.must_be(200);
    described::must_fit("Friend", &friend);
    assert_eq!((&friend["account_id"], &friend["name"]), (&json!(other.id), &json!(other.name)));
    friend["status"].clone()
}

/// The names on the three lists.
async fn lists(person: &Person) -> [Vec<String>; 3] {
    let mut lists = [const { Vec::new() }; 3];
    for (list, status) in lists.iter_mut().zip(LISTS) {
        let page = person.get(&format!("/v1/me/friends?status={status}")).await.must_be(200);
        described::must_fit("FriendPage", &page);
        for one in page["items"].as_array().unwrap() {
            assert_eq!(one["status"], status);
            list.push(one["name"].as_str().unwrap().to_owned());
        }
    }
    lists
}

fn only<const N: usize>(names: [&str; N], place: usize) -> [Vec<String>; 3] {
    let mut lists = [const { Vec::new() }; 3];
    lists[place] = names.map(str::to_owned).into();
    lists
}

const FRIENDS: usize = 0;
const SENT: usize = 1;
const RECEIVED: usize = 2;

#[tokio::test]
async fn two_who_ask_each_other_are_friends_until_one_of_them_ends_it() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    for _ in 0..2 {
        assert_eq!(asked(&aud, &bjarni).await, "sent");
    }
    assert_eq!((lists(&aud).await, lists(&bjarni).await), (only(["Bjarni"], SENT), only(["Aud"], RECEIVED)));
    for _ in 0..2 {
        assert_eq!(asked(&bjarni, &aud).await, "accepted");
    }
    assert_eq!(asked(&aud, &bjarni).await, "accepted");
    assert_eq!(
        (lists(&aud).await, lists(&bjarni).await),
        (only(["Bjarni"], FRIENDS), only(["Aud"], FRIENDS))
    );
    assert_eq!(aud.get("/v1/me/friends").await.must_be(200)["items"].as_array().unwrap().len(), 1);
    for _ in 0..2 {
        end(&aud, &bjarni).await;
    }
    assert_eq!((lists(&aud).await, lists(&bjarni).await), (only([], 0), only([], 0)));
    // Nothing of it is left: each has to ask anew.
    assert_eq!(asked(&bjarni, &aud).await, "sent");
    end(&bjarni, &aud).await;
    assert_eq!((lists(&aud).await, lists(&bjarni).await), (only([], 0), only([], 0)));
    ask(&aud, &aud.id).await.must_blame(400, "invalid_parameter", "account_id");
    ask(&aud, &uuid::Uuid::nil().to_string()).await.must_refuse(404, "account_not_found");
}

#[tokio::test]
async fn who_is_refused_does_not_learn_of_it_and_is_heard_no_more_until_the_other_asks() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    for person in [&aud, &cnut] {
        assert_eq!(asked(person, &bjarni).await, "sent");
    }
    end(&bjarni, &aud).await;
    assert_eq!(lists(&bjarni).await, only(["Cnut"], RECEIVED));
    for _ in 0..2 {
        assert_eq!(lists(&aud).await, only(["Bjarni"], SENT));
        assert_eq!(lists(&cnut).await, only(["Bjarni"], SENT), "Cnut has had no answer");
        end(&aud, &bjarni).await;
        assert_eq!(lists(&aud).await, only([], 0));
        assert_eq!(asked(&aud, &bjarni).await, "sent");
        assert_eq!(lists(&bjarni).await, only(["Cnut"], RECEIVED));
    }
    assert_eq!(asked(&bjarni, &aud).await, "accepted");
    end(&bjarni, &aud).await;
    assert_eq!(asked(&aud, &bjarni).await, "sent");
    assert_eq!(lists(&bjarni).await[RECEIVED].len(), 2, "a friendship takes the refusal back");
}

/// What Aud sees of her requests to Bjarni, who blocks her, and to Cnut, who does not answer.
#[tokio::test]
async fn a_block_ends_a_friendship_and_a_request_of_the_blocked_is_like_any_that_is_not_answered() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    for other in [&bjarni, &cnut] {
        assert_eq!(asked(&aud, other).await, "sent");
    }
    bjarni.block(&aud.id).await.must_be(204);
    assert_eq!(lists(&aud).await[SENT].len(), 2, "what was asked before stays as it was");
    for other in [&bjarni, &cnut] {
        assert_eq!(asked(&aud, other).await, "sent");
        end(&aud, other).await;
        assert_eq!(asked(&aud, other).await, "sent");
    }
    let shown = |answer: Answer, other: &Person| {
        assert_eq!(answer.status, 200);
        answer.text.replace(&other.id, "ID").replace(&other.name, "NAME")
    };
    assert_eq!(shown(ask(&aud, &bjarni.id).await, &bjarni), shown(ask(&aud, &cnut.id).await, &cnut));
    assert_eq!(lists(&bjarni).await, only([], 0), "the blocked can't ask");
    // Her own block he knows of.
    ask(&bjarni, &aud.id).await.must_blame(400, "invalid_parameter", "account_id");
    bjarni.delete(&format!("/v1/me/blocks/{}", aud.id)).await.must_be(204);
    assert_eq!(lists(&bjarni).await, only([], 0), "what was asked meanwhile is not heard later");
    assert_eq!(asked(&bjarni, &aud).await, "accepted");
    aud.block(&bjarni.id).await.must_be(204);
    assert_eq!((lists(&aud).await, lists(&bjarni).await), (only(["Cnut"], SENT), only([], 0)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_ask_at_once_are_friends_and_of_a_block_and_an_answer_at_once_the_block_stays() {
    let service = Service::start_servers(2);
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let there = bjarni.at(&service.servers[1].address);
    for round in 0..10 {
        let (one, other) = tokio::join!(ask(&aud, &bjarni.id), ask(&there, &aud.id));
        let statuses = [one.must_be(200)["status"].clone(), other.must_be(200)["status"].clone()];
        assert!(statuses.contains(&json!("accepted")), "round {round}: {statuses:?}");
        assert_eq!((lists(&aud).await, lists(&bjarni).await), (only(["Bjarni"], 0), only(["Aud"], 0)));
        let (again, block) = tokio::join!(ask(&there, &aud.id), aud.block(&bjarni.id));
        block.must_be(204);
        assert_eq!(again.status, 200, "{}", again.text);
        assert_eq!((lists(&aud).await, lists(&bjarni).await[FRIENDS].len()), (only([], 0), 0));
        aud.delete(&format!("/v1/me/blocks/{}", bjarni.id)).await.must_be(204);
        end(&bjarni, &aud).await;
    }
}

#[tokio::test]
async fn pages_join_up_and_nobody_asks_everybody() {
    let service = Service::start_with(|settings| {
        settings.limits.enabled = true;
        settings.limits.invite = "6/hour".parse().unwrap();
    });
    let aud = service.person("Aud").await;
    let others = service.people(["Bjarni", "Cnut", "Dalla"]).await;
    for other in &others {
        assert_eq!(asked(&aud, other).await, "sent");
    }
    let first = aud.get("/v1/me/friends?status=sent&limit=2").await.must_be(200);
    let cursor = first["next_cursor"].as_str().unwrap();
    let second = aud.get(&format!("/v1/me/friends?status=sent&limit=2&cursor={cursor}")).await.must_be(200);
    let back = second["prev_cursor"].as_str().unwrap();
    let back = aud.get(&format!("/v1/me/friends?status=sent&limit=2&cursor={back}")).await.must_be(200);
    assert_eq!(back["items"], first["items"]);
    let mut ids: Vec<&str> = [&first, &second]
        .iter()
        .flat_map(|page| page["items"].as_array().unwrap())
        .map(|one| one["account_id"].as_str().unwrap())
        .collect();
    assert!(ids.is_sorted());
    ids.dedup();
    assert_eq!(ids.len(), 3);
    let other_list = format!("/v1/me/friends?cursor={cursor}");
    aud.get(&other_list).await.must_blame(400, "invalid_parameter", "cursor");
    aud.get("/v1/me/friends?status=all").await.must_blame(400, "invalid_parameter", "status");
    for _ in 0..3 {
        asked(&aud, &others[0]).await;
    }
    ask(&aud, &others[0].id).await.must_refuse(429, "too_many_requests");
}

#[tokio::test]
async fn an_account_has_so_many_friends_and_requests_at_most() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    service.database.run(&format!(
        "INSERT INTO accounts (id, name, name_key, email, email_key, password_hash, language, created_at, time_zone) \
         SELECT gen_random_uuid(), 'P' || n, 'p' || n, '', 'p' || n, '', 'en', now(), 'UTC' FROM generate_series(1, 499) n; \
         INSERT INTO friends SELECT '{}', id, now() FROM accounts WHERE name_key LIKE 'p%'",
        aud.id
    ));
    assert_eq!(asked(&aud, &bjarni).await, "sent");
    ask(&aud, &cnut.id).await.must_refuse(409, "too_many_friends");
    assert_eq!(asked(&aud, &bjarni).await, "sent");
    end(&aud, &bjarni).await;
    assert_eq!(asked(&aud, &cnut).await, "sent");
}

#[tokio::test]
async fn the_export_has_friends_and_a_deleted_account_leaves_none() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    asked(&aud, &bjarni).await;
    asked(&bjarni, &aud).await;
    asked(&aud, &cnut).await;
    end(&cnut, &aud).await;
    let export = aud.get("/v1/me/export").await.must_be(200);
    described::must_fit("AccountExport", &export);
    let friends = export["data"]["friends"].as_array().unwrap();
    let mut statuses: Vec<&Value> = friends.iter().map(|friend| &friend["status"]).collect();
    statuses.sort_by_key(|status| status.to_string());
    assert_eq!(statuses, ["accepted", "sent"], "a refusal is not in it");
    assert_eq!(cnut.get("/v1/me/export").await.must_be(200)["data"]["friends"], json!([]));
    aud.delete_with("/v1/me", &json!({"password": "a long ship west"})).await.must_be(204);
    assert_eq!(lists(&bjarni).await, only([], 0));
    assert_eq!(service.database.texts("SELECT account_id::text AS value FROM friends"), Vec::<String>::new());
    ask(&bjarni, &aud.id).await.must_refuse(404, "account_not_found");
}
