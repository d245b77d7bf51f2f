//! A ruleset of rules alone: no bot can play for those who stay away or leave, and its games end all the same.

use reqwest::Method;
use rules::Registered;
use serde_json::json;

use super::after_hours;
use crate::harness::{Service, Table};
use crate::stones::Stones;

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
    leaving.send(leaving.request(Method::DELETE, "/v1/me").json(&password)).await.must_be(204);
    let shown = table.player(0).get(&table.path).await.must_be(200);
    assert_eq!(shown["status"], "finished", "{shown}");
}
