//! When people's time counts, and who may know of it.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{NAMES, asked, banked, deadline, three};
use crate::harness::{Answer, Person, Service, Table, seeded_dice};

async fn set(person: &Person, body: &Value) -> Answer {
    person.put("/v1/me/availability", body).await
}

async fn book(person: &Person, first: &str, last: &str) -> Answer {
    person.post("/v1/me/vacations", &json!({"first_day": first, "last_day": last})).await
}

async fn zone(person: &Person, zone: &str) -> Answer {
    person.patch("/v1/me", &json!({"time_zone": zone})).await
}

fn at(text: &str) -> Option<althing::time_control::Instant> {
    Some(text.parse().unwrap())
}

#[tokio::test]
async fn nights_days_off_and_vacations_are_shown_as_they_were_set() {
    let service = super::service();
    let aud = service.person("Aud").await;
    let nothing = aud.get("/v1/me/availability").await.must_be(200);
    let left = json!([{"year": 2026, "left": 30}, {"year": 2027, "left": 30}]);
    let expected =
        json!({"time_zone": "UTC", "sleep": null, "days_off": [], "vacations": [], "vacation_days": left});
    assert_eq!(nothing, expected);
    let night = json!({"from": "23:00", "until": "07:00"});
    let body = json!({"sleep": night, "days_off": ["sunday", "saturday", "sunday"]});
    let after = set(&aud, &body).await.must_be(200);
    assert_eq!((&after["sleep"], &after["days_off"]), (&night, &json!(["saturday", "sunday"])));
    let booked = book(&aud, "2026-12-22", "2027-01-02").await.must_be(201);
    let shown = aud.get("/v1/me/availability").await.must_be(200);
    assert_eq!(shown["vacations"], json!([booked]));
    let left = json!([{"year": 2026, "left": 20}, {"year": 2027, "left": 28}]);
    assert_eq!((&shown["vacation_days"], &shown["sleep"]), (&left, &night));
    let gone = set(&aud, &json!({})).await.must_be(200);
    assert_eq!((&gone["sleep"], &gone["days_off"]), (&Value::Null, &json!([])));
    aud.delete(&format!("/v1/me/vacations/{}", booked["id"].as_str().unwrap())).await.must_be(204);
    assert_eq!(aud.get("/v1/me/availability").await.must_be(200), expected);
}

#[tokio::test]
async fn nights_that_leave_no_waking_hour_and_what_is_no_time_is_refused_and_changes_nothing() {
    let service = super::service();
    let aud = service.person("Aud").await;
    let fine = json!({"sleep": {"from": "22:00", "until": "06:00"}, "days_off": ["friday"]});
    let before = set(&aud, &fine).await.must_be(200);
    let night = |from: &str, until: &str| json!({"sleep": {"from": from, "until": until}});
    let week = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let cases = [
        (night("07:00", "07:00"), "sleep.until"),
        (night("07:00", "06:59"), "sleep.until"),
        (night("00:00", "16:01"), "sleep.until"),
        (night("25:00", "07:00"), "sleep.from"),
        (night("23:00", "7:00"), "sleep.until"),
        (night("23:00:00", "07:00"), "sleep.from"),
        (json!({"sleep": {"from": "23:00"}}), "sleep.until"),
        (json!({"days_off": week}), "days_off"),
        (json!({"days_off": &week[..4]}), "days_off"),
        (json!({"days_off": ["friday", "friday", "friday", "friday"]}), "days_off"),
        (json!({"days_off": ["someday"]}), "days_off[0]"),
        (json!({"zone": "UTC"}), "zone"),
    ];
    for (body, field) in cases {
        set(&aud, &body).await.must_blame(422, "invalid_field", field);
    }
    zone(&aud, "Middle/Earth").await.must_blame(422, "invalid_field", "time_zone");
    assert_eq!(aud.get("/v1/me/availability").await.must_be(200), before);
}

