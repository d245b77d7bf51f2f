//! Standing orders: leaving, trying and taking them back, and what they answer.

mod answering;
mod delayed;
mod refused;

use serde_json::{Value, json};

use crate::harness::{Service, Table};

/// A game of the toy of three.
async fn three(service: &Service) -> Table {
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    Table::of("toy", &people).await
}

/// Bets one each time.
fn betting() -> Value {
    json!({"type": "keep_betting", "amount": 1})
}

/// Plays a card once it is held.
fn playing(card: u8) -> Value {
    json!({"type": "play_when_held", "card": card})
}

/// A seat leaves an order; the reply.
async fn leave(table: &Table, seat: usize, order: Value) -> Value {
    let path = format!("{}/orders", table.path);
    table.player(seat).post(&path, &json!({ "order": order })).await.must_be(201)
}

/// The orders of a seat.
async fn orders(table: &Table, seat: usize) -> Value {
    table.get(seat, "orders").await.must_be(200)
}

/// The seat whose turn it is bets; the reply.
async fn bet(table: &Table, seat: usize) -> Value {
    let legal = table.legal(seat).await;
    let decision = &legal["decisions"][0]["decision"]["id"];
    let body = json!({"decision": decision, "action": {"type": "bet", "amount": 2}});
    table.post(seat, "actions", &body).await.must_be(200)
}
