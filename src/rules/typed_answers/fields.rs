//! The values of open fields: `give: 2 wool, want: 1 iron`, or the one value of a shape that has but one.

use serde_json::value::to_raw_value;
use serde_json::{Map, Value};

use super::answer_words::{AnswerWords, fold};
use super::{Unreadable, fields_of, quoted};
use crate::decision::Seat;
use crate::erased::Json;
use crate::legal::{Field, FieldKind, KindLimit, Shape};

/// The action that `typed` makes of a shape. Every word must be understood: what is left over is no value.
pub fn fill(shape: &Shape<Json>, typed: &str, words: &AnswerWords) -> Result<Json, Unreadable> {
    let reader = Reader { shape, words };
    let typed = tokens(typed);
    let mut action = fields_of(&shape.action);
    let values = reader.values(&typed)?;
    for field in &shape.fields {
        let value = match (values.iter().find(|(name, _)| *name == field.name), only_value(field)) {
            (Some((_, typed)), _) if !typed.is_empty() => reader.value(field, typed, &action)?,
            (_, Some(value)) => value,
            (_, None) => return Err(Unreadable::StillEmpty { name: reader.shown(field.name) }),
        };
        match value {
            // All seats are meant where none is named.
            Value::Null => action.remove(field.name),
            value => action.insert(field.name.to_owned(), value),
        };
    }
    to_raw_value(&action).map_err(|_| no_such_field("", &typed))
}

/// The value of a field that may be left out: there is no choice, or it may be nothing.
fn only_value(field: &Field) -> Option<Value> {
    match &field.kind {
        FieldKind::Integer { min, max } if min == max => Some(Value::from(*min)),
        FieldKind::Bundle { min_total: 0, .. } => Some(Value::Object(Map::new())),
        FieldKind::Seats { .. } => Some(Value::Null),
        _ => None,
    }
}

/// Words as they are compared, and `:` and `,` for the marks between them. `give=wool:2` is how forms write it.
fn tokens(text: &str) -> Vec<String> {
    let text = text.replace([':', '='], " : ").replace([',', ';', '+', '&'], " , ").replace('_', " ");
    let trimmed = text.split_whitespace().map(|word| fold(word.trim_matches(['.', '!', '(', ')', '"'])));
    trimmed.filter(|word| !word.is_empty()).collect()
}

fn number(token: &str) -> Option<u32> {
    token.parse().ok()
}

fn no_such_field(name: &str, typed: &[String]) -> Unreadable {
    Unreadable::NoSuchField { name: name.to_owned(), given: given(typed) }
}

fn given(typed: &[String]) -> String {
    quoted(&typed.join(" ").replace(" , ", ", ").replace(" : ", ": "))
}

struct Reader<'r> {
    shape: &'r Shape<Json>,
    words: &'r AnswerWords,
}

