//! Tables at which people are missing end all the same.

use chrono::TimeDelta;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::json;

use super::{let_bots_play, settle};
use crate::harness::{Service, Table, stored};

/// More rounds than any game of these few turns takes.
const MOST_ROUNDS: usize = 2_000;

async fn ends_with_absent(ruleset: &str, absent: usize) {
    let service = Service::start_short_with(3, super::patient);
    let people = service.people(["Aud", "Bjarni", "Cnut", "Dalla"]).await;
    let clock = json!({"type": "plain", "hours": 1});
    let game = json!({"ruleset": ruleset, "seats": 4, "clock": clock, "caretaker_after": 2});
    let table = Table::with(&game, &people).await;
    let mut dice = ChaCha8Rng::seed_from_u64(absent as u64);
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
