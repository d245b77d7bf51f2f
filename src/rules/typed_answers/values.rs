//! The value of one open field, as it was typed.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use super::tokens::Token;
use super::vocabulary::AnswerWords;
use super::{Unreadable, quoted};
use crate::decision::Seat;
use crate::legal::{Field, FieldKind, KindLimit};

/// Part of what was typed.
#[derive(Clone, Copy)]
pub struct TypedPart<'t> {
    pub text: &'t str,
    pub tokens: &'t [Token],
}

impl<'t> TypedPart<'t> {
    /// As it was typed.
    pub fn given(self) -> String {
        let (first, last) = (self.tokens.first(), self.tokens.last());
        let range = first.zip(last).and_then(|(first, last)| self.text.get(first.from..last.to));
        quoted(range.unwrap_or_default())
    }

    pub fn get(self, from: usize, to: usize) -> Self {
        Self { tokens: self.tokens.get(from..to).unwrap_or_default(), ..self }
    }

    /// Without what joins it to what stands around it.
    fn trimmed(self, words: &AnswerWords) -> Self {
        let is_between = |token: &Token| words.joins(token) || token.text == ":";
        let from = self.tokens.iter().position(|token| !is_between(token)).unwrap_or(self.tokens.len());
        let to = self.tokens.iter().rposition(|token| !is_between(token)).map_or(from, |at| at + 1);
        self.get(from, to)
    }
}

/// Must it be filled in, or is there no choice?
pub fn is_needed(kind: &FieldKind) -> bool {
    match kind {
        FieldKind::Integer { min, max } => min != max,
        FieldKind::Bundle { max_total, .. } => *max_total > 0,
        FieldKind::Seats { .. } => false,
    }
}

/// The value of a field; `None` leaves it out. `action` has what was filled in before, and `kinds` are those of the shape.
pub fn value(
    field: &Field,
    typed: Option<TypedPart<'_>>,
    action: &Map<String, Value>,
    (kinds, words): (&[&'static str], &AnswerWords),
) -> Result<Option<Value>, Unreadable> {
    let Some(typed) = typed else {
        return match &field.kind {
            FieldKind::Seats { .. } => Ok(None),
            kind if is_needed(kind) => {
                Err(Unreadable::StillEmpty { name: words.show_field(field.name).to_owned() })
            }
            _ => Ok(action.get(field.name).cloned()),
        };
    };
    let typed = typed.trimmed(words);
    match &field.kind {
        FieldKind::Integer { min, max } => integer(field.name, typed, (*min, *max), words).map(Some),
        FieldKind::Seats { of, .. } => seats(field.name, typed, of, words).map(Some),
        FieldKind::Bundle { limits, min_total, max_total, not_in } => {
            let barred = not_in.and_then(|other| action.get(other)).and_then(Value::as_object);
            let bounds = Bounds { limits, kinds, totals: *min_total..=*max_total, barred };
            bundle(field.name, typed, &bounds, words).map(Some)
        }
    }
}

/// One number; the name of the field may stand on either side of it.
fn integer(
    name: &str,
    typed: TypedPart<'_>,
    (min, max): (u32, u32),
    words: &AnswerWords,
) -> Result<Value, Unreadable> {
    let mut numbers = Vec::new();
    let mut is_clear = true;
    let mut at = 0;
    while let Some(token) = typed.tokens.get(at) {
        let named = words.fields_at(typed.get(at, typed.tokens.len()).tokens).find(|(id, _)| *id == name);
        match (words.number(&token.text), named) {
            (Some(number), _) => numbers.push(number),
            (None, Some((_, length))) => at += length - 1,
            (None, None) if words.is_filler(&token.text) => {}
            (None, None) => is_clear = false,
        }
        at += 1;
    }
    let number = <[u32; 1]>::try_from(numbers).ok().map(|[number]| number);
    let number = number.filter(|number| is_clear && (min..=max).contains(number));
    number.map(Value::from).ok_or_else(|| Unreadable::NoNumber {
        name: words.show_field(name).to_owned(),
        given: typed.given(),
        min,
        max,
    })
}

/// Seats by their numbers or by the names of their players.
fn seats(name: &str, typed: TypedPart<'_>, of: &[Seat], words: &AnswerWords) -> Result<Value, Unreadable> {
    let mut seats: Vec<Seat> = Vec::new();
    let mut rest = typed.tokens;
    while let Some((token, behind)) = rest.split_first() {
        let by_name = words.player(rest, of);
        // Numbers without blanks between them look like a place.
        let by_number = || -> Option<Vec<Seat>> {
            let numbers = token.text.split(',').map(|number| number.parse().ok());
            numbers.map(|seat| seat.filter(|seat| of.contains(seat))).collect()
        };
        rest = match by_name {
            Some((seat, length)) => {
                seats.push(seat);
                rest.get(length..).unwrap_or_default()
            }
            None if words.joins(token) => behind,
            None => {
                let no_seats = || Unreadable::NoSeats {
                    name: words.show_field(name).to_owned(),
                    given: typed.given(),
                    of: of.iter().map(|seat| words.show_seat(*seat)).collect(),
                };
                seats.extend(by_number().ok_or_else(no_seats)?);
                behind
            }
        };
    }
    Ok(Value::from(seats))
}

struct Bounds<'b> {
    limits: &'b [KindLimit],
    /// All kinds of the shape: one that can't be taken here is known all the same.
    kinds: &'b [&'static str],
    totals: RangeInclusive<u32>,
    barred: Option<&'b Map<String, Value>>,
}

