//! Looking at an action before it is sent, and taking actions back.
//!
//! The founding of the Settlers draws nothing: each seat places a settlement and then a road, and the road hands the
//! turn over.

mod mails;
mod noninterference;
mod preview;
mod races;
mod returning;
mod whole_games;

use serde_json::{Value, json};

use crate::harness::{Answer, Move, Service, Table, seeded_dice};

const NAMES: [&str; 3] = ["Aud", "Bjarni", "Cnut"];

async fn founding(service: &Service) -> Table {
    let people = service.people(NAMES).await;
    Table::of("settlers", &people).await
}

async fn legal(table: &Table, seat: usize) -> Value {
    table.legal(seat).await
}

/// What a seat may take back: the versions, and why nothing earlier.
async fn options(table: &Table, seat: usize) -> (Vec<i64>, String) {
    let legal = legal(table, seat).await;
    let versions = legal["take_back"]["versions"].as_array().unwrap().iter().map(|one| one.as_i64().unwrap());
    (versions.collect(), legal["take_back"]["limit"].as_str().unwrap().to_owned())
}

async fn take_back(table: &Table, seat: usize, version: i64) -> Answer {
    table.post(seat, "take-back", &json!({"version": version})).await
}

/// The first move of the seat that is awaited, made; gives the seat and what was sent.
async fn act(table: &Table) -> (usize, Move) {
    let seat = table.awaited().await[0];
    let this = table.moves(seat, &mut seeded_dice(3)).await[0].clone();
    table.make(seat, &this).await.must_be(200);
    (seat, this)
}

/// The decision that a seat has.
async fn decision(table: &Table, seat: usize) -> String {
    legal(table, seat).await["decisions"][0]["decision"]["id"].as_str().unwrap().to_owned()
}
