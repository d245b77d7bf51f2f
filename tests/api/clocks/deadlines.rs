//! Deadlines while people play, rest, and give each other time.

use chrono::TimeDelta;
use serde_json::Value;

use super::{NAMES, asked, banked, bet, carry, deadline, hours_left, three};
use crate::harness::{Server, Table, seeded_dice, stored};
use crate::support::CountingProxy;

#[tokio::test]
async fn free_hours_and_bank_make_the_deadline_and_an_answer_brings_something_back() {
    let service = super::service();
    let table = three(&service).await;
    assert_eq!(hours_left(&service, &table).await, Some(72));
    // The first answers at once and gets six hours, the second takes six out of his bank and gets them back.
    let first = asked(&table).await;
    bet(&table).await;
    service.app.clock.advance(TimeDelta::hours(30));
    bet(&table).await;
    bet(&table).await;
    assert_eq!(asked(&table).await, first);
    assert_eq!(hours_left(&service, &table).await, Some(24 + 54));
    bet(&table).await;
    assert_eq!(hours_left(&service, &table).await, Some(24 + 48));
}

#[tokio::test]
async fn the_deadline_stands_in_view_reply_game_inbox_and_stream() {
    let service = super::service();
    let table = three(&service).await;
    let reply = bet(&table).await;
    let until = reply["awaited"][0]["deadline"].clone();
    assert!(until.is_string(), "{reply}");
    let view = table.view(None).await;
    assert_eq!(view["awaited"][0]["deadline"], until);
    let version = view["version"].as_i64().unwrap();
    let shown = table.player(0).get(&table.path).await.must_be(200);
    assert_eq!(shown["progress"]["deadline"], until);
    let inbox = table.player(asked(&table).await).get("/v1/me/inbox").await.must_be(200);
    assert_eq!(inbox["items"][0]["deadline"], until);
    bet(&table).await;
    let past = format!("{}/view?version={version}&as=spectator", table.path);
    assert_eq!(table.player(0).get(&past).await.must_be(200)["awaited"][0]["deadline"], until);
}

#[tokio::test]
async fn a_repeated_request_is_answered_with_the_same_deadlines() {
    let service = super::service();
    let table = three(&service).await;
    let open = super::awaited(&table).await;
    let body = serde_json::json!({"decision": open["decision"], "action": {"type": "bet", "amount": 1}});
    let (player, path) = (table.player(asked(&table).await).clone(), format!("{}/actions", table.path));
    let first = player.post_under("once", &path, &body).await;
    assert!(first.json["awaited"][0]["deadline"].is_string(), "{}", first.text);
    service.app.clock.advance(TimeDelta::hours(5));
    bet(&table).await;
    assert_eq!(player.post_under("once", &path, &body).await, first);
}

#[tokio::test]
async fn a_pause_stops_all_clocks_and_going_on_gives_back_what_was_left() {
    let service = super::service();
    let table = three(&service).await;
    service.app.clock.advance(TimeDelta::hours(20));
    carry(&table, "pause").await;
    assert_eq!(deadline(&table).await, None);
    super::after_hours(&service, 24 * 60).await;
    assert_eq!(stored::records(&service.database, "entries", &table.id).last().unwrap()["made_by"], "seat");
    carry(&table, "resume").await;
    assert_eq!(hours_left(&service, &table).await, Some(52));
}

#[tokio::test]
async fn a_vote_for_more_time_gives_48_hours_to_what_is_open_and_to_nothing_else() {
    let service = super::service();
    let table = three(&service).await;
    let before = deadline(&table).await.unwrap();
    carry(&table, "extend_clocks").await;
    assert_eq!(deadline(&table).await, Some(before + TimeDelta::hours(48)));
    let events = table.events(None).await;
    let extended = events.iter().find(|told| told["event"]["type"] == "clocks_extended").unwrap();
    assert_eq!(extended["event"]["hours"], 48);
    super::after_hours(&service, 72).await;
    assert!(!lapsed(&table).await, "the old deadline is over and the new one is not");
    bet(&table).await;
    assert_eq!(hours_left(&service, &table).await, Some(72));
}

async fn lapsed(table: &Table) -> bool {
    table.events(None).await.iter().any(|told| told["by"] == "lapse")
}

#[tokio::test]
async fn clocks_cost_no_round_trip() {
    let service = super::service();
    let people = service.people(NAMES).await;
    let proxy = CountingProxy::before(&service.database.url());
    let counted = Server::start(service.app.clone(), proxy.url.clone());
    let mut cost = Vec::new();
    for clock in [serde_json::json!({"type": "untimed"}), banked("toy", 3)["clock"].clone()] {
        let game = serde_json::json!({"ruleset": "toy", "seats": 3, "clock": clock});
        let mut table = Table::with(&game, &people).await;
        table.players = table.players.iter().map(|player| player.at(&counted.address)).collect();
        // The first look and the first act prepare their statements.
        bet(&table).await;
        // A request that comes a second after the one before it also asks which sessions have ended, as may happen where
        // the machine is busy: the cheapest of five counts.
        let mut trips = [usize::MAX; 2];
        for _ in 0..5 {
            let before = proxy.trips();
            table.view(None).await;
            let seen = proxy.trips();
            bet(&table).await;
            trips = [trips[0].min(seen - before), trips[1].min(proxy.trips() - seen)];
        }
        cost.push(trips);
    }
    // `bet` looks before it acts: one read, and one write of what this server wrote before.
    assert_eq!(cost, [[1, 2], [1, 2]]);
}

#[tokio::test]
async fn every_deadline_that_is_stored_is_the_one_that_is_shown() {
    let service = super::service();
    let table = Table::with(&banked("landnam", 3), &service.people(NAMES).await).await;
    let mut dice = seeded_dice(3);
    for round in 0..60 {
        service.app.clock.advance(TimeDelta::minutes(17 * round));
        if table.go_on(&mut dice).await.is_none() {
            break;
        }
        let view = table.view(None).await;
        let key = |one: &Value| (one["seat"].as_u64(), one["decision"].to_string());
        let instant = |value: &Value| {
            value["deadline"].as_str().map(|text| text.parse::<althing::time_control::Instant>().unwrap())
        };
        let mut shown: Vec<_> =
            view["awaited"].as_array().unwrap().iter().map(|open| (key(open), instant(open))).collect();
        let mut kept: Vec<_> = stored::records(&service.database, "decisions", &table.id)
            .iter()
            .map(|row| (key(row), instant(row)))
            .collect();
        shown.sort();
        kept.sort();
        assert_eq!(shown, kept);
        assert!(
            view["awaited"]
                .as_array()
                .unwrap()
                .iter()
                .all(|open| open["deadline"].is_string() == open["blocking"].as_bool().unwrap())
        );
    }
}
