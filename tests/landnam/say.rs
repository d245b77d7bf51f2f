//! What a client sends in phases 2 and 3, as JSON.

use serde_json::{Value, json};

pub fn step(unit: u8, to: &str) -> Value {
    json!({"type": "step", "unit": unit, "to": to})
}

pub fn step_with(unit: u8, to: &str, cards: &[&str]) -> Value {
    json!({"type": "step", "unit": unit, "to": to, "cards": cards})
}

pub fn card(card: &str) -> Value {
    json!({"type": "play_movement_card", "card": card})
}

pub fn card_for(card: &str, unit: u8) -> Value {
    json!({"type": "play_movement_card", "card": card, "unit": unit})
}

pub fn exchange(card: &str, resource: &str) -> Value {
    json!({"type": "exchange_fate_card", "card": card, "resource": resource})
}

pub fn flee(to: &str) -> Value {
    json!({"type": "flee", "to": to})
}

pub fn number(number: u8) -> Value {
    json!({"type": "choose_number", "number": number})
}

pub fn end_movement() -> Value {
    json!({"type": "end_movement"})
}

pub fn with_supply(give: &str, get: &str) -> Value {
    json!({"type": "trade_with_supply", "give": give, "get": get})
}

pub fn offer(give: Value, want: Value) -> Value {
    json!({"type": "offer_trade", "give": give, "want": want})
}

pub fn offer_to(to: &[u8], give: Value, want: Value) -> Value {
    json!({"type": "offer_trade", "give": give, "want": want, "to": to})
}

pub fn accept(offer: u16) -> Value {
    json!({"type": "accept_offer", "offer": offer})
}

pub fn decline(offer: u16) -> Value {
    json!({"type": "decline_offer", "offer": offer})
}

pub fn withdraw(offer: u16) -> Value {
    json!({"type": "withdraw_offer", "offer": offer})
}

pub fn end_trade() -> Value {
    json!({"type": "end_trade"})
}

pub fn unit(unit: &str, corner: &str, hex: &str) -> Value {
    json!({"type": "build_unit", "unit": unit, "corner": corner, "hex": hex})
}

pub fn ship_on_outer() -> Value {
    json!({"type": "build_ship_on_outer"})
}

pub fn farm(unit: u8, corner: &str) -> Value {
    json!({"type": "build_farm", "unit": unit, "corner": corner})
}

pub fn town(corner: &str) -> Value {
    json!({"type": "build_town", "corner": corner})
}

pub fn harbour(unit: u8, resource: &str) -> Value {
    json!({"type": "build_harbour", "unit": unit, "resource": resource})
}

pub fn age(unit: u8) -> Value {
    json!({"type": "age_hex", "unit": unit})
}

pub fn end_turn() -> Value {
    json!({"type": "end_turn"})
}