#[tokio::test]
async fn vacations_in_the_past_beyond_the_allowance_or_overlapping_are_refused_and_not_booked() {
    let service = super::service();
    let aud = service.person("Aud").await;
    book(&aud, "2026-12-01", "2026-12-20").await.must_be(201);
    let cases = [
        ("2026-11-19", "2026-11-21", "first_day"),
        ("2026-11-25", "2026-11-24", "last_day"),
        ("2026-12-20", "2026-12-21", "first_day"),
        ("2026-11-20", "2026-12-01", "first_day"),
        ("2026-12-21", "2026-12-31", "last_day"),
        ("2027-03-01", "2027-03-31", "last_day"),
        ("2027-12-31", "2028-01-01", "last_day"),
        ("2026-02-30", "2026-12-01", "first_day"),
    ];
    for (first, last, field) in cases {
        book(&aud, first, last).await.must_blame(422, "invalid_field", field);
    }
    book(&aud, "2026-12-22", "2026-12-31").await.must_be(201);
    book(&aud, "2027-03-01", "2027-03-30").await.must_be(201);
    let shown = aud.get("/v1/me/availability").await.must_be(200);
    assert_eq!(shown["vacations"].as_array().unwrap().len(), 3);
    assert_eq!(shown["vacation_days"][0], json!({"year": 2026, "left": 0}));
}

#[tokio::test]
async fn a_vacation_that_has_begun_ends_with_today_and_its_days_are_gone() {
    let service = super::service();
    let aud = service.person("Aud").await;
    let booked = book(&aud, "2026-11-20", "2026-11-29").await.must_be(201);
    let path = format!("/v1/me/vacations/{}", booked["id"].as_str().unwrap());
    let aud = after_days(&service, &aud, 2).await;
    aud.delete(&path).await.must_be(204);
    let shown = aud.get("/v1/me/availability").await.must_be(200);
    assert_eq!(shown["vacations"][0]["last_day"], "2026-11-22");
    assert_eq!(shown["vacation_days"][0]["left"], 27);
    let aud = after_days(&service, &aud, 1).await;
    aud.delete(&path).await.must_refuse(404, "vacation_not_found");
    let nobody = service.person("Bjarni").await;
    nobody.delete(&path).await.must_refuse(404, "vacation_not_found");
}

async fn after_days(service: &Service, person: &Person, days: i64) -> Person {
    service.app.clock.advance(TimeDelta::days(days));
    person.again().await
}

#[tokio::test]
async fn open_deadlines_follow_a_change_at_once_and_everybody_is_told_the_deadline_alone() {
    let service = super::service();
    let table = three(&service).await;
    let player = table.player(asked(&table).await).clone();
    // It is Friday, the 20th of November, noon.
    assert_eq!(deadline(&table).await, at("2026-11-23T12:00:00Z"));
    zone(&player, "Europe/Oslo").await.must_be(200);
    assert_eq!(deadline(&table).await, at("2026-11-23T12:00:00Z"));
    set(&player, &json!({"days_off": ["saturday", "sunday"]})).await.must_be(200);
    assert_eq!(deadline(&table).await, at("2026-11-25T12:00:00Z"));
    let booked = book(&player, "2026-11-24", "2026-11-26").await.must_be(201);
    assert_eq!(deadline(&table).await, at("2026-11-28T12:00:00Z").map(|day| day + TimeDelta::days(2)));
    player.delete(&format!("/v1/me/vacations/{}", booked["id"].as_str().unwrap())).await.must_be(204);
    assert_eq!(deadline(&table).await, at("2026-11-25T12:00:00Z"));
    let events = table.events(None).await;
    let moved: Vec<&Value> = events.iter().filter(|told| told["event"]["type"] == "deadline_moved").collect();
    assert_eq!(moved.len(), 3);
    let fields: Vec<&String> = moved[0]["event"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["deadline", "decision", "seat", "type"]);
    assert_eq!((&moved[0]["by"], &moved[0]["seat"]), (&json!("server"), &Value::Null));
}

