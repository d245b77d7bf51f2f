//! What is stored of a game: chance that was committed to, a log that replays, and the same for the same seed.

use rules::{Chance, Draw, chance};
use serde_json::{Value, json};

use crate::harness::{Service, Table, seeded_dice, stored};

const NAMES: [&str; 4] = ["Aud", "Bjarni", "Cnut", "Dalla"];

/// The bytes of a column as the database writes them: `\x` and hex.
fn bytes(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().unwrap().trim_start_matches("\\x")).unwrap()
}

/// The stored rows of a game of which so many moves were played.
async fn played(seed: u64, moves: usize) -> Vec<String> {
    let service = Service::start_seeded(1, seed);
    let people = service.people(NAMES).await;
    let table = Table::of("landnam", &people).await;
    table.play(moves, &mut seeded_dice(3)).await;
    let tables = ["games", "seats", "positions", "entries", "snapshots", "decisions"];
    let rows = tables.into_iter().flat_map(|of| stored::rows(&service.database, of, &table.id));
    let mails = stored::records(&service.database, "mails", &table.id).into_iter().map(without_request);
    rows.chain(mails).collect()
}

/// A mail, but for the id of the request that caused it: every request has another.
fn without_request(mut mail: Value) -> String {
    assert!(mail.as_object_mut().unwrap().remove("request").is_some());
    mail.to_string()
}

#[tokio::test]
async fn two_runs_with_one_seed_store_the_same_bytes_and_another_seed_does_not() {
    let first = played(11, 60).await;
    assert_eq!(first, played(11, 60).await);
    assert_ne!(first, played(12, 60).await);
}

#[tokio::test]
async fn the_log_alone_leads_to_the_position() {
    leads_to_the_position("landnam", 3).await;
}

#[tokio::test]
async fn the_log_of_the_settlers_alone_leads_to_the_position() {
    leads_to_the_position("settlers", 3).await;
}

#[tokio::test]
async fn the_log_of_nord_alone_leads_to_the_position() {
    leads_to_the_position("nord", 2).await;
}

async fn leads_to_the_position(ruleset: &str, states: usize) {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let table = Table::of(ruleset, &people).await;
    table.play(120, &mut seeded_dice(5)).await;
    let title = service.app.ruleset(ruleset).unwrap();
    stored::must_be_whole(title, &service.database, &table);
    let kept = stored::records(&service.database, "snapshots", &table.id);
    assert!(kept.len() >= states, "{} kept states", kept.len());
}

#[tokio::test]
async fn every_draw_follows_from_the_secret_that_was_committed_to_and_what_the_joiners_gave() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let game = json!({"ruleset": "toy", "seats": 4, "bots": ["random"], "entropy": "a0"});
    let opened = people[0].post("/v1/games", &game).await.must_be(201);
    let path = format!("/v1/games/{}", opened["id"].as_str().unwrap());
    people[1].post(&format!("{path}/join"), &json!({"entropy": "b1b1"})).await.must_be(200);
    people[2].post(&format!("{path}/join"), &json!({})).await.must_be(200);
    let id = opened["id"].as_str().unwrap();
    let secret: [u8; 32] =
        bytes(&stored::records(&service.database, "games", id)[0]["secret"]).try_into().unwrap();
    assert_eq!(opened["commitment"], hex::encode(chance::commitment(&secret)));
    let entropies: [&[u8]; 4] = [&[0xa0], &[], &[0xb1, 0xb1], &[]];
    let mut expected = Chance::seeded(chance::game_seed(&secret, entropies));
    expected.begin(0);
    let dealt = expected.shuffle("deal of seats", 4);
    expected.shuffle("pile", 24);
    let log = stored::log(&service.database, id);
    let draws: Vec<Draw> = serde_json::from_str(log[&0]["draws"].as_str().unwrap()).unwrap();
    assert_eq!(draws, expected.take_draws());
    expected.begin(1);
    expected.die("die", 6);
    let draws: Vec<Draw> = serde_json::from_str(log[&1]["draws"].as_str().unwrap()).unwrap();
    assert_eq!(draws, expected.take_draws());
    let joined_as = [Some("Aud"), None, Some("Bjarni"), Some("Cnut")];
    let shown = people[0].get(&path).await.must_be(200);
    for (seat, original) in dealt.into_iter().enumerate() {
        assert_eq!(shown["seats"][seat]["name"].as_str(), joined_as[original as usize], "seat {seat}");
    }
}

#[tokio::test]
async fn without_a_deal_people_sit_in_the_order_of_joining() {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let game = json!({"ruleset": "landnam", "seats": 4, "deal_seats": false});
    let table = Table::with(&game, &people).await;
    let names: Vec<_> = table.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, NAMES);
}