impl Reader<'_> {
    fn shown(&self, id: &str) -> String {
        self.words.show(id).to_owned()
    }

    fn joins(&self, token: &str) -> bool {
        token == "," || token == ":" || self.words.joining.iter().any(|joining| joining == token)
    }

    /// Without what joins it to what stands around it.
    fn trimmed<'t>(&self, mut typed: &'t [String]) -> &'t [String] {
        while let Some((_, rest)) = typed.split_first().filter(|(first, _)| self.joins(first)) {
            typed = rest;
        }
        while let Some((_, rest)) = typed.split_last().filter(|(last, _)| self.joins(last)) {
            typed = rest;
        }
        typed
    }

    /// What was typed for each field that is named. What stands before the first name is for the only field that has a
    /// choice.
    fn values<'t>(&self, typed: &'t [String]) -> Result<Vec<(&'static str, &'t [String])>, Unreadable> {
        let names: Vec<&'static str> = self.shape.fields.iter().map(|field| field.name).collect();
        let mut open = self.shape.fields.iter().filter(|field| only_value(field).is_none());
        let only = open.next().filter(|_| open.next().is_none()).map(|only| only.name);
        let mut values: Vec<(&'static str, &[String])> = Vec::new();
        let (mut name, mut from, mut at) = (only, 0, 0);
        let mut add = |name: Option<&'static str>, value: &'t [String]| match name {
            _ if value.is_empty() => Ok(()),
            Some(name) if values.iter().all(|(other, _)| *other != name) => {
                values.push((name, value));
                Ok(())
            }
            // Several fields are open and none was named, or one was named twice.
            name => Err(no_such_field(name.unwrap_or_default(), value)),
        };
        while at < typed.len() {
            let rest = &typed[at..];
            // A player may be called like a field: its name stands before a mark or a number.
            let is_followed =
                |length: usize| rest.get(length).is_some_and(|next| next == ":" || number(next).is_some());
            match self.words.find(rest, &names).filter(|(_, length)| is_followed(*length)) {
                Some((next, length)) => {
                    add(name, self.trimmed(&typed[from..at]))?;
                    (name, from, at) = (Some(next), at + length, at + length);
                }
                None => at += 1,
            }
        }
        add(name, self.trimmed(&typed[from..]))?;
        Ok(values)
    }

    fn value(
        &self,
        field: &Field,
        typed: &[String],
        action: &Map<String, Value>,
    ) -> Result<Value, Unreadable> {
        match &field.kind {
            FieldKind::Seats { of, .. } => self.seats(field.name, typed, of),
            FieldKind::Integer { min, max } => self.integer(field.name, typed, (*min, *max)),
            FieldKind::Bundle { limits, min_total, max_total, not_in } => {
                let barred = not_in.and_then(|other| action.get(other)).and_then(Value::as_object);
                let may_hold = |kind: &str| barred.is_none_or(|other| !other.contains_key(kind));
                let limits: Vec<&KindLimit> = limits.iter().filter(|limit| may_hold(limit.kind)).collect();
                self.bundle(field.name, typed, (&limits, *min_total, *max_total))
            }
        }
    }

    /// One number; the name of the field may stand behind it.
    fn integer(
        &self,
        name: &'static str,
        typed: &[String],
        (min, max): (u32, u32),
    ) -> Result<Value, Unreadable> {
        let is_named = |rest: &[String]| {
            rest.is_empty() || self.words.find(rest, &[name]).is_some_and(|(_, length)| length == rest.len())
        };
        let found =
            typed.split_first().filter(|(_, rest)| is_named(rest)).and_then(|(first, _)| number(first));
        let found = found.filter(|number| (min..=max).contains(number)).map(Value::from);
        found.ok_or_else(|| Unreadable::NoNumber { name: self.shown(name), given: given(typed), min, max })
    }

    /// Seats by the names of their players or by their numbers.
    fn seats(&self, name: &str, typed: &[String], of: &[Seat]) -> Result<Value, Unreadable> {
        let mut seats: Vec<Seat> = Vec::new();
        let mut rest = typed;
        while let Some((first, behind)) = rest.split_first() {
            let by_number = || Some((first.parse().ok().filter(|seat| of.contains(seat))?, 1));
            rest = match self.words.player(rest, of).or_else(by_number) {
                Some((seat, length)) => {
                    seats.push(seat);
                    &rest[length..]
                }
                None if self.joins(first) => behind,
                None => {
                    let of = of.iter().map(|seat| self.words.show_seat(*seat)).collect();
                    return Err(Unreadable::NoSeats { name: self.shown(name), given: given(typed), of });
                }
            };
        }
        Ok(Value::from(seats))
    }

    /// Counts by kind: `2 wool, 1 grain` or `wool:2,grain:1`.
    fn bundle(
        &self,
        name: &str,
        typed: &[String],
        (limits, min, max): (&[&KindLimit], u32, u32),
    ) -> Result<Value, Unreadable> {
        let mut counts = Map::new();
        let mut total: u32 = 0;
        let mut rest = typed;
        while let Some((first, behind)) = rest.split_first() {
            if self.joins(first) {
                rest = behind;
                continue;
            }
            let (kind, count, length) = self
                .cards(rest)
                .ok_or_else(|| Unreadable::NoBundle { name: self.shown(name), given: given(rest) })?;
            let limit = limits.iter().find(|limit| limit.kind == kind && count <= limit.max);
            let Some(limit) = limit.filter(|_| !counts.contains_key(kind)) else {
                return Err(Unreadable::TooMany { name: self.shown(name), count, kind: self.shown(kind) });
            };
            // Each kind comes once and within its limit, so that the sum can't overflow.
            total += count;
            if count > 0 {
                counts.insert(limit.kind.to_owned(), Value::from(count));
            }
            rest = &rest[length..];
        }
        if !(min..=max).contains(&total) {
            return Err(Unreadable::WrongTotal { name: self.shown(name), total, min, max });
        }
        Ok(Value::Object(counts))
    }

    /// The cards that these words begin with, and how many words they take: `2 wool`, `wool:2`, `wool 2` or `wool`.
    fn cards(&self, typed: &[String]) -> Option<(&'static str, u32, usize)> {
        // A kind that this field can't take is known all the same, if another field can.
        let limits = self.shape.fields.iter().filter_map(|field| match &field.kind {
            FieldKind::Bundle { limits, .. } => Some(limits.iter().map(|limit| limit.kind)),
            _ => None,
        });
        let kinds: Vec<&'static str> = limits.flatten().collect();
        // `at` may lie beyond the last word, where there is no kind.
        let kind = |at: usize| self.words.find(typed.get(at..)?, &kinds);
        let count = |at: usize| typed.get(at).and_then(|token| number(token));
        if let Some(count) = count(0) {
            return kind(1).map(|(kind, length)| (kind, count, length + 1));
        }
        let (kind_id, length) = kind(0)?;
        let is_marked = typed.get(length).is_some_and(|token| token == ":");
        let behind = length + usize::from(is_marked);
        match count(behind) {
            // In "wool 2 grain" the number could be either's.
            Some(_) if !is_marked && kind(behind + 1).is_some() => None,
            Some(count) => Some((kind_id, count, behind + 1)),
            None if is_marked => None,
            None => Some((kind_id, 1, length)),
        }
    }
}
