//! A take-back and something else at the same instant: one of them wins, and nothing is half.

use std::collections::BTreeSet;

use althing::service::deadlines::sweep;
use althing::service::play;
use chrono::TimeDelta;
use serde_json::json;

use super::{NAMES, act, founding, take_back};
use crate::harness::{Service, Table, connect, seeded_dice, stored};
use crate::position::{A, B, Position};

const ROUNDS: usize = 30;

/// Which of two requests went through, told by their status.
fn winner(first: u16, second: u16) -> usize {
    match (first, second) {
        (200, 200) => panic!("both went through"),
        (200, _) => 0,
        (_, 200) => 1,
        neither => panic!("neither went through: {neither:?}"),
    }
}

#[tokio::test]
async fn either_the_next_seat_acts_or_the_last_one_takes_back() {
    let service = Service::start_servers(2);
    let mut won = BTreeSet::new();
    let people = service.people(NAMES).await;
    for _ in 0..ROUNDS {
        let table = Table::of("settlers", &people).await;
        act(&table).await;
        let version = table.version().await;
        let (seat, _) = act(&table).await;
        let next = table.awaited().await[0];
        let this = table.moves(next, &mut seeded_dice(1)).await[0].clone();
        let other = table.player(next).at(&service.servers[1].address);
        let actions = format!("{}/actions", table.path);
        let body = this.body();
        let (back, acted) = tokio::join!(take_back(&table, seat, version), other.post(&actions, &body));
        let first = winner(back.status, acted.status);
        if first == 0 {
            assert!(["not_your_decision", "decision_closed"].contains(&acted.code()), "{}", acted.text);
        } else {
            back.must_refuse(409, "cannot_take_back");
            assert_eq!(back.json["reason"], "other_seat_acted");
        }
        won.insert(first);
        assert_eq!(table.version().await, version + 2);
        stored::must_be_whole(&*rulesets::find("settlers").unwrap(), &service.database, &table);
    }
    assert!(!won.is_empty());
}

#[tokio::test]
async fn a_take_back_and_a_lapse_of_the_next_seat_exclude_each_other() {
    let service = Service::start_with(|settings| settings.accounts.access_seconds = 100_000_000);
    let clock = json!({"type": "plain", "hours": 24});
    let people = service.people(NAMES).await;
    for _ in 0..8 {
        let table = Table::with(&json!({"ruleset": "settlers", "seats": 3, "clock": clock}), &people).await;
        act(&table).await;
        service.app.clock.advance(TimeDelta::hours(20));
        let version = table.version().await;
        let (seat, _) = act(&table).await;
        let (deadline_of_next, own) = (TimeDelta::hours(25), version);
        // The own decision was answered in time, but its time is over as well by now: the lapse alone is possible.
        service.app.clock.advance(deadline_of_next);
        let mut ctx = connect(&service).await;
        let (back, swept) = tokio::join!(take_back(&table, seat, own), sweep(&mut ctx));
        assert!(swept.unwrap());
        back.must_refuse(409, "cannot_take_back");
        while sweep(&mut ctx).await.unwrap() {}
        stored::must_be_whole(&*rulesets::find("settlers").unwrap(), &service.database, &table);
    }
}

#[tokio::test]
async fn two_take_backs_at_two_processes_are_one() {
    let service = Service::start_servers(2);
    let people = service.people(NAMES).await;
    for _ in 0..ROUNDS {
        let table = Table::of("settlers", &people).await;
        let version = table.version().await;
        let (seat, _) = act(&table).await;
        let (path, body) = (format!("{}/take-back", table.path), json!({"version": version}));
        let here = table.player(seat);
        let there = here.at(&service.servers[1].address);
        let (one, two) = tokio::join!(here.post(&path, &body), there.post(&path, &body));
        winner(one.status, two.status);
        assert_eq!(table.version().await, version + 2);
    }
}

#[tokio::test]
async fn a_take_back_and_a_standing_order_that_is_set_exclude_nothing_half() {
    let service = Service::start_servers(2);
    let table = founding(&service).await;
    let version = table.version().await;
    let (seat, _) = act(&table).await;
    let other = table.player((seat + 1) % 3).at(&service.servers[1].address);
    let order = json!({"order": {"type": "reject"}});
    let orders = format!("{}/orders", table.path);
    let (back, _) = tokio::join!(take_back(&table, seat, version), other.post(&orders, &order));
    back.must_be(200);
    stored::must_be_whole(&*rulesets::find("settlers").unwrap(), &service.database, &table);
}

