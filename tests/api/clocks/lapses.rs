//! What nobody answers in time.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{after_hours, asked, bet, deadline, hours_left, let_bots_play, settle, three};
use crate::harness::{Table, stored};

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
    let late = table.player(seat).post(&format!("{}/actions", table.path), &body).await;
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
    let refused = table.player(seat).post(&format!("{}/actions", table.path), &body).await;
    refused.must_refuse(409, "caretaker_plays");
    table.player(seat).post(&format!("{}/return", table.path), &json!({})).await.must_be(200);
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
    let votes = format!("{}/votes", table.path);
    let vote = table.player(others[0]).post(&votes, &replace).await.must_be(201);
    let ballots = format!("{votes}/{}/ballots", vote["id"].as_str().unwrap());
    table.player(others[1]).post(&ballots, &json!({"ballot": "yes"})).await.must_be(200);
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
