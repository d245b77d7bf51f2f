//! A take-back and something else at the same instant: one of them wins, and nothing is half.

use std::collections::BTreeSet;

use althing::service::deadlines::sweep;
use chrono::TimeDelta;
use serde_json::json;

use super::{NAMES, act, founding, take_back};
use crate::harness::{Service, Table, connect, stored};

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
        let this =
            table.moves(next, &mut rand_chacha::rand_core::SeedableRng::seed_from_u64(1)).await[0].clone();
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
        let mut connection = connect(&service).await;
        let (back, swept) = tokio::join!(take_back(&table, seat, own), sweep(&service.app, &mut connection));
        assert!(swept.unwrap());
        back.must_refuse(409, "cannot_take_back");
        while sweep(&service.app, &mut connection).await.unwrap() {}
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
