//! Leaving for good: everything personal goes, and every game of the others stays whole.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use reqwest::Method;
use serde_json::json;

use crate::harness::{Answer, Person, PostOffice, Service, Table, until};
use crate::support::texts;

const PASSWORD: &str = "a long ship west";

async fn leave(person: &Person, password: &str) -> Answer {
    person.send(person.request(Method::DELETE, "/v1/me").json(&json!({"password": password}))).await
}

/// What a person can read of a game, word by word.
async fn record(person: &Person, table: &Table) -> Vec<String> {
    let mut record = Vec::new();
    for part in
        ["view", "events?limit=100", "view?as=spectator", "events?limit=100&as=spectator", "legal", "record"]
    {
        record.push(person.get(&format!("{}/{part}", table.path)).await.text);
    }
    record
}

/// The name that somebody who left has now.
fn pseudonym(service: &Service) -> String {
    let query = "SELECT name AS value FROM accounts WHERE deleted_at IS NOT NULL";
    texts(&service.database.url(), query).unwrap().remove(0)
}

#[tokio::test]
async fn deletion_of_an_account_leaves_other_players_records_byte_equal_but_for_the_name() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let mut dice = ChaCha8Rng::seed_from_u64(5);
    let finished = Table::of("toy", &people).await;
    finished.play(10_000, &mut dice).await;
    let running = Table::of("landnam", &people).await;
    running.play(40, &mut dice).await;
    let shown = people[1].get(&finished.path).await;
    assert_eq!(shown.json["status"], "finished");
    let mut before = Vec::new();
    for table in [&finished, &running] {
        for person in &people[1..] {
            before.push(record(person, table).await);
        }
    }
    leave(&people[0], PASSWORD).await.must_be(204);
    let name = pseudonym(&service);
    assert!(name.starts_with("Departed ") && name.len() == 13, "{name}");
    let mut after = Vec::new();
    for table in [&finished, &running] {
        for person in &people[1..] {
            after.push(record(person, table).await);
        }
    }
    let as_before =
        |texts: &[String]| texts.iter().map(|text| text.replace(&name, "Aud")).collect::<Vec<_>>();
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before, &as_before(after));
    }
    let again = people[1].get(&finished.path).await;
    assert_eq!(again.text.replace(&name, "Aud"), shown.text);
}

#[tokio::test]
async fn nothing_personal_is_left_of_somebody_who_left() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let url = service.database.url();
    let made = json!({"name": "longship bot", "scopes": ["games:read"]});
    let token = aud.post("/v1/me/tokens", &made).await.must_be(201);
    let bot = aud.with_token(token["token"].as_str().unwrap());
    bot.get("/v1/games").await.must_be(200);
    let profile = aud
        .request(Method::PATCH, "/v1/me")
        .json(&json!({"about": "Deep-minded", "time_zone": "Europe/Oslo"}));
    aud.send(profile).await.must_be(200);
    aud.post("/v1/me/address", &json!({"email": "aud@example.net", "password": PASSWORD})).await.must_be(202);
    let refresh = aud.post("/v1/sessions", &json!({"login": "Aud", "password": PASSWORD})).await.must_be(201);
    let table = json!({"ruleset": "landnam", "seats": 4});
    let open = aud.post("/v1/games", &table).await.must_be(201);
    let path = format!("/v1/games/{}", open["id"].as_str().unwrap());
    bjarni.post(&format!("{path}/join"), &json!({})).await.must_be(200);
    let alone = aud.post("/v1/games", &table).await.must_be(201);

    leave(&aud, "not this one").await.must_blame(403, "wrong_password", "password");
    leave(&bot, PASSWORD).await.must_refuse(403, "session_required");
    leave(&aud, PASSWORD).await.must_be(204);

    aud.get("/v1/me").await.must_refuse(401, "session_ended");
    bot.get("/v1/games").await.must_refuse(401, "token_invalid");
    let refreshing = json!({"refresh_token": refresh["refresh_token"]});
    aud.post("/v1/sessions/refresh", &refreshing).await.must_refuse(401, "refresh_token_invalid");
    for login in ["Aud", "aud@example.org", &pseudonym(&service)] {
        let answer = aud.post("/v1/sessions", &json!({"login": login, "password": PASSWORD})).await;
        answer.must_refuse(401, "wrong_credentials");
    }
    let tables = "SELECT table_name AS value FROM information_schema.tables WHERE table_schema = 'public'";
    for table in texts(&url, tables).unwrap() {
        let rows =
            texts(&url, &format!("SELECT to_json(r)::text AS value FROM {table} r")).unwrap().join("\n");
        for personal in ["Aud\"", "aud@", "Deep-minded", "Europe/Oslo", "longship bot"] {
            assert!(!rows.contains(personal), "{table}: {personal} in {rows}");
        }
    }
    let shown = bjarni.get(&path).await.must_be(200);
    assert_eq!((shown["seats"].as_array().unwrap().len(), &shown["owner"]), (1, &json!(bjarni.id)));
    let given_up = bjarni.get(&format!("/v1/games/{}", alone["id"].as_str().unwrap())).await.must_be(200);
    assert_eq!((&given_up["status"], &given_up["seats"]), (&json!("cancelled"), &json!([])));
    // Name and address are free for somebody else.
    let newcomer = service.person("Aud").await;
    assert_ne!(newcomer.id, aud.id);
}

#[tokio::test]
async fn a_bot_plays_on_for_somebody_who_left_and_no_mail_goes_there() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("toy", &people).await;
    office.quiet().await;
    let seat = table.awaited().await[0];
    let leaver = table.player(seat).clone();
    leave(&leaver, PASSWORD).await.must_be(204);
    let version = "SELECT count(*)::text AS value FROM entries WHERE made_by = 'bot'";
    let url = office.service.database.url();
    until("the bot plays", || texts(&url, version).unwrap() != ["0"]).await;
    let address = format!("{}@example.org", leaver.name.to_lowercase());
    let before = office.sink.taken().iter().filter(|mail| mail.to.contains(&address)).count();
    office.after_seconds(120);
    office.quiet().await;
    let after = office.sink.taken().iter().filter(|mail| mail.to.contains(&address)).count();
    assert_eq!(before, after);
}

#[tokio::test]
async fn many_leave_and_each_is_told_apart() {
    let service = Service::start();
    for name in ["Aud", "Bjarni", "Cnut"] {
        leave(&service.person(name).await, PASSWORD).await.must_be(204);
    }
    let names = "SELECT DISTINCT name AS value FROM accounts WHERE deleted_at IS NOT NULL";
    assert_eq!(texts(&service.database.url(), names).unwrap().len(), 3);
    let body = json!({"name": "Departed 0000", "email": "x@example.org", "password": PASSWORD});
    service.stranger().post("/v1/accounts", &body).await.must_blame(422, "invalid_field", "name");
}
