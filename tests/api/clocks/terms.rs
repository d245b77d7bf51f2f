//! What clock a table has.

use reqwest::Method;
use serde_json::{Value, json};

use super::{NAMES, deadline};
use crate::harness::Table;

#[tokio::test]
async fn a_table_shows_its_clock_and_has_a_day_for_each_decision_if_nobody_said_otherwise() {
    let service = super::service();
    let aud = service.person("Aud").await;
    let opened = aud.post("/v1/games", &json!({"ruleset": "toy", "seats": 3})).await.must_be(201);
    let usual =
        json!({"type": "banked", "free_hours": 24, "bank_hours": 72, "refund_hours": 6, "cap_hours": 96});
    assert_eq!((&opened["clock"], &opened["caretaker_after"]), (&usual, &json!(3)));
    let path = format!("/v1/games/{}", opened["id"].as_str().unwrap());
    let change = aud.request(Method::PATCH, &path);
    let plain = json!({"type": "plain", "hours": 48});
    let changed = aud.send(change.json(&json!({"clock": plain, "caretaker_after": 5}))).await.must_be(200);
    assert_eq!((&changed["clock"], &changed["caretaker_after"]), (&plain, &json!(5)));
    let renamed = aud.patch(&path, &json!({"name": "Thing"})).await.must_be(200);
    assert_eq!(renamed["clock"], plain, "what is left out stays");
    let listed = aud.get("/v1/games?mine=true").await.must_be(200);
    assert_eq!(listed["items"][0]["clock"], plain);
}

#[tokio::test]
async fn hours_that_can_not_be_are_refused_by_name_and_open_no_table() {
    let service = super::service();
    let aud = service.person("Aud").await;
    let banked = |field: &str, hours: i64| {
        let mut clock =
            json!({"type": "banked", "free_hours": 24, "bank_hours": 48, "refund_hours": 6, "cap_hours": 60});
        clock[field] = json!(hours);
        clock
    };
    let cases = [
        (json!({"type": "plain", "hours": -1}), "clock.hours"),
        (json!({"type": "plain", "hours": 0}), "clock.hours"),
        (json!({"type": "plain", "hours": 721}), "clock.hours"),
        (banked("free_hours", -24), "clock.free_hours"),
        (banked("bank_hours", 61), "clock.bank_hours"),
        (banked("refund_hours", -6), "clock.refund_hours"),
        (banked("cap_hours", 721), "clock.cap_hours"),
        (json!({"type": "plain"}), "clock.hours"),
        (json!({"type": "plain", "hours": 48.5}), "clock.hours"),
        (json!({"type": "sundial"}), "clock.type"),
        (json!({"type": "untimed", "hours": 1}), "clock"),
    ];
    for (clock, field) in cases {
        let game = json!({"ruleset": "toy", "seats": 3, "clock": clock});
        aud.post("/v1/games", &game).await.must_blame(422, "invalid_field", field);
    }
    for lapses in [0, 21] {
        let game = json!({"ruleset": "toy", "seats": 3, "caretaker_after": lapses});
        aud.post("/v1/games", &game).await.must_blame(422, "invalid_field", "caretaker_after");
    }
    assert_eq!(aud.get("/v1/games?mine=true").await.must_be(200)["items"], json!([]));
}

#[tokio::test]
async fn an_untimed_table_has_no_deadlines_and_can_not_extend_them() {
    let service = super::service();
    let game = json!({"ruleset": "toy", "seats": 3, "clock": {"type": "untimed"}});
    let table = Table::with(&game, &service.people(NAMES).await).await;
    assert_eq!(deadline(&table).await, None);
    let version = table.version().await;
    super::after_hours(&service, 10_000).await;
    assert_eq!(table.version().await, version, "nothing lapsed");
    let asked = json!({"kind": "extend_clocks"});
    let answer = table.post(0, "votes", &asked).await;
    answer.must_blame(422, "invalid_field", "kind");
    let shown = table.player(0).get(&table.path).await.must_be(200);
    assert_eq!(shown["progress"]["deadline"], Value::Null);
}

#[tokio::test]
async fn a_rematch_has_the_clock_of_the_game() {
    let service = super::service();
    let people = service.people(NAMES).await;
    let clock = json!({"type": "plain", "hours": 7});
    let table = Table::with(&json!({"ruleset": "toy", "seats": 3, "clock": clock}), &people).await;
    for seat in 0..2 {
        table.post(seat, "resign", &json!({})).await.must_be(200);
    }
    let again = table.post(2, "rematch", &json!({})).await;
    assert_eq!(again.json["clock"], clock, "{}", again.text);
}
