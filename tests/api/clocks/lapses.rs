//! What nobody answers in time.

use chrono::TimeDelta;
use rules::Registered;
use serde_json::{Value, json};

use super::{after_hours, asked, bet, deadline, hours_left, let_bots_play, settle, three};
use crate::harness::{Service, Table, seeded_dice, stored};
use crate::stones::Stones;

async fn lapses(table: &Table) -> Vec<Value> {
    let events = table.events(None).await.into_iter();
    events.filter(|told| told["by"] == "lapse").collect()
}

#[tokio::test]
async fn what_is_not_answered_in_time_is_answered_by_the_rules_and_told_as_a_lapse() {
    let service = super::service();
    let table = three(&service).await;
    let seat = asked(&table).await;
    service.app.clock.advance(TimeDelta::hours(72) - TimeDelta::microseconds(1));
    settle(&service).await;
    assert_eq!(lapses(&table).await, Vec::<Value>::new(), "not before its time");
    service.app.clock.advance(TimeDelta::microseconds(1));
    settle(&service).await;
    let told = lapses(&table).await;
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!((&told[0]["seat"], &told[0]["event"]["type"]), (&json!(seat), &json!("bet")));
    assert_ne!(asked(&table).await, seat, "the game goes on");
    let profile = format!("/v1/people/{}", table.player(seat).name);
    let counted = service.stranger().get(&profile).await.must_be(200);
    assert_eq!(
        (&counted["reliability"]["lapses"], &counted["reliability"]["games_finished"]),
        (&json!(1), &json!(0))
    );
    settle(&service).await;
    assert_eq!(lapses(&table).await.len(), 1, "once");
    let title = service.app.ruleset("toy").unwrap();
    stored::must_be_whole(title, &service.database, &table);
}

#[tokio::test]
async fn an_answer_after_a_lapse_is_too_late_and_one_before_it_is_not() {
    let service = super::service();
    let table = three(&service).await;
    let (open, seat) = (super::awaited(&table).await, asked(&table).await);
    let body = json!({"decision": open["decision"], "action": {"type": "bet", "amount": 1}});
    after_hours(&service, 72).await;
    let late = table.post(seat, "actions", &body).await;
    late.must_refuse(409, "decision_closed");
    // Over, but not yet swept: an answer still counts.
    service.app.clock.advance(TimeDelta::hours(73));
    bet(&table).await;
    settle(&service).await;
    assert_eq!(lapses(&table).await.len(), 1);
}

#[tokio::test]
async fn a_lapse_empties_the_bank_and_brings_nothing_back() {
    let service = super::service();
    let table = three(&service).await;
    let seat = asked(&table).await;
    after_hours(&service, 72).await;
    bet(&table).await;
    bet(&table).await;
    assert_eq!(asked(&table).await, seat);
    assert_eq!(hours_left(&service, &table).await, Some(24), "free hours alone");
    bet(&table).await;
    bet(&table).await;
    bet(&table).await;
    assert_eq!(hours_left(&service, &table).await, Some(30));
}

#[tokio::test]
async fn after_some_lapses_in_a_row_a_bot_plays_until_the_owner_comes_back_and_is_asked() {
    let service = super::service();
    let table = three(&service).await;
    let seat = asked(&table).await;
    after_hours(&service, 72).await;
    bet(&table).await;
    bet(&table).await;
    assert_eq!(asked(&table).await, seat);
    after_hours(&service, 24).await;
    let caretaker = async || {
        let shown = table.player(seat).get(&table.path).await.must_be(200);
        shown["seats"][seat]["caretaker"].clone()
    };
    assert_eq!(caretaker().await, "random");
    bet(&table).await;
    bet(&table).await;
    assert_eq!((asked(&table).await, deadline(&table).await), (seat, None), "a bot has no clock");
    let open = super::awaited(&table).await;
    let body = json!({"decision": open["decision"], "action": {"type": "bet", "amount": 1}});
    let refused = table.post(seat, "actions", &body).await;
    refused.must_refuse(409, "caretaker_plays");
    table.post(seat, "return", &json!({})).await.must_be(200);
    assert_eq!(caretaker().await, Value::Null);
    assert_eq!((asked(&table).await, hours_left(&service, &table).await), (seat, Some(24)));
    bet(&table).await;
    let_bots_play(&service).await;
    assert_ne!(asked(&table).await, seat);
}

#[tokio::test]
async fn an_answer_in_between_begins_the_count_anew() {
    let service = super::service();
    let table = three(&service).await;
    let seat = asked(&table).await;
    for _ in 0..3 {
        after_hours(&service, 72).await;
        bet(&table).await;
        bet(&table).await;
        assert_eq!(asked(&table).await, seat);
        bet(&table).await;
        bet(&table).await;
        bet(&table).await;
    }
    let shown = table.player(seat).get(&table.path).await.must_be(200);
    assert_eq!(shown["seats"][seat]["caretaker"], Value::Null);
    assert_eq!(lapses(&table).await.len(), 3);
}

#[tokio::test]
async fn a_newcomer_has_a_clock_of_his_own() {
    let service = super::service();
    let table = three(&service).await;
    let (seat, dalla) = (asked(&table).await, service.person("Dalla").await);
    service.app.clock.advance(TimeDelta::hours(60));
    let replace = json!({"kind": "replace_seat", "seat": seat, "account": dalla.id});
    let others: Vec<usize> = (0..3).filter(|other| *other != seat).collect();
    let vote = table.post(others[0], "votes", &replace).await.must_be(201);
    table.ballot(others[1], &vote, "yes").await.must_be(200);
    dalla.post(&format!("{}/seats/{seat}/take", table.path), &json!({})).await.must_be(200);
    let view = dalla.get(&format!("{}/view", table.path)).await.must_be(200);
    let until: althing::time_control::Instant =
        view["awaited"][0]["deadline"].as_str().unwrap().parse().unwrap();
    assert_eq!((until - service.app.now()).num_hours(), 72);
}

