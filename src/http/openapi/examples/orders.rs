//! What Aud leaves to her seat.

use serde_json::{Value, json};

use super::{id, noon, value};
use crate::service::orders::{OrderSet, OrderShown, Orders, Rehearsal, Spent};
use rules::Json;

/// A limit for suits against her units, and an order that was laid down.
pub fn orders() -> Value {
    let gone = raw(&json!({"type": "concede", "suits": {"unit": 7}}));
    let spent = Some(Spent { at: noon(), reason: "unit_gone".to_owned() });
    let gone = OrderShown { id: id(0xd1), order: gone, set_at: noon(), spent, suspended: None };
    value(&Orders {
        ruleset: "landnam",
        orders: vec![gone, shown()],
        forbidden_orders: vec!["althing_card".to_owned()],
        most: crate::service::orders::MOST_ORDERS,
    })
}

/// The limit when it was given.
pub fn order_set() -> Value {
    value(&OrderSet { ruleset: "landnam", order: shown(), version: 12, events: vec![] })
}

pub fn rehearsal() -> Value {
    let order = raw(&json!({"type": "end_turn"}));
    value(&Rehearsal { ruleset: "landnam", version: 12, order, decision: None, action: None })
}

fn shown() -> OrderShown {
    let suits = json!({"side": "defendant", "resource": "wool"});
    let order = raw(&json!({"type": "raise", "suits": suits, "up_to": 3, "over": 0, "keep": 0}));
    OrderShown { id: id(0xd2), order, set_at: noon(), spent: None, suspended: None }
}

fn raw(order: &Value) -> Json {
    serde_json::value::to_raw_value(order).unwrap_or_default()
}
