//! Fills the open fields of a listed shape, as a client would: from the JSON alone.

use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value, json};

/// A complete action of the shape.
pub fn shape(shape: &Value, dice: &mut ChaCha8Rng) -> Value {
    let mut action = shape["action"].as_object().unwrap().clone();
    for field in shape["fields"].as_array().unwrap() {
        let name = field["name"].as_str().unwrap().to_owned();
        match value(field, &action, dice) {
            Some(value) => action.insert(name, value),
            None => action.remove(&name),
        };
    }
    Value::Object(action)
}

fn value(field: &Value, filled: &Map<String, Value>, dice: &mut ChaCha8Rng) -> Option<Value> {
    match field["kind"].as_str().unwrap() {
        "integer" => Some(json!(dice.random_range(number(field, "min")..=number(field, "max")))),
        "bundle" => Some(bundle(field, filled, dice)),
        "seats" => seats(field, dice),
        other => panic!("an unknown kind of field: {other}"),
    }
}

fn number(field: &Value, name: &str) -> usize {
    usize::try_from(field[name].as_u64().unwrap()).unwrap()
}

/// The smallest bundle that is allowed, of kinds that are free.
fn bundle(field: &Value, filled: &Map<String, Value>, dice: &mut ChaCha8Rng) -> Value {
    let barred = field["not_in"].as_str().and_then(|name| filled.get(name)).and_then(Value::as_object);
    let mut cards = Vec::new();
    for limit in field["limits"].as_array().unwrap() {
        let kind = limit["kind"].as_str().unwrap();
        if barred.is_none_or(|bundle| !bundle.contains_key(kind)) {
            cards.extend(std::iter::repeat_n(kind, number(limit, "max")));
        }
    }
    cards.shuffle(dice);
    let mut counts = Map::new();
    for kind in cards.into_iter().take(number(field, "min_total")) {
        let count = counts.get(kind).and_then(Value::as_u64).unwrap_or(0);
        counts.insert(kind.to_owned(), json!(count + 1));
    }
    Value::Object(counts)
}

/// Some seats, or the field left out, which means all.
fn seats(field: &Value, dice: &mut ChaCha8Rng) -> Option<Value> {
    let of = field["of"].as_array().unwrap();
    let fewest = number(field, "min").max(1);
    if of.len() < fewest || dice.random_bool(0.5) {
        return None;
    }
    Some(of.sample(dice, fewest).cloned().collect())
}
