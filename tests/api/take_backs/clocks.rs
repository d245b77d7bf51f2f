//! Nobody loses time by a take-back, and nobody gains any.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{NAMES, act, options, take_back};
use crate::harness::{Service, Table};

/// A day for each decision and two in the bank.
async fn timed(service: &Service) -> Table {
    let clock =
        json!({"type": "banked", "free_hours": 24, "bank_hours": 48, "refund_hours": 6, "cap_hours": 60});
    let game = json!({"ruleset": "settlers", "seats": 3, "clock": clock, "caretaker_after": 2});
    Table::with(&game, &service.people(NAMES).await).await
}

fn service() -> Service {
    Service::start_with(|settings| settings.accounts.access_seconds = 100_000_000)
}

async fn deadline(table: &Table) -> Value {
    table.view(None).await["awaited"][0]["deadline"].clone()
}

#[tokio::test]
async fn the_deadline_is_as_if_the_action_had_never_come() {
    let service = service();
    let table = timed(&service).await;
    let (before, version) = (deadline(&table).await, table.version().await);
    service.app.clock.advance(TimeDelta::hours(5));
    let (seat, _) = act(&table).await;
    assert_ne!(deadline(&table).await, before);
    service.app.clock.advance(TimeDelta::hours(3));
    take_back(&table, seat, version).await.must_be(200);
    assert_eq!(deadline(&table).await, before);
}

#[tokio::test]
async fn the_other_seat_gets_its_waiting_time_back() {
    let service = service();
    let table = timed(&service).await;
    act(&table).await;
    let version = table.version().await;
    let (seat, road) = act(&table).await;
    let first = deadline(&table).await;
    // Thirty hours: the next seat's free day is used up, and six hours of its bank.
    service.app.clock.advance(TimeDelta::hours(30));
    take_back(&table, seat, version).await.must_be(200);
    let again = super::decision(&table, seat).await;
    let body = json!({"decision": again, "action": road.action});
    table.player(seat).post(&format!("{}/actions", table.path), &body).await.must_be(200);
    let shown = deadline(&table).await;
    let at = |text: &Value| text.as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    assert_eq!(at(&shown) - at(&first), TimeDelta::hours(30), "the whole day and the whole bank");
}

#[tokio::test]
async fn there_is_no_way_back_to_a_question_whose_time_is_over() {
    let service = service();
    let table = timed(&service).await;
    let version = table.version().await;
    service.app.clock.advance(TimeDelta::hours(70));
    let (seat, _) = act(&table).await;
    let (second, _) = (table.version().await, act(&table).await);
    service.app.clock.advance(TimeDelta::hours(3));
    assert_eq!(options(&table, seat).await, (vec![second], "time_over".to_owned()));
    let refused = take_back(&table, seat, version).await;
    refused.must_refuse(409, "cannot_take_back");
    assert_eq!(refused.json["reason"], "time_over");
    take_back(&table, seat, second).await.must_be(200);
}
