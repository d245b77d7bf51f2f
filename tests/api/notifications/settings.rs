//! What readers set is refused when it can't be meant, and obeyed when mails leave.

use serde_json::{Value, json};

use crate::harness::{Person, PostOffice, Service, Table, seeded_dice};

const SETTINGS: &str = "/v1/me/notifications/preferences";

/// Sets the same for everybody.
async fn all_set(people: &[Person], body: &Value) {
    for person in people {
        person.put(SETTINGS, body).await.must_be(200);
    }
}

/// What became of the notices of somebody, the oldest first: kind, state, why.
async fn states(person: &Person) -> Vec<(String, String, Value)> {
    // His token may have run out meanwhile.
    let page = person.again().await.get("/v1/me/notifications/deliveries?limit=100").await.must_be(200);
    let mut states: Vec<_> = page["items"].as_array().unwrap().iter().map(state).collect();
    states.reverse();
    states
}

fn state(delivery: &Value) -> (String, String, Value) {
    let word = |name: &str| delivery[name].as_str().unwrap().to_owned();
    (word("kind"), word("status"), delivery["delay_reason"].clone())
}

#[tokio::test]
async fn what_can_not_be_meant_is_refused_and_changes_nothing() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    aud.put(SETTINGS, &json!({"digest_hour": 7})).await.must_be(200);
    let before = aud.get(SETTINGS).await.must_be(200);
    for (body, field) in [
        (json!({"modes": {"your_tern": "never"}}), "modes.your_tern"),
        (json!({"modes": {"your_turn": "sometimes"}}), "modes.your_turn"),
        (json!({"modes": {"reset_password": "never"}}), "modes.reset_password"),
        (json!({"quiet_hours": {"from": 24, "to": 7}}), "quiet_hours.from"),
        (json!({"quiet_hours": {"from": 22, "to": -1}}), "quiet_hours.to"),
        (json!({"quiet_hours": {"from": 7, "to": 7}}), "quiet_hours.to"),
        (json!({"quiet_hours": {"from": 7}}), "quiet_hours.to"),
        (json!({"digest_hour": 24}), "digest_hour"),
        (json!({"digest_hour": 7.5}), "digest_hour"),
        (json!({"batch_minutes": 0}), "batch_minutes"),
        (json!({"batch_minutes": 721}), "batch_minutes"),
        (json!({"hold_down_minutes": -1}), "hold_down_minutes"),
        (json!({"hold_down_minutes": 1441}), "hold_down_minutes"),
        (json!({"time_zone": "Europe/Oslo"}), "time_zone"),
    ] {
        aud.put(SETTINGS, &body).await.must_blame(422, "invalid_field", field);
    }
    aud.patch("/v1/me", &json!({"time_zone": "Middle/Earth"})).await.must_blame(
        422,
        "invalid_field",
        "time_zone",
    );
    assert_eq!(aud.get(SETTINGS).await.must_be(200), before);
}

#[tokio::test]
async fn a_game_is_set_by_those_who_are_in_it() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("toy", &people[..2]).await;
    let path = format!("{}/notification-preferences", table.path);
    let body = json!({"modes": {"message": "never"}});
    people[2].put(&path, &body).await.must_refuse(403, "not_a_member");
    people[0].put(&path, &json!({"modes": {"wool": "never"}})).await.must_blame(
        422,
        "invalid_field",
        "modes.wool",
    );
    people[0].put(&path, &body).await.must_be(200);
    assert_eq!(people[0].get(&path).await.must_be(200)["modes"], body["modes"]);
    assert_eq!(people[1].get(&path).await.must_be(200)["modes"], json!({}));
    let games = people[0].get(SETTINGS).await.must_be(200)["games"].clone();
    assert_eq!(games, json!([{"game_id": table.id, "modes": body["modes"]}]));
}

#[tokio::test]
async fn what_nobody_wants_is_not_sent_and_counts_as_muted() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    all_set(&people, &json!({"modes": {"your_turn": "never", "game_started": "never"}})).await;
    let table = Table::of("toy", &people).await;
    office.quiet().await;
    assert_eq!(office.sink.taken(), []);
    let first = &table.players[table.awaited().await[0]];
    assert_eq!(states(first).await, [("your_turn".to_owned(), "muted".to_owned(), Value::Null)]);
}

#[tokio::test]
async fn in_quiet_hours_a_notice_waits_for_their_end() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    // It is noon in UTC.
    all_set(&people, &json!({"quiet_hours": {"from": 11, "to": 14}})).await;
    let table = Table::of("toy", &people).await;
    let first = &table.players[table.awaited().await[0]];
    office.quiet().await;
    assert_eq!(states(first).await, [("your_turn".to_owned(), "held".to_owned(), json!("quiet"))]);
    office.after_seconds(2 * 3_600 - 1);
    office.quiet().await;
    assert_eq!(office.sink.taken(), []);
    office.after_seconds(1);
    office.mails(2).await;
    office.quiet().await;
    assert_eq!(states(first).await, [("your_turn".to_owned(), "sent".to_owned(), Value::Null)]);
}

#[tokio::test]
async fn a_reader_may_have_notices_held_down_for_longer() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    all_set(&people, &json!({"hold_down_minutes": 10})).await;
    let table = Table::of("toy", &people).await;
    let seat = table.awaited().await[0];
    office.quiet().await;
    assert_eq!(states(&table.players[seat]).await[0].1, "held");
    // It is answered before the time is over.
    table.go_on(&mut seeded_dice(3)).await.unwrap();
    office.after_seconds(600);
    office.quiet().await;
    assert_eq!(states(&table.players[seat]).await[0].1, "stale");
}

