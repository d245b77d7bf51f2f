//! How an answer with open fields could be typed.

use serde_json::Value;

use super::{Json, fields};
use crate::legal::{Field, FieldKind, KindLimit, Shape};

/// The fields of a shape, filled with the least that they take: `give=grain:1 want=iron:1`.
pub fn example(shape: &Shape<Json>) -> String {
    let mut taken: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut typed = Vec::new();
    for field in &shape.fields {
        let value = match &field.kind {
            FieldKind::Integer { min, .. } => min.to_string(),
            FieldKind::Seats { .. } => continue,
            FieldKind::Bundle { most, min_total, not_in, .. } => {
                let barred = not_in.map(|other| kinds_in(other, &taken, shape)).unwrap_or_default();
                let free = most.iter().filter(|limit| !barred.iter().any(|kind| kind == limit.kind));
                let cards = least(free, *min_total);
                taken.push((field.name, cards.iter().map(|(kind, _)| *kind).collect()));
                let each = cards.iter().map(|(kind, count)| format!("{kind}:{count}"));
                each.collect::<Vec<_>>().join(",")
            }
        };
        typed.push(format!("{}={value}", field.name));
    }
    typed.join(" ")
}

fn kinds_in(other: &str, taken: &[(&str, Vec<&str>)], shape: &Shape<Json>) -> Vec<String> {
    if let Some((_, kinds)) = taken.iter().find(|(name, _)| *name == other) {
        return kinds.iter().map(|kind| (*kind).to_owned()).collect();
    }
    let is_open = shape.fields.iter().any(|Field { name, .. }| *name == other);
    let fixed = fields(&shape.action);
    let fixed = fixed.get(other).filter(|_| !is_open).and_then(Value::as_object);
    fixed.map(|counts| counts.keys().cloned().collect()).unwrap_or_default()
}

/// So many cards, of as few kinds as may be.
fn least<'k>(limits: impl Iterator<Item = &'k KindLimit>, total: u32) -> Vec<(&'static str, u32)> {
    let mut missing = total;
    let mut cards = Vec::new();
    for limit in limits {
        let count = limit.max.min(missing);
        if count > 0 {
            cards.push((limit.kind, count));
            missing -= count;
        }
    }
    cards
}