/// Landnám: A has iron, which B would give wool for. A game whose orders wait a minute at most.
async fn market(service: &Service) -> Table {
    let people = service.people(NAMES).await;
    let clock = json!({"type": "plain", "hours": 24});
    let game = json!({"ruleset": "landnam", "seats": 3, "clock": clock, "order_delay_seconds": 60});
    let table = Table::with(&game, &people).await;
    let position = Position::with(3).hand(A, [2, 0, 0, 0]).hand(B, [0, 0, 0, 2]).trading();
    stored::replace_state(&service.database, &table.id, &serde_json::to_string(&position.state).unwrap());
    table
}

/// The version before the offer of a seat.
async fn offer(table: &Table, seat: usize, kind: &str, give: &str, want: &str) -> i64 {
    let legal = super::legal(table, seat).await;
    let open = legal["decisions"].as_array().unwrap().iter().find(|open| open["decision"]["kind"] == kind);
    let action = json!({"type": "offer_trade", "give": {give: 1}, "want": {want: 1}});
    let body = json!({"decision": open.unwrap()["decision"]["id"], "action": action});
    table.post(seat, "actions", &body).await.must_be(200);
    legal["version"].as_i64().unwrap()
}

fn happened(service: &Service, table: &Table, kind: &str) -> usize {
    let log = stored::log(&service.database, &table.id);
    log.values()
        .filter(|entry| format!("{}{}", entry["events"], entry["service_events"]).contains(kind))
        .count()
}

#[tokio::test]
async fn either_a_standing_order_accepts_an_offer_or_its_maker_takes_it_back() {
    let mut won = BTreeSet::new();
    for _ in 0..12 {
        let service = Service::start_with(|settings| settings.accounts.access_seconds = 100_000_000);
        let table = market(&service).await;
        let order = json!({"order": {"type": "accept_trade", "get": "iron", "pay": "wool", "up_to": 1}});
        table.post(1, "orders", &order).await.must_be(201);
        let version = offer(&table, 0, "build", "iron", "wool").await;
        service.app.clock.advance(TimeDelta::seconds(61));
        let mut ctx = connect(&service).await;
        let (back, _) = tokio::join!(take_back(&table, 0, version), play::order_turn(&mut ctx));
        while play::order_turn(&mut ctx).await.unwrap() {}
        let (traded, returned) =
            (happened(&service, &table, "trade_made"), happened(&service, &table, "taken_back"));
        assert_eq!((traded + returned, returned == 1), (1, back.status == 200), "{}", back.text);
        if back.status != 200 {
            back.must_refuse(409, "cannot_take_back");
        }
        won.insert(returned);
    }
    assert!(!won.is_empty());
}

#[tokio::test]
async fn a_counter_offer_is_taken_back_before_the_active_seat_lapses_or_not_at_all() {
    for _ in 0..8 {
        let service = Service::start_with(|settings| settings.accounts.access_seconds = 100_000_000);
        let table = market(&service).await;
        // What was due before the position was put up is not; the first action opens what is.
        service.database.run(&format!("DELETE FROM decisions WHERE game_id = '{}'", table.id));
        offer(&table, 0, "build", "iron", "grain").await;
        let version = offer(&table, 1, "trade", "wool", "iron").await;
        service.app.clock.advance(TimeDelta::hours(25));
        let mut ctx = connect(&service).await;
        let (back, _) = tokio::join!(take_back(&table, 1, version), sweep(&mut ctx));
        while sweep(&mut ctx).await.unwrap() {}
        let log = stored::log(&service.database, &table.id);
        assert!(log.keys().copied().eq(0..log.len() as i64), "a gap in {:?}", log.keys());
        let lapse = log.values().position(|entry| entry["made_by"] == "lapse").expect("a lapse");
        let returned =
            log.values().position(|entry| entry["service_events"].to_string().contains("taken_back"));
        assert_eq!(returned.is_some(), back.status == 200, "{}", back.text);
        assert!(returned.is_none_or(|returned| returned < lapse));
    }
}
