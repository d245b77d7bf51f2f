//! The record of a game, as it is downloaded.

use althing::record::{Record, replay, verify};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Person, Service, Table, seeded_dice, stored};

const NAMES: [&str; 3] = ["Aud", "Bjarni", "Cnut"];

async fn table(service: &Service, ruleset: &str) -> Table {
    let people = service.people(NAMES).await;
    Table::with(&json!({"ruleset": ruleset, "seats": 3, "entropy": "5eed"}), &people).await
}

async fn record(person: &Person, table: &Table) -> String {
    let answer = person.get(&format!("{}/record", table.path)).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.text
}

#[tokio::test]
async fn the_record_of_a_finished_game_replays_and_verifies_and_is_the_same_for_everybody() {
    is_whole_and_the_same_for_everybody("landnam", "turn_limit").await;
}

#[tokio::test]
async fn the_record_of_a_finished_game_of_the_settlers_replays_and_verifies_and_is_the_same_for_everybody() {
    is_whole_and_the_same_for_everybody("settlers", "turn_limit").await;
}

#[tokio::test]
async fn the_record_of_a_finished_game_of_nord_replays_and_verifies_and_is_the_same_for_everybody() {
    is_whole_and_the_same_for_everybody("nord", "final_scoring").await;
}

async fn is_whole_and_the_same_for_everybody(ruleset: &str, ended_by: &str) {
    let service = Service::start_short(8);
    let table = table(&service, ruleset).await;
    table.play(usize::MAX, &mut seeded_dice(7)).await;
    let text = record(&service.stranger(), &table).await;
    for player in &table.players {
        assert_eq!(record(player, &table).await, text);
    }
    let read = Record::read(&text).unwrap();
    let title = service.app.ruleset(ruleset).unwrap();
    let log = stored::log(&service.database, &table.id);
    // Nothing is rolled in NORD, and its games are short.
    let (entries, draws) = if ruleset == "nord" { (50, 4) } else { (100, 20) };
    assert!(log.len() > entries, "a game of {} entries takes several pages", log.len());
    assert_eq!(replay(title, &read), Ok(log.len()));
    let verified = verify(&read).unwrap();
    assert_eq!(verified.entries, log.len());
    assert!(verified.draws > draws, "{verified:?}");
    let record: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(record["outcome"]["ended_by"], ended_by);
    assert_eq!(record["players"][0]["entropy"], "5eed");
    for (entry, stored) in record["entries"].as_array().unwrap().iter().zip(log.values()) {
        let events: Value = serde_json::from_str(stored["events"].as_str().unwrap()).unwrap();
        assert_eq!(entry["events"], events, "nothing is left out");
    }
}

#[tokio::test]
async fn a_record_before_the_end_holds_what_the_viewer_is_told_and_what_he_did() {
    holds_what_the_viewer_is_told("landnam", 120).await;
}

#[tokio::test]
async fn a_record_of_the_settlers_before_the_end_holds_what_the_viewer_is_told_and_what_he_did() {
    holds_what_the_viewer_is_told("settlers", 120).await;
}

async fn holds_what_the_viewer_is_told(ruleset: &str, moves: usize) {
    let service = Service::start();
    let table = table(&service, ruleset).await;
    table.play(moves, &mut seeded_dice(5)).await;
    let secrets = &stored::records(&service.database, "games", &table.id)[0];
    for viewer in [None, Some(0), Some(1), Some(2)] {
        let person = viewer.map_or_else(|| service.stranger(), |seat| table.player(seat).clone());
        let text = record(&person, &table).await;
        for secret in ["secret", "game_seed"] {
            assert!(
                !text.contains(&secrets[secret].as_str().unwrap()[2..]),
                "{secret} is shown to {viewer:?}"
            );
        }
        let record: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(record["complete"], false);
        assert_eq!(record["viewer"], json!(viewer));
        for unknown in ["secret", "outcome", "finished_at", "digest"] {
            assert!(record[unknown].is_null(), "{unknown}");
        }
        let mut events = Vec::new();
        for entry in record["entries"].as_array().unwrap() {
            assert!(entry["draws"].is_null());
            let own = viewer.is_some() && entry["seat"] == json!(viewer);
            assert_eq!(entry["action"].is_object(), own, "{viewer:?}: {entry}");
            events.extend(entry["events"].as_array().unwrap().iter().cloned());
        }
        let told = table.events(viewer).await;
        let told: Vec<Value> = told.into_iter().map(|told| told["event"].clone()).collect();
        assert_eq!(events, told, "{viewer:?}");
        let refused = Record::read(&text).unwrap_err().to_string();
        assert_eq!(refused, "this is no complete record: it was made before the end of the game");
    }
}

