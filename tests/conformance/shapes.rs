//! Actions with open fields: filled at random within their bounds, and recognised.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use rules::legal::{Field, FieldKind, KindLimit, Legal, Shape};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

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
        FieldKind::Bundle { limits, min_total, max_total, not_in } => {
            let barred = not_in.and_then(|name| filled.get(name)).and_then(Value::as_object);
            let free: Vec<&KindLimit> = limits
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

/// Is the action listed, as it is or by a shape?
pub(super) fn lists<A: Serialize + PartialEq>(legal: &[Legal<A>], action: &A) -> bool {
    if legal.iter().any(|legal| legal.actions.contains(action)) {
        return true;
    }
    let Ok(Value::Object(sent)) = serde_json::to_value(action) else { return false };
    legal.iter().flat_map(|legal| &legal.shapes).any(|shape| fits(shape, &sent))
}

fn fits<A: Serialize>(shape: &Shape<A>, sent: &Map<String, Value>) -> bool {
    let Ok(Value::Object(template)) = serde_json::to_value(&shape.action) else { return false };
    let open = |name: &str| shape.fields.iter().any(|field| field.name == name);
    let fixed =
        template.iter().filter(|(name, _)| !open(name)).all(|(name, value)| sent.get(name) == Some(value));
    let known = sent.keys().all(|name| open(name) || template.contains_key(name));
    fixed && known && shape.fields.iter().all(|field| within(field, sent))
}

fn within(field: &Field, sent: &Map<String, Value>) -> bool {
    let value = sent.get(field.name).unwrap_or(&Value::Null);
    match &field.kind {
        FieldKind::Integer { min, max } => {
            value.as_u64().is_some_and(|number| (u64::from(*min)..=u64::from(*max)).contains(&number))
        }
        FieldKind::Bundle { limits, min_total, max_total, not_in } => {
            let Some(bundle) = value.as_object() else { return false };
            let barred = not_in.and_then(|name| sent.get(name)).and_then(Value::as_object);
            let total: u64 = bundle.values().filter_map(Value::as_u64).sum();
            (u64::from(*min_total)..=u64::from(*max_total)).contains(&total)
                && bundle.iter().all(|(kind, count)| {
                    limits
                        .iter()
                        .any(|limit| limit.kind == kind && count.as_u64() <= Some(u64::from(limit.max)))
                        && barred.is_none_or(|barred| !barred.contains_key(kind))
                })
        }
        FieldKind::Seats { of, min } => match value.as_array() {
            None => value.is_null(),
            Some(seats) => {
                seats.len() >= *min as usize
                    && seats.iter().enumerate().all(|(index, seat)| {
                        !seats[..index].contains(seat) && of.iter().any(|known| seat == known)
                    })
            }
        },
    }
}
