//! Does an action fit a shape?

use serde::Serialize;
use serde_json::{Map, Value};

use crate::legal::{Field, FieldKind, Legal, Shape};

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
        FieldKind::Bundle { most, min_total, max_total, not_in } => {
            let Some(bundle) = value.as_object() else { return false };
            let barred = not_in.and_then(|name| sent.get(name)).and_then(Value::as_object);
            let total: u64 = bundle.values().filter_map(Value::as_u64).sum();
            (u64::from(*min_total)..=u64::from(*max_total)).contains(&total)
                && bundle.iter().all(|(kind, count)| {
                    most.iter()
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
