//! Orders that can't apply any more.

use serde_json::{Value, json};

use super::{bet, leave, orders, playing};
use crate::harness::{PostOffice, Table, stored};

/// The toy with the card in the hand of the seat whose turn it is.
async fn holding(office: &PostOffice, card: u8) -> Table {
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("toy", &people).await;
    let mut state: Value = serde_json::from_str(&stored::state(&office.service.database, &table.id)).unwrap();
    state["pile"].as_array_mut().unwrap().retain(|kept| *kept != json!(card));
    state["hands"][0] = json!([card]);
    stored::replace_state(&office.service.database, &table.id, &state.to_string());
    table
}

#[tokio::test]
async fn an_order_that_can_apply_no_more_is_dropped_and_its_owner_is_told_why() {
    let office = PostOffice::open();
    let table = holding(&office, 5).await;
    for seat in [1, 2] {
        leave(&table, seat, playing(5)).await;
        leave(&table, seat, playing(6)).await;
    }
    let play = json!({"decision": "t0.go", "action": {"type": "play", "card": 5}});
    table.player(0).post(&format!("{}/actions", table.path), &play).await.must_be(200);
    let listed = orders(&table, 1).await;
    assert_eq!(listed["items"][0]["spent"]["reason"], "card_played");
    assert_eq!(listed["items"][1]["spent"], Value::Null);
    office.quiet().await;
    let mails = office.sink.taken();
    let told: Vec<_> = mails.iter().filter(|mail| mail.subject().contains("standing order")).collect();
    assert_eq!(told.len(), 2, "one to each owner");
    for mail in told {
        assert!(mail.text().contains("No longer applies: Play when held (Card played)"), "{}", mail.text());
        assert!(!mail.text().contains("Keep betting"));
    }
    // It tells once, and never answers.
    bet(&table, 1).await;
    office.quiet().await;
    let count = office.sink.taken().iter().filter(|mail| mail.subject().contains("standing order")).count();
    assert_eq!(count, 2);
}

#[tokio::test]
async fn an_order_that_answers_for_the_last_time_is_laid_down_in_the_same_write() {
    let office = PostOffice::open();
    let table = holding(&office, 5).await;
    let set = leave(&table, 0, playing(5)).await;
    assert_eq!(set["order"]["spent"]["reason"], "card_played");
    assert_eq!(table.awaited().await, [1]);
}

#[tokio::test]
async fn what_the_rules_of_today_can_not_read_is_laid_down_and_stops_nobody() {
    let office = PostOffice::open();
    let table = holding(&office, 5).await;
    leave(&table, 1, playing(6)).await;
    office.tamper("UPDATE orders SET content = '{\"type\": \"of_old\"}', kind = 'of_old'");
    bet(&table, 0).await;
    assert_eq!(orders(&table, 1).await["items"][0]["spent"]["reason"], "unreadable");
    assert_eq!(table.awaited().await, [1]);
}