#[tokio::test]
async fn a_game_that_can_not_be_swept_keeps_no_other_waiting() {
    let service = super::service();
    let (broken, sound) = (
        three(&service).await,
        Table::with(
            &super::banked("toy", 3),
            &[service.person("Dalla").await, service.person("Egil").await, service.person("Finn").await],
        )
        .await,
    );
    let newer = format!("UPDATE games SET rules_version = 99 WHERE id = '{}'", broken.id);
    service.database.run(&newer);
    service.app.clock.advance(TimeDelta::hours(72));
    let mut ctx = crate::harness::connect(&service).await;
    let first = althing::service::deadlines::sweep(&mut ctx).await;
    let second = althing::service::deadlines::sweep(&mut ctx).await;
    assert!(first.is_err() || second.is_err(), "one of them is of a newer release");
    settle(&service).await;
    assert_eq!(lapses(&sound).await.len(), 1);
    let older = format!("UPDATE games SET rules_version = 1 WHERE id = '{}'", broken.id);
    service.database.run(&older);
    service.app.clock.advance(TimeDelta::seconds(61));
    settle(&service).await;
    assert_eq!(lapses(&broken).await.len(), 1, "it is tried again");
}

// Tables at which people are missing end all the same.

/// More rounds than any game of these few turns takes.
const MOST_ROUNDS: usize = 2_000;

async fn ends_with_absent(ruleset: &str, absent: usize) {
    let service = Service::start_short_with(3, super::patient);
    let people = service.people(["Aud", "Bjarni", "Cnut", "Dalla"]).await;
    let clock = json!({"type": "plain", "hours": 1});
    let game = json!({"ruleset": ruleset, "seats": 4, "clock": clock, "caretaker_after": 2});
    let table = Table::with(&game, &people).await;
    let mut dice = seeded_dice(absent as u64);
    for _ in 0..MOST_ROUNDS {
        let_bots_play(&service).await;
        let waits_for = table.awaited().await;
        if waits_for.is_empty() {
            break;
        }
        match waits_for.iter().find(|seat| **seat >= absent) {
            Some(&seat) => {
                let moves = table.moves(seat, &mut dice).await;
                let ends = moves.iter().find(|this| this.action["type"] == "end_turn");
                table.make(seat, ends.unwrap_or(&moves[0])).await.must_be(200);
            }
            None => {
                service.app.clock.advance(TimeDelta::hours(1));
                settle(&service).await;
            }
        }
    }
    let shown = table.player(0).get(&table.path).await.must_be(200);
    assert_eq!(shown["status"], "finished", "{ruleset} with {absent} absent: {shown}");
    let kept = shown["seats"].as_array().unwrap().iter();
    let bots = kept.filter(|seat| seat["caretaker"] == "steady").count();
    assert!(bots >= absent.min(1) && bots <= absent, "{bots} bots for {absent}");
    stored::must_be_whole(table_title(&service, ruleset), &service.database, &table);
}

fn table_title<'s>(service: &'s Service, ruleset: &str) -> &'s dyn rules::AnyRuleset {
    service.app.ruleset(ruleset).unwrap()
}

#[tokio::test]
async fn landnam_ends_with_one_two_and_all_players_absent() {
    for absent in [1, 2, 4] {
        ends_with_absent("landnam", absent).await;
    }
}

#[tokio::test]
async fn nord_ends_with_one_two_and_all_players_absent() {
    for absent in [1, 2, 4] {
        ends_with_absent("nord", absent).await;
    }
}

#[tokio::test]
async fn the_settlers_end_with_one_two_and_all_players_absent() {
    for absent in [1, 2, 4] {
        ends_with_absent("settlers", absent).await;
    }
}

// A ruleset of rules alone: no bot can play for those who stay away or leave, and its games end all the same.

/// Two at a game of seven stones, with an hour for each decision.
async fn started() -> (Service, Table) {
    let service = Service::start_with_ruleset(Box::new(Registered::of(Stones)));
    let people = service.people(["Aud", "Bjarni"]).await;
    let clock = json!({"type": "plain", "hours": 1});
    let game = json!({"ruleset": "stones", "seats": 2, "clock": clock, "caretaker_after": 2});
    let table = Table::with(&game, &people).await;
    (service, table)
}

#[tokio::test]
async fn the_rules_go_on_answering_for_players_who_stay_away() {
    let (service, table) = started().await;
    for stone in 1..=7 {
        let shown = table.player(0).get(&table.path).await.must_be(200);
        assert_eq!(shown["status"], "running", "before stone {stone}");
        after_hours(&service, 1).await;
    }
    let shown = table.player(0).get(&table.path).await.must_be(200);
    assert_eq!(shown["status"], "finished", "{shown}");
    assert!(shown["seats"].as_array().unwrap().iter().all(|seat| seat["caretaker"].is_null()), "{shown}");
}

#[tokio::test]
async fn a_player_who_deletes_the_account_gives_up() {
    let (_service, table) = started().await;
    let leaving = table.player(1);
    let password = json!({"password": "a long ship west"});
    leaving.delete_with("/v1/me", &password).await.must_be(204);
    let shown = table.player(0).get(&table.path).await.must_be(200);
    assert_eq!(shown["status"], "finished", "{shown}");
}
