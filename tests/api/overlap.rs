//! When two are both usually available: for those who turned it on, and nothing of anybody else.

use serde_json::{Value, json};

use crate::harness::{Answer, Person, Service, described};

/// Turns it on, with this zone and night.
pub async fn share(person: &Person, zone: &str, night: [&str; 2], days_off: Value) {
    let mine = json!({"time_zone": zone, "shares_availability": true});
    assert_eq!(person.patch("/v1/me", &mine).await.must_be(200)["shares_availability"], true);
    let sleep = json!({"sleep": {"from": night[0], "until": night[1]}, "days_off": days_off});
    person.put("/v1/me/availability", &sleep).await.must_be(200);
}

async fn with(person: &Person, other: &str) -> Answer {
    person.get(&format!("/v1/me/availability/overlap?person={other}")).await
}

/// The hours with the only player of an answer.
fn hours(answer: &Value) -> Vec<(usize, String, String)> {
    described::must_fit("AvailabilityOverlap", answer);
    let [player] = answer["players"].as_array().unwrap().as_slice() else { panic!("{answer}") };
    let text = |one: &Value, field: &str| one[field].as_str().unwrap().to_owned();
    let hours = player["hours"].as_array().unwrap().iter();
    hours.map(|one| (one["days"].as_array().unwrap().len(), text(one, "from"), text(one, "until"))).collect()
}

fn daily(from: &str, until: &str) -> Vec<(usize, String, String)> {
    vec![(7, from.to_owned(), until.to_owned())]
}

#[tokio::test]
async fn two_who_turned_it_on_see_when_both_are_awake_by_their_own_clock() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    share(&aud, "Asia/Tokyo", ["23:00", "07:00"], json!([])).await;
    share(&bjarni, "Atlantic/Reykjavik", ["16:00", "08:00"], json!([])).await;
    // Iceland is nine hours behind, all year.
    let hers = with(&aud, "Bjarni").await.must_be(200);
    assert_eq!((hours(&hers), &hers["time_zone"]), (daily("17:00", "23:00"), &json!("Asia/Tokyo")));
    assert_eq!(hours(&with(&bjarni, &aud.id).await.must_be(200)), daily("08:00", "14:00"));
    share(&bjarni, "Atlantic/Reykjavik", ["16:00", "08:00"], json!(["saturday", "sunday"])).await;
    let weekdays = with(&aud, "Bjarni").await.must_be(200);
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday"];
    assert_eq!(weekdays["players"][0]["hours"], json!([{"days": days, "from": "17:00", "until": "23:00"}]));
}

#[tokio::test]
async fn before_joining_a_player_sees_it_with_those_who_wait_and_share_it() {
    let service = Service::start();
    let [aud, bjarni, cnut, dalla] = service.people(["Aud", "Bjarni", "Cnut", "Dalla"]).await;
    for person in [&aud, &bjarni, &dalla] {
        share(person, "UTC", ["22:00", "08:00"], json!([])).await;
    }
    let game = bjarni.open(&json!({"ruleset": "toy", "seats": 4})).await;
    for person in [&cnut, &dalla] {
        person.post(&format!("{game}/join"), &json!({})).await.must_be(200);
    }
    let path = |game: &str| {
        let id = game.rsplit('/').next().unwrap();
        format!("/v1/me/availability/overlap?game_id={id}")
    };
    let names = |answer: Value| -> Vec<String> {
        described::must_fit("AvailabilityOverlap", &answer);
        let players = answer["players"].as_array().unwrap().clone();
        players.iter().map(|player| player["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(aud.get(&path(&game)).await.must_be(200)), ["Bjarni", "Dalla"]);
    assert_eq!(names(dalla.get(&path(&game)).await.must_be(200)), ["Bjarni"], "not with oneself");
    cnut.get(&path(&game)).await.must_refuse(409, "availability_not_shared");
    let hidden = cnut.open(&json!({"ruleset": "toy", "seats": 2, "visibility": "private"})).await;
    aud.get(&path(&hidden)).await.must_refuse(404, "game_not_found");
    aud.get("/v1/me/availability/overlap").await.must_blame(400, "invalid_parameter", "game_id");
    let both = format!("{}&person=Bjarni", path(&game));
    aud.get(&both).await.must_blame(400, "invalid_parameter", "game_id");
}

#[tokio::test]
async fn of_those_who_did_not_turn_it_on_who_block_or_are_blocked_or_are_nobody_all_is_alike() {
    let service = Service::start();
    let [aud, off, blocks, blocked, gone] = service.people(["Aud", "Off", "Blocks", "Blocked", "Gone"]).await;
    for person in [&aud, &off, &blocks, &blocked, &gone] {
        share(person, "UTC", ["22:00", "08:00"], json!([])).await;
        assert_eq!(
            with(&aud, &person.id).await.json["players"].as_array().unwrap().len(),
            usize::from(person.id != aud.id)
        );
    }
    off.patch("/v1/me", &json!({"shares_availability": false})).await.must_be(200);
    blocks.block(&aud.id).await.must_be(204);
    aud.block(&blocked.id).await.must_be(204);
    gone.delete_with("/v1/me", &json!({"password": "a long ship west"})).await.must_be(204);
    let nobody = "01900000-0000-7000-8000-000000000000";
    let alike = with(&aud, "Nobody").await;
    assert_eq!(alike.must_be(200), json!({"time_zone": "UTC", "players": []}));
    let alike = with(&aud, "Nobody").await;
    for other in [&*off.id, &*blocks.id, &*blocked.id, &*gone.id, nobody, "Off", "Blocks", "Blocked", "%25"] {
        let answer = with(&aud, other).await;
        assert_eq!((&answer, &answer.marks), (&alike, &alike.marks), "{other}");
    }
    // Nor does it say anything of others to whom it is off.
    with(&off, "Aud").await.must_refuse(409, "availability_not_shared");
    with(&off, "Nobody").await.must_refuse(409, "availability_not_shared");
}

#[tokio::test]
async fn vacations_are_never_in_it() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    for person in [&aud, &bjarni] {
        share(person, "UTC", ["22:00", "08:00"], json!(["monday"])).await;
    }
    let before = with(&aud, "Bjarni").await;
    assert_eq!(hours(&before.json), [(6, "08:00".to_owned(), "22:00".to_owned())]);
    let today = service.app.now().date_naive();
    let vacation = json!({"first_day": today, "last_day": today + chrono::TimeDelta::days(6)});
    for person in [&bjarni, &aud] {
        person.post("/v1/me/vacations", &vacation).await.must_be(201);
        assert_eq!(with(&aud, "Bjarni").await, before);
    }
}
