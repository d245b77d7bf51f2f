//! The values of open fields: `give: 2 wool, want: 1 iron`, or the one value of a shape that has but one.

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::answer_words::AnswerWords;
use super::tokens::{Token, tokens};
use super::{Unreadable, fields_of, quoted};
use crate::decision::Seat;
use crate::erased::Json;
use crate::legal::{Field, FieldKind, KindLimit, Shape};

/// The action that `typed` makes of a shape. Every word must be understood: what is left over is no value.
pub fn fill(shape: &Shape<Json>, typed: &str, words: &AnswerWords) -> Result<Json, Unreadable> {
    let tokens = tokens(typed);
    let reader = Reader { typed, words, shape };
    let mut action = fields_of(&shape.action);
    let values = reader.values(&tokens)?;
    for field in &shape.fields {
        let value = match values.iter().find(|(name, _)| *name == field.name) {
            Some((_, value)) => Some(reader.value(field, value, &action)?),
            None => preset(field),
        };
        match (value, &field.kind) {
            (Some(value), _) => action.insert(field.name.to_owned(), value),
            // All seats are meant where none is named.
            (None, FieldKind::Seats { .. }) => action.remove(field.name),
            (None, _) => return Err(reader.still_empty(field)),
        };
    }
    RawValue::from_string(Value::Object(action).to_string())
        .map_err(|_| Unreadable::NoSuchField { name: String::new(), given: quoted(typed) })
}

/// The only value that a field can have.
fn preset(field: &Field) -> Option<Value> {
    match &field.kind {
        FieldKind::Integer { min, max } if min == max => Some(Value::from(*min)),
        FieldKind::Bundle { max_total: 0, .. } => Some(Value::Object(Map::new())),
        _ => None,
    }
}

struct Reader<'r> {
    typed: &'r str,
    words: &'r AnswerWords,
    shape: &'r Shape<Json>,
}

