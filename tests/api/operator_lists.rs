//! What operators list, and that those who were made operators at the shell are operators.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::harness::{Person, PostOffice, Table, described};
use crate::operators::{House, ban_of, because};

/// Makes an operator as the shell does.
fn make(house: &House, person: &Person) {
    house.service.database.run(&format!("INSERT INTO operators VALUES ('{}', now())", person.id));
}

/// The values of a member of the items of a page.
fn each<'p>(page: &'p Value, member: &str) -> Vec<&'p Value> {
    page["items"].as_array().unwrap().iter().map(|item| &item[member]).collect()
}

#[tokio::test]
async fn accounts_are_listed_page_by_page_with_what_stands_against_them() {
    let house = House::open().await;
    let [aud, _bjarni, cnut] = house.people_in_turn(["Aud", "Bjarni", "Cnut"]).await;
    house.operator.put(&ban_of(&aud), &because()).await.must_be(204);
    make(&house, &cnut);
    let get = async |query: &str| house.operator.get(&format!("/v1/admin/accounts{query}")).await;
    let list = async |query: &str| get(query).await.must_be(200);
    let first = list("?limit=3").await;
    described::must_fit("AccountForOperatorsPage", &first);
    assert_eq!(each(&first, "name"), ["Cnut", "Bjarni", "Aud"]);
    assert_eq!(each(&first, "operator"), [true, false, false]);
    assert_eq!(first["items"][2]["ban"]["reason"], because()["reason"]);
    let cursor = first["next_cursor"].as_str().unwrap();
    let second = list(&format!("?limit=3&cursor={cursor}")).await;
    assert_eq!(
        (each(&second, "name"), each(&second, "operator")),
        (vec![&json!("Ulfljot")], vec![&json!(true)])
    );
    let back = second["prev_cursor"].as_str().unwrap();
    assert_eq!(each(&list(&format!("?limit=3&cursor={back}")).await, "name"), ["Cnut", "Bjarni", "Aud"]);
    get(&format!("?standing=banned&cursor={cursor}")).await.must_blame(400, "invalid_parameter", "cursor");
    for (query, names) in [
        ("?beginning=BJA", vec!["Bjarni"]),
        ("?beginning=cnut@example", vec!["Cnut"]),
        ("?beginning=nobody", vec![]),
        ("?beginning=%25", vec![]),
        ("?standing=banned", vec!["Aud"]),
        ("?standing=operator", vec!["Cnut", "Ulfljot"]),
        ("?standing=unverified", vec![]),
        ("?standing=deleted", vec![]),
        ("?standing=verified&limit=1", vec!["Cnut"]),
    ] {
        assert_eq!(each(&list(query).await, "name"), names, "{query}");
    }
    for wrong in ["?limit=0", "?limit=101", "?standing=rich", "?order=name", "?beginning=a%00"] {
        assert_eq!(get(wrong).await.status, 400, "{wrong}");
    }
}

#[tokio::test]
async fn all_games_are_listed_private_ones_too_and_nothing_tells_how_they_stand() {
    let house = House::open().await;
    let aud = house.person("Aud").await;
    let bots = json!(["steady", "steady"]);
    let private =
        json!({"ruleset": "landnam", "seats": 3, "bots": bots, "visibility": "private", "name": "At home"});
    let running = aud.post("/v1/games", &private).await.must_be(201);
    // Ids of the same millisecond have no order.
    house.service.app.clock.advance(TimeDelta::seconds(1));
    let open = aud.post("/v1/games", &json!({"ruleset": "nord", "seats": 3})).await.must_be(201);
    let get = async |query: &str| house.operator.get(&format!("/v1/admin/games{query}")).await;
    let list = async |query: &str| get(query).await.must_be(200);
    let all = list("").await;
    described::must_fit("GameForOperatorsPage", &all);
    assert_eq!(each(&all, "id"), [&open["id"], &running["id"]]);
    let (waits, plays) = (&all["items"][0], &all["items"][1]);
    assert_eq!(
        (&waits["status"], &waits["free_seats"], &waits["updated_at"]),
        (&json!("open"), &json!(2), &Value::Null)
    );
    assert_eq!((&plays["visibility"], &plays["owner"]), (&json!("private"), &json!(aud.id)));
    let known = [
        "awaited_seats",
        "created_at",
        "deadline",
        "finished_at",
        "free_seats",
        "id",
        "name",
        "owner",
        "ruleset",
        "seats",
        "started_at",
        "status",
        "updated_at",
        "visibility",
    ];
    let mut members: Vec<&str> = plays.as_object().unwrap().keys().map(String::as_str).collect();
    members.sort_unstable();
    assert_eq!(members, known, "no score, no outcome, no hand");
    for (query, count) in [
        ("?status=open", 1),
        ("?status=running&ruleset=landnam", 1),
        ("?ruleset=settlers", 0),
        ("?account=Aud", 2),
        ("?account=aud@example.org&status=voided", 0),
        ("?account=Nobody", 0),
    ] {
        assert_eq!(list(query).await["items"].as_array().unwrap().len(), count, "{query}");
    }
    let cursor = list("?limit=1").await["next_cursor"].as_str().unwrap().to_owned();
    assert_eq!(each(&list(&format!("?limit=1&cursor={cursor}")).await, "id"), [&running["id"]]);
    for wrong in ["?limit=0", "?status=won", "?cursor=x", &format!("?status=open&cursor={cursor}")] {
        assert_eq!(get(wrong).await.status, 400, "{wrong}");
    }
}