#[tokio::test]
async fn a_record_of_nord_before_the_end_holds_what_the_viewer_is_told_and_what_he_did() {
    holds_what_the_viewer_is_told("nord", 30).await;
}

#[tokio::test]
async fn a_record_is_not_sent_again_to_whoever_has_it() {
    let service = Service::start();
    let table = table(&service, "toy").await;
    let ask = async |tag: Option<&str>| {
        let request = table.player(0).request(Method::GET, &format!("{}/record", table.path));
        let request = if let Some(tag) = tag { request.header("If-None-Match", tag) } else { request };
        let response = request.send().await.unwrap();
        let tag = response.headers()["etag"].to_str().unwrap().to_owned();
        (response.status().as_u16(), tag)
    };
    let (_, early) = ask(None).await;
    assert_eq!(ask(Some(&early)).await, (304, early.clone()));
    table.play(usize::MAX, &mut seeded_dice(7)).await;
    let (status, tag) = ask(Some(&early)).await;
    assert_eq!(status, 200);
    assert_ne!(tag, early);
    service.app.clock.advance(chrono::TimeDelta::days(400));
    let people = service.stranger().request(Method::GET, &format!("{}/record", table.path));
    let later = people.header("If-None-Match", format!("\"x\", {tag}")).send().await.unwrap();
    assert_eq!(later.status(), 304, "for ever, and for everybody");
}

#[tokio::test]
async fn nobody_but_its_members_is_given_the_record_of_a_private_game_and_nobody_one_before_the_start() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let game = json!({"ruleset": "toy", "seats": 3, "bots": ["random", "random"], "visibility": "private"});
    let table = Table::with(&game, std::slice::from_ref(&aud)).await;
    let path = format!("{}/record", table.path);
    service.stranger().get(&path).await.must_refuse(404, "game_not_found");
    service.person("Dalla").await.get(&path).await.must_refuse(404, "game_not_found");
    table.player(0).get(&path).await.must_be(200);
    let open = json!({"ruleset": "toy", "seats": 3});
    let path = format!("{}/record", table.player(0).open(&open).await);
    table.player(0).get(&path).await.must_refuse(409, "game_not_running");
    service.stranger().get("/v1/games/nothing/record").await.must_blame(400, "invalid_parameter", "game_id");
}

#[tokio::test]
async fn deletion_of_an_account_leaves_other_players_records_byte_equal_but_for_the_name() {
    let service = Service::start();
    let table = table(&service, "toy").await;
    table.play(usize::MAX, &mut seeded_dice(7)).await;
    let before = record(table.player(0), &table).await;
    let gone = table.players.iter().find(|player| player.name == "Cnut").unwrap();
    let rename = format!("UPDATE accounts SET name = 'Departed 4f2a' WHERE id = '{}'", gone.id);
    service.database.run(&rename);
    let after = record(table.player(0), &table).await;
    assert_ne!(before, after);
    assert_eq!(before.replace("\"Cnut\"", "\"Departed 4f2a\""), after);
    assert!(verify(&Record::read(&after).unwrap()).is_ok(), "the seal does not hang on names");
}
