//! How a table fills: invitations, links, confirmations, kicks, the end of dead tables, rematches.

use serde_json::{Value, json};

use crate::harness::{Person, PostOffice, Service};

/// The address of a table of two that somebody opened, with more settings.
async fn open(person: &Person, more: Value) -> String {
    let mut game = json!({"ruleset": "toy", "seats": 2});
    game.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    person.open(&game).await
}

async fn join(person: &Person, path: &str) -> Value {
    person.post(&format!("{path}/join"), &json!({})).await.must_be(200)
}

#[tokio::test]
async fn a_table_that_asks_starts_when_everybody_has_confirmed() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let path = open(&aud, json!({"start": "on_confirmation", "seats": 3, "bots": ["random"]})).await;
    let confirm = format!("{path}/confirm");
    aud.post(&confirm, &json!({})).await.must_refuse(409, "not_confirming");
    assert_eq!(join(&bjarni, &path).await["status"], "confirming");
    cnut.post(&confirm, &json!({})).await.must_refuse(403, "not_a_member");
    let first = aud.post(&confirm, &json!({})).await.must_be(200);
    assert_eq!(first["status"], "confirming");
    let confirmed: Vec<_> =
        first["seats"].as_array().unwrap().iter().map(|seat| &seat["confirmed"]).collect();
    assert_eq!(confirmed.iter().filter(|yes| **yes == &json!(true)).count(), 2, "{first}");
    aud.patch(&path, &json!({"description": "A move a day"})).await.must_be(200);
    assert_eq!(bjarni.post(&confirm, &json!({})).await.must_be(200)["status"], "confirming");
    assert_eq!(aud.post(&confirm, &json!({})).await.must_be(200)["status"], "running");
}

#[tokio::test]
async fn a_private_table_shows_itself_to_the_invited_until_they_decline() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let path = open(&aud, json!({"visibility": "private"})).await;
    bjarni.get(&path).await.must_refuse(404, "game_not_found");
    let invitations = format!("{path}/invitations");
    let asked = json!({"email": "BJARNI@example.org", "reserve": true});
    let made = aud.post(&invitations, &asked).await.must_be(201);
    assert_eq!((&made["status"], &made["invited"]["account"]), (&json!("open"), &Value::Null));
    aud.post(&invitations, &asked).await.must_refuse(409, "already_invited");
    aud.post(&invitations, &json!({"name": "Nobody"})).await.must_blame(404, "account_not_found", "name");
    aud.post(&invitations, &json!({"name": "Cnut", "reserve": true})).await.must_blame(
        409,
        "game_full",
        "reserve",
    );
    let mine = bjarni.get("/v1/me/invitations").await.must_be(200);
    assert_eq!((&mine["items"][0]["id"], &mine["items"][0]["inviter"]), (&made["id"], &json!("Aud")));
    assert_eq!(cnut.get("/v1/me/invitations").await.must_be(200)["items"], json!([]));
    bjarni.get(&path).await.must_be(200);
    let decline = format!("{invitations}/{}/decline", made["id"].as_str().unwrap());
    assert_eq!(cnut.post(&decline, &json!({})).await.status, 404);
    assert_eq!(bjarni.post(&decline, &json!({})).await.status, 204);
    bjarni.get(&path).await.must_refuse(404, "game_not_found");
    assert_eq!(aud.get(&invitations).await.must_be(200)["items"][0]["status"], "declined");
}

#[tokio::test]
async fn an_invitation_from_somebody_who_is_blocked_reaches_nobody_and_tells_nothing() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    assert_eq!(bjarni.block(&aud.id).await.status, 204);
    let path = open(&aud, json!({"visibility": "private", "seats": 4})).await;
    for name in ["Bjarni", "Cnut"] {
        let made = aud.post(&format!("{path}/invitations"), &json!({"name": name})).await.must_be(201);
        assert_eq!(made["status"], "open");
    }
    assert_eq!(bjarni.get("/v1/me/invitations").await.must_be(200)["items"], json!([]));
    bjarni.get(&path).await.must_refuse(404, "game_not_found");
    join(&cnut, &path).await;
}

#[tokio::test]
async fn a_link_lets_in_as_many_as_it_says_and_nobody_who_was_kicked() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let path = open(&aud, json!({"visibility": "private", "seats": 3})).await;
    let made =
        aud.post_under("k", &format!("{path}/invitation-links"), &json!({"uses": 2})).await.must_be(201);
    assert_eq!(
        aud.post_under("k", &format!("{path}/invitation-links"), &json!({"uses": 2})).await.must_be(201),
        made
    );
    let with = json!({"link": made["token"]});
    assert_eq!(bjarni.post("/v1/invitation-links/lookup", &with).await.must_be(200)["seat_count"], 3);
    bjarni.post(&format!("{path}/join"), &with).await.must_be(200);
    aud.post(&format!("{path}/kick"), &json!({"account": bjarni.id})).await.must_be(200);
    bjarni.post(&format!("{path}/join"), &with).await.must_refuse(403, "kicked");
    cnut.post(&format!("{path}/join"), &with).await.must_be(200);
    bjarni.post(&format!("{path}/join"), &with).await.must_refuse(404, "game_not_found");
    cnut.post(&format!("{path}/kick"), &json!({"account": aud.id})).await.must_refuse(403, "not_the_owner");
    aud.post(&format!("{path}/invitations"), &json!({"name": "Bjarni"})).await.must_be(201);
    assert_eq!(join(&bjarni, &path).await["status"], "running");
}

#[tokio::test]
async fn who_does_not_confirm_in_time_loses_the_seat_and_a_dead_table_expires() {
    let office = PostOffice::open();
    let [aud, bjarni] = office.service.people(["Aud", "Bjarni"]).await;
    let path = open(&aud, json!({"start": "on_confirmation", "confirm_hours": 1})).await;
    join(&bjarni, &path).await;
    bjarni.post(&format!("{path}/confirm"), &json!({})).await.must_be(200);
    office.after_seconds(3601);
    office.until_stored("SELECT status AS value FROM games", &["open"]).await;
    let shown = office.service.stranger().get(&path).await.must_be(200);
    assert_eq!((&shown["owner"], shown["seats"].as_array().unwrap().len()), (&json!(bjarni.id), 1));
    office.after_seconds(15 * 86_400);
    office.until_stored("SELECT status AS value FROM games", &["expired"]).await;
}