#[tokio::test]
async fn what_has_counted_stays_counted_when_somebody_goes_to_bed() {
    let service = super::service();
    let table = three(&service).await;
    let player = table.player(asked(&table).await).clone();
    service.app.clock.advance(TimeDelta::hours(60));
    let player = player.again().await;
    // Midnight of Monday; twelve hours are left, and the night goes until seven.
    set(&player, &json!({"sleep": {"from": "23:00", "until": "07:00"}})).await.must_be(200);
    assert_eq!(deadline(&table).await, at("2026-11-23T19:00:00Z"));
    super::after_hours(&service, 13).await;
    assert_eq!(deadline(&table).await, at("2026-11-23T19:00:00Z"), "nothing lapses in the morning");
}

#[tokio::test]
async fn a_pause_and_a_vacation_do_not_count_twice() {
    let service = super::service();
    let table = three(&service).await;
    let seat = asked(&table).await;
    super::carry(&table, "pause").await;
    book(table.player(seat), "2026-11-21", "2026-11-22").await.must_be(201);
    assert_eq!(deadline(&table).await, None);
    super::carry(&table, "resume").await;
    assert_eq!(deadline(&table).await, at("2026-11-25T12:00:00Z"));
}

#[tokio::test]
async fn a_game_that_starts_knows_what_people_had_set() {
    let service = super::service();
    let people = service.people(NAMES).await;
    for person in &people {
        set(person, &json!({"days_off": ["saturday", "sunday"]})).await.must_be(200);
    }
    let table = Table::with(&banked("toy", 3), &people).await;
    assert_eq!(deadline(&table).await, at("2026-11-25T12:00:00Z"));
}

#[tokio::test]
async fn nobody_lapses_by_hours_that_a_game_has_not_heard_of() {
    let service = super::service();
    let table = three(&service).await;
    let seat = asked(&table).await;
    book(table.player(seat), "2026-11-21", "2026-11-30").await.must_be(201);
    // As if the process had died before the game was told.
    let until = "2026-11-23T12:00:00Z";
    service.database.run("UPDATE seats SET availability = NULL");
    service.database.run(&format!("UPDATE decisions SET deadline = '{until}'"));
    // The clocks that run come after those of the seats, and the deadline is the last field of one.
    let clocks =
        format!("UPDATE positions SET clocks = jsonb_set(clocks::jsonb, '{{1,0,5}}', '\"{until}\"')::text");
    service.database.run(&clocks);
    super::after_hours(&service, 72).await;
    assert!(table.events(None).await.iter().all(|told| told["by"] != "lapse"));
    assert_eq!(asked(&table).await, seat);
}

#[tokio::test]
async fn nobody_can_read_when_somebody_elses_time_counts() {
    let service = super::service();
    let people = service.people(NAMES).await;
    let secret = &people[0];
    zone(secret, "America/St_Johns").await.must_be(200);
    set(secret, &json!({"sleep": {"from": "01:23", "until": "09:45"}, "days_off": ["tuesday"]}))
        .await
        .must_be(200);
    book(secret, "2026-12-03", "2026-12-13").await.must_be(201);
    let table = Table::with(&banked("toy", 3), &people).await;
    table.play(5, &mut seeded_dice(1)).await;
    let other = table.players.iter().find(|player| player.id != secret.id).unwrap();
    let paths = [
        table.path.clone(),
        format!("{}/view", table.path),
        format!("{}/events?limit=500", table.path),
        format!("{}/legal", table.path),
        format!("{}/record", table.path),
        format!("/v1/people/{}", secret.id),
        "/v1/me/inbox".to_owned(),
        "/v1/me/availability".to_owned(),
        "/v1/me/export".to_owned(),
    ];
    for path in paths {
        let text = other.get(&path).await.text;
        for word in ["St_Johns", "01:23", "09:45", "tuesday", "2026-12-03", "2026-12-13"] {
            assert!(!text.contains(word), "{path} tells {word}: {text}");
        }
    }
    let mine = secret.get("/v1/me/export").await.text;
    assert!(mine.contains("01:23") && mine.contains("2026-12-03"), "{mine}");
}
