//! Two games that differ only in what a viewer may not see are one game to that viewer, byte for byte.
//!
//! The second game of each pair is made of the first behind the service's back: its state and its kept states are
//! disguised, and everything in its rows that the viewer may not know is another: secret and seed, what others drew,
//! what chance gave, the others' entropy, keys, whether an order or a bot answered for them, what they said to each
//! other, noted, were called for and left as orders. Each game of a pair is asked at a server of its own, which has seen nothing of the
//! other.

mod asked;
mod hidden;
mod orders;
pub mod other_game;
mod private;

use reqwest::Method;
use rulesets::landnam::Landnam;
use rulesets::nord::Nord;
use rulesets::settlers::Settlers;
use serde_json::json;

use crate::harness::{Server, Service, Table, relay_all, seeded_dice, stored};
use asked::{ask, everything};
use other_game::{NOBODY, Rows, Viewer, randomize_hidden};

const NAMES: [&str; 4] = ["Aud", "Bjarni", "Cnut", "Dalla"];

/// Everybody says something to the table, to one neighbour and to himself; somebody opens a vote, and another votes.
async fn talk_and_vote(table: &Table, round: usize) {
    for seat in 0..4 {
        let player = table.player(seat);
        let path = format!("{}/messages", table.path);
        player.post(&path, &json!({"text": format!("to all, {round}")})).await.must_be(201);
        let secret = json!({"text": format!("psst, {round}"), "to": [(seat + 1) % 4]});
        player.post(&path, &secret).await.must_be(201);
        let note = player.request(Method::PUT, &format!("{}/note", table.path));
        player.send(note.json(&json!({"text": format!("{seat} plans, {round}")}))).await.must_be(200);
    }
    let kind = ["pause", "cancel", "end_by_ranking"][round % 3];
    let vote = table.post(round % 4, "votes", &json!({"kind": kind})).await.must_be(201);
    table.ballot((round + 1) % 4, &vote, "yes").await.must_be(200);
}

#[tokio::test]
async fn games_that_differ_in_what_a_viewer_may_not_see_are_the_same_to_him_byte_for_byte() {
    other_games_are_the_same(&Landnam::default(), 37).await;
}

#[tokio::test]
async fn games_of_the_settlers_that_differ_in_what_a_viewer_may_not_see_are_the_same_to_him_byte_for_byte() {
    other_games_are_the_same(&Settlers::default(), 37).await;
}

#[tokio::test]
async fn games_of_nord_that_differ_in_what_a_viewer_may_not_see_are_the_same_to_him_byte_for_byte() {
    other_games_are_the_same(&Nord::default(), 12).await;
}

async fn other_games_are_the_same<R: conformance::Conformance>(rules: &R, moves: usize) {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let table = Table::of(R::ID, &people).await;
    let (stranger, guest) = (service.stranger(), service.person("Eyvind").await);
    for person in people.iter().chain([&guest]) {
        person.post("/v1/me/feeds/renew", &json!({})).await.must_be(200);
    }
    let mut dice = seeded_dice(41);
    let (mut pairs, mut compared) = (0, 0);
    for round in 0..2 {
        table.play(moves, &mut dice).await;
        talk_and_vote(&table, round).await;
        relay_all(&service).await;
        let kept = stored::records(&service.database, "snapshots", &table.id);
        let kept = kept.last().unwrap()["version"].as_i64().unwrap();
        let rows = Rows::of(&service, &table.id);
        let seats = (0_u8..4).map(|seat| (Some(seat), table.player(usize::from(seat))));
        for (seat, person) in seats.chain([(None, &stranger), (None, &guest)]) {
            let account = if person.id.is_empty() { NOBODY.to_owned() } else { person.id.clone() };
            let viewer = Viewer { seat, account };
            let (one, other) = (fresh(&service), fresh(&service));
            let mut here = everything(&service, &table, &person.at(&one.address), &viewer, kept).await;
            // Made of the SVG, and slow where nothing is optimised: one of them stands for all.
            let png = (round == 0 && seat == Some(0)).then(|| format!("{}/board.png", table.path));
            if let Some(png) = &png {
                here.push(ask(png.clone(), person.request(Method::GET, png)).await);
            }
            pairs += usize::from(randomize_hidden(rules, &service, &table.id, &viewer, &mut dice));
            let mut there = everything(&service, &table, &person.at(&other.address), &viewer, kept).await;
            if let Some(png) = &png {
                there.push(ask(png.clone(), person.request(Method::GET, png)).await);
            }
            assert_eq!(here.len(), there.len());
            for (one, other) in here.iter().zip(&there) {
                assert!(one == other, "{viewer:?} can tell by {}", one.against(other));
            }
            compared += here.len();
            rows.put_back(&service, &table.id);
        }
    }
    println!("{compared} answers and streams of {pairs} pairs of games");
    assert!(pairs >= 10, "only {pairs} games were another");
    assert!(compared > 600, "only {compared} answers were compared");
}

/// A server that has seen nothing yet.
fn fresh(service: &Service) -> Server {
    Server::start(service.app.clone(), service.database.url())
}
