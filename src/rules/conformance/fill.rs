//! Filling the open fields of a shape at random, within their bounds.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::legal::{Field, FieldKind, KindLimit, Shape};

/// An action of the shape. Works on any ruleset by way of JSON; the error tells what does not fit.
pub fn fill<A: Serialize + DeserializeOwned>(shape: &Shape<A>, dice: &mut dyn Rng) -> Result<A, String> {
    let mut action = serde_json::to_value(&shape.action).map_err(|error| format!("shape: {error}"))?;
    let Value::Object(fields) = &mut action else { return Err("shape: not an object".to_owned()) };
    for field in &shape.fields {
        match value(field, fields, dice) {
            Some(value) => fields.insert(field.name.to_owned(), value),
            None => fields.remove(field.name),
        };
    }
    serde_json::from_value(action).map_err(|error| format!("shape: {error}"))
}

fn value(field: &Field, filled: &Map<String, Value>, dice: &mut dyn Rng) -> Option<Value> {
    match &field.kind {
        FieldKind::Integer { min, max } => Some(Value::from(dice.random_range(*min..=*max))),
        FieldKind::Bundle { most, min_total, max_total, not_in } => {
            let barred = not_in.and_then(|name| filled.get(name)).and_then(Value::as_object);
            let free: Vec<&KindLimit> = most
                .iter()
                .filter(|limit| barred.is_none_or(|bundle| !bundle.contains_key(limit.kind)))
                .collect();
            Some(bundle(&free, *min_total, *max_total, dice))
        }
        FieldKind::Seats { of, min } => seats(of, *min, dice),
    }
}

/// Draws single cards from those that may be taken. Small totals are likelier, as in play.
fn bundle(limits: &[&KindLimit], min: u32, max: u32, dice: &mut dyn Rng) -> Value {
    let mut cards: Vec<&str> =
        limits.iter().flat_map(|limit| std::iter::repeat_n(limit.kind, limit.max as usize)).collect();
    cards.shuffle(dice);
    let most = max.min(u32::try_from(cards.len()).unwrap_or(u32::MAX)).max(min);
    let upper = dice.random_range(min..=most);
    let total = dice.random_range(min..=upper) as usize;
    let mut counts = Map::new();
    for kind in cards.into_iter().take(total) {
        let count = counts.get(kind).and_then(Value::as_u64).unwrap_or(0);
        counts.insert(kind.to_owned(), Value::from(count + 1));
    }
    Value::Object(counts)
}

fn seats(of: &[u8], min: u32, dice: &mut dyn Rng) -> Option<Value> {
    let fewest = (min as usize).max(1);
    if of.len() < fewest || dice.random_bool(0.5) {
        return None;
    }
    let count = dice.random_range(fewest..=of.len());
    Some(Value::from(of.sample(dice, count).copied().collect::<Vec<u8>>()))
}