impl Reader<'_> {
    fn given(&self, tokens: &[Token]) -> String {
        let ends = tokens.first().zip(tokens.last());
        quoted(ends.and_then(|(first, last)| self.typed.get(first.from..last.to)).unwrap_or_default())
    }

    fn still_empty(&self, field: &Field) -> Unreadable {
        Unreadable::StillEmpty { name: self.words.show_field(field.name).to_owned() }
    }

    /// What was typed for each field that is named, or for the only one that has a choice.
    fn values<'t>(&self, tokens: &'t [Token]) -> Result<Vec<(&'static str, &'t [Token])>, Unreadable> {
        let names: Vec<&'static str> = self.shape.fields.iter().map(|field| field.name).collect();
        let mut starts: Vec<(&'static str, usize, usize)> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let rest = tokens.get(at..).unwrap_or_default();
            // The name of a player may be that of a field, too: a name stands before a mark or a number.
            let is_followed = |length: usize| {
                rest.get(length).is_some_and(|next| [":", "="].contains(&next.text.as_str()))
                    || rest.get(length).is_some_and(|next| next.text.parse::<u32>().is_ok())
            };
            let named = self.words.field(rest, &names).filter(|(_, length)| is_followed(*length));
            match named {
                Some((name, length)) => {
                    let mark = rest.get(length).is_some_and(Token::is_mark);
                    let value = at + length + usize::from(mark);
                    starts.push((name, at, value));
                    at = value;
                }
                None => at += 1,
            }
        }
        let lead = tokens.get(..starts.first().map_or(tokens.len(), |(_, at, _)| *at)).unwrap_or_default();
        let lead = self.trimmed(lead);
        let mut open = self
            .shape
            .fields
            .iter()
            .filter(|field| preset(field).is_none() && !matches!(field.kind, FieldKind::Seats { .. }));
        let only = open.next().filter(|_| open.next().is_none());
        let mut values = Vec::new();
        match (lead.is_empty(), only) {
            (true, _) => {}
            (false, Some(only)) if starts.iter().all(|(name, ..)| *name != only.name) => {
                values.push((only.name, lead));
            }
            (false, _) => {
                let name = self.given(lead.get(..1).unwrap_or_default());
                return Err(Unreadable::NoSuchField { name, given: self.given(lead) });
            }
        }
        for (place, (name, _, value)) in starts.iter().enumerate() {
            let end = starts.get(place + 1).map_or(tokens.len(), |(_, at, _)| *at);
            let typed = self.trimmed(tokens.get(*value..end).unwrap_or_default());
            if values.iter().any(|(other, _)| other == name) {
                return Err(Unreadable::NoSuchField { name: (*name).to_owned(), given: self.given(typed) });
            }
            values.push((name, typed));
        }
        Ok(values)
    }

    /// Without what joins it to what stands around it.
    fn trimmed<'t>(&self, tokens: &'t [Token]) -> &'t [Token] {
        let is_between = |token: &Token| token.is_mark() || self.words.joins(token);
        let from = tokens.iter().position(|token| !is_between(token)).unwrap_or(tokens.len());
        let to = tokens.iter().rposition(|token| !is_between(token)).map_or(from, |at| at + 1);
        tokens.get(from..to).unwrap_or_default()
    }

    fn value(
        &self,
        field: &Field,
        typed: &[Token],
        action: &Map<String, Value>,
    ) -> Result<Value, Unreadable> {
        match &field.kind {
            FieldKind::Seats { of, .. } if typed.is_empty() => {
                Ok(of.iter().copied().map(Value::from).collect())
            }
            FieldKind::Seats { of, .. } => self.seats(field.name, typed, of),
            // A form sends a field of cards that was left empty.
            FieldKind::Bundle { min_total: 0, .. } if typed.is_empty() => Ok(Value::Object(Map::new())),
            _ if typed.is_empty() => Err(self.still_empty(field)),
            FieldKind::Integer { min, max } => self.integer(field.name, typed, (*min, *max)),
            FieldKind::Bundle { limits, min_total, max_total, not_in } => {
                let barred = not_in.and_then(|other| action.get(other)).and_then(Value::as_object);
                let bounds = Bounds { limits, totals: (*min_total, *max_total), barred };
                self.bundle(field.name, typed, &bounds)
            }
        }
    }

    /// One number; the name of the field may stand on either side of it.
    fn integer(
        &self,
        name: &'static str,
        typed: &[Token],
        (min, max): (u32, u32),
    ) -> Result<Value, Unreadable> {
        let number = |token: &Token| token.text.parse::<u32>().ok();
        let is_name =
            |rest: &[Token]| self.words.field(rest, &[name]).is_some_and(|(_, length)| length == rest.len());
        let found = match typed {
            [only] => number(only),
            [first, rest @ ..] if is_name(rest) => number(first),
            _ => None,
        };
        found.filter(|number| (min..=max).contains(number)).map(Value::from).ok_or_else(|| {
            let name = self.words.show_field(name).to_owned();
            Unreadable::NoNumber { name, given: self.given(typed), min, max }
        })
    }

    /// Seats by the names of their players or by their numbers.
    fn seats(&self, name: &str, typed: &[Token], of: &[Seat]) -> Result<Value, Unreadable> {
        let mut seats: Vec<Seat> = Vec::new();
        let mut rest = typed;
        while let Some((token, behind)) = rest.split_first() {
            if let Some((seat, length)) = self.words.player(rest, of) {
                seats.push(seat);
                rest = rest.get(length..).unwrap_or_default();
                continue;
            }
            rest = behind;
            if self.words.joins(token) {
                continue;
            }
            // Numbers without blanks between them look like a place.
            let numbers =
                token.text.split(',').map(|number| number.parse().ok().filter(|seat| of.contains(seat)));
            let numbers: Option<Vec<Seat>> = numbers.collect();
            seats.extend(numbers.ok_or_else(|| Unreadable::NoSeats {
                name: self.words.show_field(name).to_owned(),
                given: self.given(typed),
                of: of.iter().map(|seat| self.words.show_seat(*seat)).collect(),
            })?);
        }
        Ok(Value::from(seats))
    }

    /// Counts by kind: `2 wool, 1 grain` or `wool:2,grain:1`.
    fn bundle(&self, name: &str, typed: &[Token], bounds: &Bounds<'_>) -> Result<Value, Unreadable> {
        let shown = || self.words.show_field(name).to_owned();
        let kinds: Vec<&str> = self.kinds();
        let mut counts = Map::new();
        let mut total: u32 = 0;
        let mut rest = typed;
        while let Some(first) = rest.first() {
            let Some((kind, count, length)) = self.cards(rest, &kinds) else {
                if self.words.joins(first) {
                    rest = rest.get(1..).unwrap_or_default();
                    continue;
                }
                return Err(Unreadable::NoBundle { name: shown(), given: self.given(rest) });
            };
            let limit = bounds.limits.iter().find(|limit| limit.kind == kind);
            let is_barred = bounds.barred.is_some_and(|other| other.contains_key(kind));
            let limit = limit.filter(|limit| !is_barred && count <= limit.max && !counts.contains_key(kind));
            let Some(limit) = limit else {
                let kind = self.words.show_kind(kind).to_owned();
                return Err(Unreadable::TooMany { name: shown(), count, kind });
            };
            // No sum of counts within their limits is near the bound of the type; one that is, is too much anyway.
            total = total.saturating_add(count);
            if count > 0 {
                counts.insert(limit.kind.to_owned(), Value::from(count));
            }
            rest = rest.get(length..).unwrap_or_default();
        }
        let (min, max) = bounds.totals;
        if !(min..=max).contains(&total) {
            return Err(Unreadable::WrongTotal { name: shown(), total, min, max });
        }
        Ok(Value::Object(counts))
    }

    /// All kinds that the shape can hold: one that can't be taken in this field is known all the same.
    fn kinds(&self) -> Vec<&'static str> {
        let limits = self.shape.fields.iter().filter_map(|field| match &field.kind {
            FieldKind::Bundle { limits, .. } => Some(limits.iter().map(|limit| limit.kind)),
            _ => None,
        });
        limits.flatten().collect()
    }

    /// The cards that these words begin with, and how many words they take: `2 wool`, `wool:2`, `wool 2` or `wool`.
    fn cards<'k>(&self, typed: &[Token], kinds: &[&'k str]) -> Option<(&'k str, u32, usize)> {
        let number = |at: usize| typed.get(at).and_then(|token| token.text.parse::<u32>().ok());
        let kind = |at: usize| self.words.kind(typed.get(at..).unwrap_or_default(), kinds);
        if let Some(count) = number(0) {
            let (kind, length) = kind(1)?;
            return Some((kind, count, length + 1));
        }
        let (kind_id, length) = kind(0)?;
        let is_marked = typed.get(length).is_some_and(|token| token.text == ":");
        let behind = length + usize::from(is_marked);
        // The number behind "wool, 2 grain" belongs to the grain, and that of "wool 2 grain" could be either's.
        match number(behind).filter(|_| is_marked || kind(behind + 1).is_none()) {
            Some(count) => Some((kind_id, count, behind + 1)),
            None if is_marked || number(behind).is_some() => None,
            None => Some((kind_id, 1, length)),
        }
    }
}

struct Bounds<'b> {
    limits: &'b [KindLimit],
    totals: (u32, u32),
    /// What the other field holds, of which this one may hold none.
    barred: Option<&'b Map<String, Value>>,
}