#[tokio::test]
async fn what_came_for_several_games_within_some_minutes_is_one_mail() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let modes = json!({"your_turn": "batched", "game_started": "batched"});
    all_set(&people, &json!({"modes": modes, "batch_minutes": 15})).await;
    for name in ["Reykjavik", "Dublin"] {
        Table::with(&json!({"ruleset": "toy", "seats": 2, "name": name}), &people).await;
        office.quiet().await;
        office.after_seconds(300);
    }
    assert_eq!(office.sink.taken(), []);
    office.after_seconds(300);
    let mails = office.mails(2).await;
    office.quiet().await;
    assert_eq!(office.sink.taken().len(), 2);
    for mail in mails {
        let text = mail.text();
        assert!(text.contains("Reykjavik:") && text.contains("Dublin:"), "{text}");
        assert!(mail.subject().contains("2 notices"), "{}", mail.subject());
        assert!(mail.message_id().starts_with("collection."));
    }
}

#[tokio::test]
async fn a_collected_notice_whose_question_was_answered_is_left_out() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    all_set(&people, &json!({"modes": {"your_turn": "batched", "game_started": "never"}})).await;
    let table = Table::of("toy", &people).await;
    let first = table.awaited().await[0];
    office.quiet().await;
    table.go_on(&mut seeded_dice(3)).await.unwrap();
    office.quiet().await;
    office.after_seconds(1_800);
    office.mails(1).await;
    office
        .until_stored("SELECT 'x' AS value FROM mails WHERE kind = 'batch' AND settled_at IS NULL", &[])
        .await;
    let states = states(&table.players[first]).await;
    let word = |index: usize| (states[index].0.as_str(), states[index].1.as_str());
    let mut both = [word(0), word(1)];
    both.sort_unstable();
    assert_eq!(both, [("batch", "stale"), ("your_turn", "collected")]);
    assert_eq!(office.sink.taken().len(), 1);
}

#[tokio::test]
async fn the_daily_mail_comes_at_its_hour_and_tells_what_is_open() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let modes = json!({"your_turn": "never", "game_started": "daily"});
    all_set(&people, &json!({"modes": modes, "digest_hour": 18})).await;
    let table = Table::with(&json!({"ruleset": "toy", "seats": 2, "name": "Reykjavik"}), &people).await;
    let waiting = 1 - table.awaited().await[0];
    office.quiet().await;
    let message = json!({"text": "Good day"});
    let first = &table.players[1 - waiting];
    first.post(&format!("{}/messages", table.path), &message).await.must_be(201);
    let path = format!("{}/notification-preferences", table.path);
    table.players[waiting].put(&path, &json!({"modes": {"message": "never"}})).await.must_be(200);
    office.after_seconds(6 * 3_600 - 1);
    office.quiet().await;
    assert_eq!(office.sink.taken(), []);
    office.after_seconds(1);
    let mail = office.mails(1).await.remove(0);
    assert_eq!(mail.to, [format!("{}@example.org", table.players[waiting].name.to_lowercase())]);
    let text = mail.text();
    assert!(text.contains("Reykjavik: the game has begun"), "{text}");
    assert!(text.contains("Reykjavik: a message to read"), "{text}");
}

#[tokio::test]
async fn a_test_mail_comes_whatever_is_set() {
    let office = PostOffice::open();
    let aud = office.service.person("Aud").await;
    aud.put(SETTINGS, &json!({"quiet_hours": {"from": 11, "to": 14}})).await.must_be(200);
    aud.post("/v1/me/notifications/test", &json!({})).await.must_be(202);
    let mail = office.mails(1).await.remove(0);
    assert_eq!(mail.to, ["aud@example.org"]);
    assert!(mail.text().contains("the test email"), "{}", mail.text());
    assert_eq!(mail.header("List-Unsubscribe"), "");
    office.quiet().await;
    assert_eq!(states(&aud).await, [("test".to_owned(), "sent".to_owned(), Value::Null)]);
}

#[tokio::test]
async fn test_mails_are_limited() {
    let service = Service::start_with(|settings| {
        settings.limits.enabled = true;
        settings.limits.mail = "2/hour".parse().unwrap();
    });
    let aud = service.person("Aud").await;
    for _ in 0..2 {
        aud.post("/v1/me/notifications/test", &json!({})).await.must_be(202);
    }
    aud.post("/v1/me/notifications/test", &json!({})).await.must_refuse(429, "too_many_requests");
}

#[tokio::test]
async fn deliveries_are_listed_page_by_page_without_a_gap_or_a_double() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    for _ in 0..5 {
        Table::of("toy", &people).await;
    }
    people[0].post("/v1/me/notifications/test", &json!({})).await.must_be(202);
    office.mails(11).await;
    office.quiet().await;
    let whole = people[0].get("/v1/me/notifications/deliveries?limit=100").await.must_be(200);
    let (mut pages, mut cursor) = (Vec::new(), String::new());
    loop {
        let page =
            people[0].get(&format!("/v1/me/notifications/deliveries?limit=2{cursor}")).await.must_be(200);
        pages.extend(page["items"].as_array().unwrap().iter().cloned());
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(Value::from(pages), whole["items"]);
    assert_eq!(whole["items"].as_array().unwrap().len(), 6);
    assert!(!whole.to_string().contains('@'));
    let foreign = people[1].get(&format!("/v1/me/notifications/deliveries?limit=2{cursor}")).await;
    foreign.must_blame(400, "invalid_parameter", "cursor");
}
