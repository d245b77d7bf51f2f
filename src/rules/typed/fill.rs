//! A shape becomes an action by what was typed for its fields.

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::words::Words;
use super::{Json, Unreadable, fields, says};
use crate::legal::{Field, FieldKind, KindLimit, Shape};

/// The action that `typed` makes of a shape, such as `give=2 wool want=1 iron`. Of a shape with one field that must be
/// filled its value alone is enough.
pub fn fill(shape: &Shape<Json>, typed: &str) -> Result<Json, Unreadable> {
    let words = Words::read(typed);
    let needed: Vec<&Field> = shape.fields.iter().filter(|field| is_needed(&field.kind)).collect();
    match (needed.as_slice(), words.fields.is_empty()) {
        ([only], true) if !typed.trim().is_empty() => {
            let fields = vec![(only.name.to_owned(), typed.trim())];
            with(shape, &Words { text: typed, kind: vec![], fields })
        }
        _ => with(shape, &words),
    }
}

/// The same from a line that was taken apart.
pub(super) fn with(shape: &Shape<Json>, words: &Words<'_>) -> Result<Json, Unreadable> {
    let mut action = fields(&shape.action);
    for (name, typed) in &words.fields {
        let is_open = shape.fields.iter().any(|field| field.name == name);
        if !is_open && !action.get(name).is_some_and(|fixed| says(fixed, typed)) {
            return Err(Unreadable(format!("There is no `{name}` to fill in here, or not with “{typed}”.")));
        }
    }
    for field in &shape.fields {
        let typed = words.fields.iter().find(|(name, _)| name == field.name).map(|(_, typed)| *typed);
        match value(field, typed, &action)? {
            Some(value) => action.insert(field.name.to_owned(), value),
            None => action.remove(field.name),
        };
    }
    let text = Value::Object(action).to_string();
    RawValue::from_string(text).map_err(|error| Unreadable(error.to_string()))
}

fn is_needed(kind: &FieldKind) -> bool {
    match kind {
        FieldKind::Integer { min, max } => min != max,
        FieldKind::Bundle { max_total, .. } => *max_total > 0,
        FieldKind::Seats { .. } => false,
    }
}

/// The value of a field; `None` leaves it out.
fn value(
    field: &Field,
    typed: Option<&str>,
    action: &Map<String, Value>,
) -> Result<Option<Value>, Unreadable> {
    let Some(typed) = typed else {
        return match &field.kind {
            FieldKind::Seats { .. } => Ok(None),
            kind if is_needed(kind) => Err(Unreadable(format!("`{}` is still to be filled in.", field.name))),
            _ => Ok(action.get(field.name).cloned()),
        };
    };
    match &field.kind {
        FieldKind::Integer { min, max } => integer(field.name, typed, *min, *max).map(Some),
        FieldKind::Seats { of, .. } => seats(field.name, typed, of).map(Some),
        FieldKind::Bundle { most, min_total, max_total, not_in } => {
            let barred = not_in.and_then(|other| action.get(other)).and_then(Value::as_object);
            let bounds = Bounds { most, totals: *min_total..=*max_total, barred };
            bundle(field.name, typed, &bounds).map(Some)
        }
    }
}

fn integer(name: &str, typed: &str, min: u32, max: u32) -> Result<Value, Unreadable> {
    let number = typed.parse::<u32>().ok().filter(|number| (min..=max).contains(number));
    number.map(Value::from).ok_or_else(|| {
        Unreadable(format!("`{name}` must be a whole number from {min} to {max}, not “{typed}”."))
    })
}

fn seats(name: &str, typed: &str, of: &[u8]) -> Result<Value, Unreadable> {
    let items = typed.split([',', ' ']).filter(|item| !item.is_empty());
    let seats: Option<Vec<u8>> =
        items.map(|item| item.parse().ok().filter(|seat| of.contains(seat))).collect();
    seats
        .map(Value::from)
        .ok_or_else(|| Unreadable(format!("`{name}` must be seats out of {of:?}, not “{typed}”.")))
}

/// What a bundle may hold.
struct Bounds<'b> {
    most: &'b [KindLimit],
    totals: std::ops::RangeInclusive<u32>,
    barred: Option<&'b Map<String, Value>>,
}

/// Counts by kind, typed as `2 wool, 1 grain` or `wool:2,grain:1`.
fn bundle(name: &str, typed: &str, bounds: &Bounds<'_>) -> Result<Value, Unreadable> {
    let mut counts = Map::new();
    let mut total: u32 = 0;
    for item in typed.split([',', '+', ';']).map(str::trim).filter(|item| !item.is_empty()) {
        let (kind, count) = counted(item).ok_or_else(|| {
            Unreadable(format!("`{name}` is read as in “2 wool, 1 grain”; “{item}” is not."))
        })?;
        let limit = bounds.most.iter().find(|limit| limit.kind == kind);
        let barred = bounds.barred.is_some_and(|other| other.contains_key(&kind));
        let Some(limit) = limit.filter(|limit| !barred && count <= limit.max && !counts.contains_key(&kind))
        else {
            return Err(Unreadable(format!("`{name}` can't hold {count} {kind} here.")));
        };
        total = total.saturating_add(count);
        if count > 0 {
            counts.insert(limit.kind.to_owned(), Value::from(count));
        }
    }
    if !bounds.totals.contains(&total) {
        let (fewest, most) = (bounds.totals.start(), bounds.totals.end());
        return Err(Unreadable(format!("`{name}` must hold {fewest} to {most} cards, not {total}.")));
    }
    Ok(Value::Object(counts))
}

/// `2 wool`, `wool 2`, `wool:2` or `wool`.
fn counted(item: &str) -> Option<(String, u32)> {
    let words: Vec<&str> = item.split([' ', ':', '*']).filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [kind] if kind.parse::<u32>().is_err() => Some((kind.to_lowercase(), 1)),
        [one, other] => match (one.parse::<u32>(), other.parse::<u32>()) {
            (Ok(count), Err(_)) => Some((other.to_lowercase(), count)),
            (Err(_), Ok(count)) => Some((one.to_lowercase(), count)),
            _ => None,
        },
        _ => None,
    }
}