/// Counts by kind: `2 wool, 1 grain`, `2 wool and grain` or `wool:2,grain:1`.
fn bundle(
    name: &str,
    typed: TypedPart<'_>,
    bounds: &Bounds<'_>,
    words: &AnswerWords,
) -> Result<Value, Unreadable> {
    let kinds = bounds.kinds;
    let shown = || words.show_field(name).to_owned();
    let mut counts = Map::new();
    let mut total: u32 = 0;
    let mut rest = typed;
    while let Some(first) = rest.tokens.first() {
        let found = item(rest.tokens, kinds, words);
        let is_known = found.as_ref().is_some_and(|(item, _)| kinds.contains(&item.kind.as_str()));
        if !is_known && (words.joins(first) || words.is_filler(&first.text)) {
            rest = rest.get(1, rest.tokens.len());
            continue;
        }
        let no_bundle = || Unreadable::NoBundle { name: shown(), given: rest.given() };
        let (item, length) = found.ok_or_else(no_bundle)?;
        let limit = bounds.limits.iter().find(|limit| limit.kind == item.kind);
        let barred = bounds.barred.is_some_and(|other| other.contains_key(&item.kind));
        let may_hold =
            |limit: &&KindLimit| !barred && item.count <= limit.max && !counts.contains_key(&item.kind);
        let Some(limit) = limit.filter(may_hold) else {
            let kind = words.show_kind(&item.kind).to_owned();
            return Err(Unreadable::TooMany { name: shown(), count: item.count, kind });
        };
        total = total.saturating_add(item.count);
        if item.count > 0 {
            counts.insert(limit.kind.to_owned(), Value::from(item.count));
        }
        rest = rest.get(length, rest.tokens.len());
    }
    if !bounds.totals.contains(&total) {
        let (min, max) = (*bounds.totals.start(), *bounds.totals.end());
        return Err(Unreadable::WrongTotal { name: shown(), total, min, max });
    }
    Ok(Value::Object(counts))
}

/// Cards of one kind, which need not be among those that are allowed.
pub struct CountedKind {
    pub kind: String,
    pub count: u32,
}

/// The cards that these words begin with, and how many words they take: `2 wool`, `wool:2`, `wool 2` or `wool`.
pub fn item(tokens: &[Token], kinds: &[&str], words: &AnswerWords) -> Option<(CountedKind, usize)> {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let number = |at: usize| words.number(text(at));
    let skip = |at: usize| at + usize::from(["x", ":"].contains(&text(at)));
    let kind = |at: usize| {
        let known = words.kind(tokens.get(at..).unwrap_or_default(), kinds);
        known.map(|(kind, length)| (kind.to_owned(), length))
    };
    let at = skip(1);
    // One word may be a number and a kind: Norwegian *tre*.
    if let Some(count) = number(0).filter(|_| kind(at).is_some() || kind(0).is_none()) {
        let is_digit = text(0).starts_with(|c: char| c.is_ascii_digit());
        let is_unknown = is_digit && text(at).chars().all(char::is_alphabetic);
        let unknown = || is_unknown.then(|| (text(at).to_owned(), 1));
        let (kind, length) = kind(at).or_else(unknown).filter(|(kind, _)| !kind.is_empty())?;
        return Some((CountedKind { kind, count }, at + length));
    }
    let is_followed = |at: usize| number(skip(at)).is_some();
    let lone = || {
        let ends = tokens.len() == 1 || is_followed(1) || tokens.get(1).is_some_and(|next| words.joins(next));
        let is_word =
            !text(0).is_empty() && text(0).chars().all(char::is_alphabetic) && !words.is_of_trade(text(0));
        (ends && is_word).then(|| (text(0).to_owned(), 1))
    };
    let (kind_id, length) = kind(0).or_else(lone)?;
    let behind = skip(length);
    match number(behind) {
        Some(count) => Some((CountedKind { kind: kind_id, count }, behind + 1)),
        None => Some((CountedKind { kind: kind_id, count: 1 }, length)),
    }
}