#[tokio::test]
async fn the_queues_say_what_waits_and_for_how_long() {
    let house = House::open().await;
    let [aud, bjarni] = [house.person("Aud").await, house.person("Bjarni").await];
    let _table = Table::of("toy", &[aud, bjarni]).await;
    house.service.app.clock.advance(TimeDelta::minutes(10));
    let shown = house.operator.get("/v1/admin/queues").await.must_be(200);
    described::must_fit("WorkQueues", &shown);
    let queues = shown["queues"].as_array().unwrap();
    let mails = queues.iter().find(|queue| queue["name"] == "mails").unwrap();
    assert!(mails["due"].as_i64().unwrap() > 0 && mails["oldest_at"].is_string(), "{mails}");
    assert!((500..=600).contains(&mails["oldest_seconds"].as_i64().unwrap()), "{mails}");
    let idle = queues.iter().find(|queue| queue["name"] == "webhooks").unwrap();
    assert_eq!(
        *idle,
        json!({"name": "webhooks", "waiting": 0, "due": 0, "oldest_at": null, "oldest_seconds": 0})
    );
}

#[tokio::test]
async fn an_operator_has_the_mail_sent_that_resets_a_password_and_never_sees_the_link() {
    let mut office = PostOffice::open();
    let operator = office.operator("Ulfljot").await;
    let aud = office.service.person("Aud").await;
    let known = office.sink.taken().len();
    let path = format!("/v1/admin/accounts/{}/password-reset", aud.id);
    for _ in 0..2 {
        let answer = operator.put(&path, &Value::Null).await;
        assert_eq!((answer.status, answer.text.as_str()), (204, ""));
    }
    let mails = office.mails(known + 1).await;
    office.quiet().await;
    assert_eq!(office.sink.taken().len(), known + 1, "one mail a minute is enough");
    assert_eq!(mails[known].to, ["aud@example.org"]);
    assert!(mails[known].text().contains("/accounts/reset?token="), "{}", mails[known].text());
    let log = operator.get(&format!("/v1/admin/accounts/{}/audit", aud.id)).await.must_be(200);
    let entries: Vec<&Value> = log["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["kind"] == "password_reset_mailed")
        .collect();
    assert_eq!((entries.len(), &entries[0]["detail"]["by"]), (2, &json!(operator.id)));
    let nobody = "/v1/admin/accounts/01934490-0000-7000-8000-000000000000/password-reset";
    operator.put(nobody, &Value::Null).await.must_refuse(404, "account_not_found");
    office.service.database.run(&format!("UPDATE accounts SET verified_at = NULL WHERE id = '{}'", aud.id));
    operator.put(&path, &Value::Null).await.must_refuse(403, "address_not_verified");
    aud.put(&path, &Value::Null).await.must_refuse(403, "operator_required");
}

#[tokio::test]
async fn who_was_made_an_operator_at_the_shell_is_one_until_removed_or_gone() {
    let house = House::open().await;
    let [aud, bjarni] = [house.person("Aud").await, house.person("Bjarni").await];
    for path in ["accounts", "accounts/Aud", "games", "queues", "dead-letters", "reports"] {
        aud.get(&format!("/v1/admin/{path}")).await.must_refuse(403, "operator_required");
    }
    let token = json!({"name": "x", "scopes": ["admin"]});
    aud.post("/v1/me/tokens", &token).await.must_refuse(403, "operator_required");
    make(&house, &aud);
    for path in ["accounts", "accounts/Aud", "games", "queues", "dead-letters", "reports"] {
        aud.get(&format!("/v1/admin/{path}")).await.must_be(200);
    }
    assert_eq!(house.operator.get("/v1/admin/accounts/Aud").await.must_be(200)["operator"], true);
    let with_scope = aud.with_scopes(&["admin"]).await;
    with_scope.get("/v1/admin/queues").await.must_be(200);
    aud.with_scopes(&["games:read"]).await.get("/v1/admin/queues").await.must_refuse(403, "scope_too_small");
    house.operator.put(&ban_of(&aud), &because()).await.must_blame(400, "invalid_parameter", "account_id");
    bjarni.get("/v1/admin/queues").await.must_refuse(403, "operator_required");
    house.service.database.run("DELETE FROM operators");
    for person in [&aud, &with_scope] {
        person.get("/v1/admin/queues").await.must_refuse(403, "operator_required");
    }
}
