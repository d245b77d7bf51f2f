//! Leaving for good: everything personal goes, and every game of the others stays whole.

use serde_json::{Value, json};

use crate::harness::{
    Answer, Listener, Person, PostOffice, Service, Table, connect, seeded_dice, stored, until,
};

const PASSWORD: &str = "a long ship west";

async fn leave(person: &Person, password: &str) -> Answer {
    person.delete_with("/v1/me", &json!({"password": password})).await
}

/// What a person can read of a game as it stood at `version`, word by word.
async fn read(person: &Person, table: &Table, version: i64) -> Vec<String> {
    let mut read = Vec::new();
    for part in
        ["view?", "events?limit=500&", "view?as=spectator&", "events?limit=500&as=spectator&", "legal?"]
    {
        read.push(person.get(&format!("{}/{part}version={version}", table.path)).await.text);
    }
    read
}

/// The entries of a record, and the record without them and its last version.
async fn record(person: &Person, table: &Table) -> (Vec<Value>, Value) {
    let mut record = person.get(&format!("{}/record", table.path)).await.must_be(200);
    let entries = record["entries"].take();
    record["last_version"].take();
    (entries.as_array().unwrap().clone(), record)
}

/// The name that somebody who left has now.
fn pseudonym(service: &Service) -> String {
    let query = "SELECT name AS value FROM accounts WHERE deleted_at IS NOT NULL";
    service.database.texts(query).remove(0)
}

#[tokio::test]
async fn deletion_of_an_account_leaves_other_players_records_byte_equal_but_for_the_name() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("toy", &people).await;
    table.play(10_000, &mut seeded_dice(5)).await;
    let shown = people[1].get(&table.path).await;
    assert_eq!(shown.json["status"], "finished");
    let version = table.version().await;
    let file = format!("{}/record", table.path);
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for person in &people[1..] {
        before.push((read(person, &table, version).await, person.get(&file).await.text));
    }
    leave(&people[0], PASSWORD).await.must_be(204);
    let name = pseudonym(&service);
    assert!(name.starts_with("Departed ") && name.len() == 13, "{name}");
    let as_before = |text: &String| text.replace(&name, "Aud");
    for person in &people[1..] {
        let read = read(person, &table, version).await;
        after.push((read.iter().map(as_before).collect(), as_before(&person.get(&file).await.text)));
    }
    assert_eq!(before, after);
    assert_eq!(as_before(&people[1].get(&table.path).await.text), shown.text);
}

/// What the departure itself adds to a game that is being played is one entry at the end of the log.
#[tokio::test]
async fn deletion_of_an_account_leaves_what_was_played_byte_equal_and_adds_that_a_bot_plays_on() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("landnam", &people).await;
    table.play(40, &mut seeded_dice(5)).await;
    let version = table.version().await;
    let seat = table.players.iter().position(|player| player.id == people[0].id).unwrap();
    let mut before = Vec::new();
    for person in &people[1..] {
        before.push((read(person, &table, version).await, record(person, &table).await));
    }
    let mut stream = Listener::open(&people[1], &format!("{}/stream", table.path), None).await;
    stream.must_tell("opened").await;
    leave(&people[0], PASSWORD).await.must_be(204);
    let added = json!({"type": "caretaker_seated", "seat": seat, "bot": "steady"});
    let frame = stream.must_tell("game_events").await;
    let update = &frame.data["update"];
    assert_eq!((&update["version"], &update["events"][0]["event"]), (&json!(version + 1), &added));
    let name = pseudonym(&service);
    for (person, (seen, (entries, head))) in people[1..].iter().zip(before) {
        let now = read(person, &table, version).await;
        assert_eq!(now.iter().map(|text| text.replace(&name, "Aud")).collect::<Vec<_>>(), seen);
        let (after, head_after) = record(person, &table).await;
        assert_eq!(head_after.to_string().replace(&name, "Aud"), head.to_string());
        let (old, new) = after.split_at(entries.len());
        assert_eq!(old, entries);
        let told: Vec<_> =
            new.iter().map(|entry| (&entry["by"], &entry["seat"], &entry["service_events"])).collect();
        assert_eq!(told, [(&json!("server"), &Value::Null, &json!([added]))]);
    }
    stored::must_be_whole(service.app.ruleset("landnam").unwrap(), &service.database, &table);
    let shown = people[1].get(&table.path).await.must_be(200);
    assert_eq!(shown["seats"][seat]["caretaker"], "steady");
    // The sweep finds nothing left to do.
    let mut ctx = connect(&service).await;
    althing::service::departures::forget(&mut ctx).await.unwrap();
    assert_eq!(table_version(&people[1], &table).await, version + 1);
}

async fn table_version(person: &Person, table: &Table) -> i64 {
    person.get(&table.path).await.must_be(200)["progress"]["version"].as_i64().unwrap()
}

#[tokio::test]
async fn a_departure_and_an_action_at_the_same_instant_come_one_after_the_other() {
    let service = Service::start_servers(2);
    for round in 0..4 {
        let names = [format!("Aud{round}"), format!("Bjarni{round}"), format!("Cnut{round}")];
        let people = service.people(names.each_ref().map(String::as_str)).await;
        let table = Table::of("toy", &people).await;
        let seat = table.awaited().await[0];
        let this = table.moves(seat, &mut seeded_dice(round)).await[0].clone();
        let leaver = table.player((seat + 1) % 3).at(&service.servers[1].address);
        let left = tokio::spawn(async move { leave(&leaver, PASSWORD).await.status });
        table.make(seat, &this).await.must_be(200);
        assert_eq!(left.await.unwrap(), 204);
        stored::must_be_whole(service.app.ruleset("toy").unwrap(), &service.database, &table);
        let seats = table.player(seat).get(&table.path).await.must_be(200)["seats"].clone();
        assert!(seats[(seat + 1) % 3]["caretaker"].is_string(), "{seats}");
    }
}

#[tokio::test]
async fn nothing_personal_is_left_of_somebody_who_left() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let made = json!({"name": "longship bot", "scopes": ["games:read"]});
    let token = aud.post("/v1/me/tokens", &made).await.must_be(201);
    let bot = aud.with_token(token["token"].as_str().unwrap());
    bot.get("/v1/games").await.must_be(200);
    aud.patch("/v1/me", &json!({"about": "Deep-minded", "time_zone": "Europe/Oslo"})).await.must_be(200);
    aud.post("/v1/me/email", &json!({"email": "aud@example.net", "password": PASSWORD})).await.must_be(202);
    let refresh = aud.post("/v1/sessions", &json!({"login": "Aud", "password": PASSWORD})).await.must_be(201);
    let table = json!({"ruleset": "landnam", "seats": 4});
    let path = aud.open(&table).await;
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
    for table in service.database.texts(tables) {
        let rows =
            service.database.texts(&format!("SELECT to_json(r)::text AS value FROM {table} r")).join("\n");
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
    until("the bot plays", || office.service.database.texts(version) != ["0"]).await;
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
    assert_eq!(service.database.texts(names).len(), 3);
    let body = json!({"name": "Departed 0000", "email": "x@example.org", "password": PASSWORD});
    service.stranger().post("/v1/accounts", &body).await.must_blame(422, "invalid_field", "name");
}
