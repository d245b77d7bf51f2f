//! When rounds begin, and what mails tell.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::hall::Hall;
use crate::harness::PostOffice;

fn quick(form: Value, schedule: Value) -> Value {
    json!({
        "name": "Quick", "form": form, "tables": {"size": 2}, "games": {"ruleset": "toy", "clock": {"type": "untimed"}},
        "schedule": schedule,
    })
}

#[tokio::test]
async fn a_competition_begins_at_its_date_and_pairs_a_round_every_week() {
    let office = PostOffice::open_with(1, |settings| settings.accounts.access_seconds = 100_000_000);
    let start = "2026-11-22T12:00:00Z";
    let schedule = json!({"starts_at": start, "next_round": {"type": "every_days", "days": 7}});
    let mut hall = Hall::open_at(office, 4, &quick(json!({"type": "swiss", "rounds": 3}), schedule)).await;
    assert_eq!(
        (&hall.show().await["next_round_at"], &hall.show().await["round"]),
        (&json!(start), &json!(0))
    );
    hall.after(TimeDelta::days(2)).await;
    assert_eq!(hall.show().await["round"], 1);
    // Nobody plays, and the second round comes all the same.
    hall.after(TimeDelta::days(7)).await;
    let shown = hall.show().await;
    assert_eq!((&shown["round"], &shown["status"]), (&json!(2), &json!("running")));
    hall.play(&[], None).await;
    assert_eq!(hall.show().await["status"], "running", "the third round has its date");
    hall.after(TimeDelta::days(7)).await;
    hall.play(&[], None).await;
    assert_eq!(hall.show().await["status"], "finished");
    hall.must_verify().await;
}

#[tokio::test]
async fn a_competition_whose_date_comes_with_too_few_stays_open_and_its_organiser_begins_it() {
    let office = PostOffice::open_with(1, |settings| settings.accounts.access_seconds = 100_000_000);
    let schedule = json!({"starts_at": "2026-11-21T12:00:00Z"});
    let hall = Hall::open_at(office, 1, &quick(json!({"type": "swiss", "rounds": 1}), schedule)).await;
    hall.after(TimeDelta::days(2)).await;
    let shown = hall.show().await;
    assert_eq!((&shown["status"], &shown["next_round_at"]), (&json!("open"), &Value::Null));
    let entrants = hall.organiser.get(&format!("{}/entrants", hall.path)).await.must_be(200);
    assert_eq!(entrants["items"][0]["number"], Value::Null, "nobody has a number before the start");
    let late = hall.office.service.person("Late").await;
    late.post(&format!("{}/sign-up", hall.path), &json!({})).await.must_be(200);
    let paired = hall.pair(1).await;
    assert_eq!(paired["tables"][0]["seats"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn the_tables_of_a_league_begin_when_their_players_are_free() {
    let office = PostOffice::open_with(1, |settings| settings.accounts.access_seconds = 100_000_000);
    let schedule = json!({"next_round": {"type": "when_free"}});
    let mut hall = Hall::open_at(office, 4, &quick(json!({"type": "league", "rounds": 3}), schedule)).await;
    hall.pair(1).await;
    hall.quiet().await;
    let rounds = hall.rounds().await;
    assert_eq!(rounds.len(), 2, "the second round is known");
    assert!(rounds[1]["tables"].as_array().unwrap().iter().all(|table| table["game_id"].is_null()));
    assert_eq!(hall.running().await.len(), 2, "nobody plays at two tables");
    hall.play(&[], None).await;
    assert_eq!(hall.show().await["status"], "finished");
    hall.must_verify().await;
}

#[tokio::test]
async fn mails_tell_the_table_of_a_round_and_the_standings_at_the_end() {
    let office = PostOffice::open_with(1, |settings| settings.accounts.access_seconds = 100_000_000);
    let mut hall = Hall::open_at(office, 3, &quick(json!({"type": "swiss", "rounds": 1}), json!({}))).await;
    hall.pair(1).await;
    hall.play(&[], None).await;
    hall.office.quiet().await;
    let mails = hall.office.sink.taken();
    let about = |subject: &str| mails.iter().filter(|mail| mail.subject() == subject).count();
    assert_eq!((about("Quick: round 1"), about("Quick is over")), (3, 3));
    let rounds: Vec<_> = mails.iter().filter(|mail| mail.subject() == "Quick: round 1").collect();
    let with_a_bye = rounds.iter().filter(|mail| mail.text().contains("You have a bye")).count();
    let at_a_table =
        rounds.iter().filter(|mail| mail.text().contains("You play at table 1 with Player")).count();
    assert_eq!((with_a_bye, at_a_table), (1, 2));
    let over = mails.iter().find(|mail| mail.subject() == "Quick is over").unwrap();
    assert!(over.text().contains("1. Player") && over.text().contains(": 1.00"), "{}", over.text());
}
