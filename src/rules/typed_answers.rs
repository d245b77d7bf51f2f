//! Answers as a person types them in a mail: `end_turn`, `sue unit=5 cards=2`,
//! `offer_trade give=2 wool, 1 grain want=1 iron to=1, 3`, or the JSON of an action.
//!
//! May know what a seat may do: ready actions and shapes. What is typed becomes one of them, or a sentence that says
//! why not; whether the rules allow it is validated when it is sent, as with every action.

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::contract::Choice;
use crate::erased::Json;
use crate::legal::{Field, FieldKind, KindLimit, Legal, Shape};

/// Why a text is no answer. The sentences for the person who typed it are the affair of those who know languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Unreadable {
    NotJson,
    /// No answer is of this type now.
    NoSuchType {
        given: String,
    },
    /// It is none of the answers. Some of the same type, as they could be typed.
    NoSuchAnswer {
        given: String,
        examples: Vec<String>,
    },
    /// It could be several of the answers.
    Ambiguous {
        given: String,
        count: usize,
        examples: Vec<String>,
    },
    /// There is nothing of that name to fill in, or not with that.
    NoSuchField {
        name: String,
        given: String,
    },
    StillEmpty {
        name: &'static str,
    },
    NoNumber {
        name: &'static str,
        given: String,
        min: u32,
        max: u32,
    },
    NoSeats {
        name: &'static str,
        given: String,
        of: Vec<u8>,
    },
    /// Counts by kind were expected.
    NoBundle {
        name: &'static str,
        given: String,
    },
    /// So many of that kind can't be taken there.
    TooMany {
        name: &'static str,
        count: u32,
        kind: String,
    },
    WrongTotal {
        name: &'static str,
        total: u32,
        min: u32,
        max: u32,
    },
}

/// How many answers of the same type are shown at most.
const MAX_EXAMPLES: usize = 3;

/// The answer that `text` stands for, and the decision of `legal` that it answers.
pub fn parse(text: &str, legal: &[Legal<Json>]) -> Result<Choice<Json>, Unreadable> {
    let text = text.trim();
    if text.starts_with('{') {
        return as_json(text, legal);
    }
    let words = Words::read(text);
    let kind = words.kind.join("_");
    let ready = ready(&kind, &words, legal);
    match ready.as_slice() {
        [(legal, action)] => Ok(legal.answer((*action).clone())),
        [] => shaped(&kind, &words, legal),
        several => Err(ambiguous(&kind, several)),
    }
}

/// The ready actions of that type whose fields are as typed.
fn ready<'l>(kind: &str, words: &Words<'_>, legal: &'l [Legal<Json>]) -> Vec<(&'l Legal<Json>, &'l Json)> {
    let fits = |action: &Json| {
        let fields = fields(action);
        is_of(&fields, kind)
            && words.fields.iter().all(|(name, value)| fields.get(name).is_some_and(|is| says(is, value)))
    };
    let each = legal.iter().flat_map(|legal| legal.actions.iter().map(move |action| (legal, action)));
    each.filter(|(_, action)| fits(action)).collect()
}

fn shaped(kind: &str, words: &Words<'_>, legal: &[Legal<Json>]) -> Result<Choice<Json>, Unreadable> {
    let each = legal.iter().flat_map(|legal| legal.shapes.iter().map(move |shape| (legal, shape)));
    let of_kind: Vec<_> = each.filter(|(_, shape)| is_of(&fields(&shape.action), kind)).collect();
    let mut why = None;
    for (legal, shape) in of_kind {
        match fill_with(shape, words) {
            Ok(action) => return Ok(legal.answer(action)),
            Err(unreadable) => why = why.or(Some(unreadable)),
        }
    }
    Err(why.unwrap_or_else(|| unknown(kind, words, legal)))
}

/// An action as it would go over the wire. The fields of shapes are validated when it is sent.
fn as_json(text: &str, legal: &[Legal<Json>]) -> Result<Choice<Json>, Unreadable> {
    let broken = |_| Unreadable::NotJson;
    let action: Map<String, Value> = serde_json::from_str(text).map_err(broken)?;
    let kind = action.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    let holds = |legal: &&Legal<Json>| {
        let shapes = legal.shapes.iter().map(|shape| &shape.action);
        legal.actions.iter().chain(shapes).any(|action| is_of(&fields(action), &kind))
    };
    let legal = legal.iter().find(holds);
    let legal = legal.ok_or(Unreadable::NoSuchType { given: kind })?;
    let action = RawValue::from_string(Value::Object(action).to_string()).map_err(broken)?;
    Ok(legal.answer(action))
}

fn fields(action: &Json) -> Map<String, Value> {
    serde_json::from_str(action.get()).unwrap_or_default()
}

fn is_of(fields: &Map<String, Value>, kind: &str) -> bool {
    fields.get("type").and_then(Value::as_str).is_some_and(|is| is == kind)
}

/// Is the value of a field what was typed?
fn says(value: &Value, typed: &str) -> bool {
    match value {
        Value::String(text) => text.eq_ignore_ascii_case(typed),
        Value::Array(items) => {
            // A place such as `4,6` has a comma itself, so that items are compared part by part.
            let items: Vec<String> = items.iter().map(value_as_typed).collect();
            let parts: Vec<&str> = items.iter().flat_map(|item| item.split(',')).collect();
            let typed: Vec<&str> = typed.split([',', ' ', ';']).filter(|part| !part.is_empty()).collect();
            parts.len() == typed.len()
                && parts.iter().zip(typed).all(|(part, typed)| part.eq_ignore_ascii_case(typed))
        }
        other => {
            let text = other.to_string();
            text == typed
        }
    }
}

fn ambiguous(kind: &str, several: &[(&Legal<Json>, &Json)]) -> Unreadable {
    let examples = several.iter().take(MAX_EXAMPLES).map(|(_, action)| typed(action)).collect();
    Unreadable::Ambiguous { given: kind.to_owned(), count: several.len(), examples }
}

fn unknown(kind: &str, words: &Words<'_>, legal: &[Legal<Json>]) -> Unreadable {
    let each = legal.iter().flat_map(|legal| &legal.actions);
    let alike = each.filter(|action| is_of(&fields(action), kind)).take(MAX_EXAMPLES);
    Unreadable::NoSuchAnswer { given: words.text.to_owned(), examples: alike.map(typed).collect() }
}

/// The words before the first `name=`, and what stands behind each.
struct Words<'t> {
    text: &'t str,
    /// The words of the type, in small letters.
    kind: Vec<String>,
    /// Names, and what was typed behind them, up to the next name.
    fields: Vec<(String, &'t str)>,
}

impl<'t> Words<'t> {
    /// Takes a line apart. A value goes as far as the next `name=`, so that it may contain blanks.
    fn read(text: &'t str) -> Self {
        let mut parts = text.split('=');
        let (head, mut name) = before_name(parts.next().unwrap_or_default(), text.contains('='));
        let kind = head.split(|c: char| c.is_whitespace() || c == '_');
        let kind = kind.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
        let mut fields = Vec::new();
        let mut parts = parts.peekable();
        while let Some(part) = parts.next() {
            let (value, next) = before_name(part, parts.peek().is_some());
            fields.push((name.to_lowercase(), value.trim().trim_end_matches([',', ';'])));
            name = next;
        }
        Self { text, kind, fields }
    }
}

/// What stands before the last word, and the last word, if that is the name of what follows.
fn before_name(part: &str, is_followed: bool) -> (&str, &str) {
    if !is_followed {
        return (part, "");
    }
    let part = part.trim_end();
    match part.rsplit_once(|c: char| c.is_whitespace() || c == ',' || c == ';') {
        Some((before, name)) => (before, name),
        None => ("", part),
    }
}

/// An action as a person could type it.
fn typed(action: &Json) -> String {
    let fields = fields(action);
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    let others = fields.iter().filter(|(name, _)| *name != "type");
    let others = others.map(|(name, value)| format!(" {name}={}", value_as_typed(value)));
    kind + &others.collect::<String>()
}

/// A value as a person could type it. What has commas in it stands with blanks between.
fn value_as_typed(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(value_as_typed).collect();
            let between = if items.iter().any(|item| item.contains(',')) { " " } else { "," };
            items.join(between)
        }
        Value::Object(counts) => {
            let each = counts.iter().map(|(kind, count)| format!("{kind}:{count}"));
            each.collect::<Vec<_>>().join(",")
        }
        other => other.to_string(),
    }
}

/// The action that `typed` makes of a shape, such as `give=2 wool want=1 iron`. Of a shape with one field that must be
/// filled its value alone is enough.
pub fn fill(shape: &Shape<Json>, typed: &str) -> Result<Json, Unreadable> {
    let words = Words::read(typed);
    let needed: Vec<&Field> = shape.fields.iter().filter(|field| is_needed(&field.kind)).collect();
    match (needed.as_slice(), words.fields.is_empty()) {
        ([only], true) if !typed.trim().is_empty() => {
            let fields = vec![(only.name.to_owned(), typed.trim())];
            fill_with(shape, &Words { text: typed, kind: vec![], fields })
        }
        _ => fill_with(shape, &words),
    }
}

/// The same from a line that was taken apart.
fn fill_with(shape: &Shape<Json>, words: &Words<'_>) -> Result<Json, Unreadable> {
    let mut action = fields(&shape.action);
    for (name, typed) in &words.fields {
        let is_open = shape.fields.iter().any(|field| field.name == name);
        if !is_open && !action.get(name).is_some_and(|fixed| says(fixed, typed)) {
            return Err(Unreadable::NoSuchField { name: name.clone(), given: (*typed).to_owned() });
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
    RawValue::from_string(text).map_err(|_| Unreadable::NotJson)
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
            kind if is_needed(kind) => Err(Unreadable::StillEmpty { name: field.name }),
            _ => Ok(action.get(field.name).cloned()),
        };
    };
    match &field.kind {
        FieldKind::Integer { min, max } => integer(field.name, typed, *min, *max).map(Some),
        FieldKind::Seats { of, .. } => seats(field.name, typed, of).map(Some),
        FieldKind::Bundle { limits, min_total, max_total, not_in } => {
            let barred = not_in.and_then(|other| action.get(other)).and_then(Value::as_object);
            let bounds = Bounds { limits, totals: *min_total..=*max_total, barred };
            bundle(field.name, typed, &bounds).map(Some)
        }
    }
}

fn integer(name: &'static str, typed: &str, min: u32, max: u32) -> Result<Value, Unreadable> {
    let number = typed.parse::<u32>().ok().filter(|number| (min..=max).contains(number));
    number.map(Value::from).ok_or_else(|| Unreadable::NoNumber { name, given: typed.to_owned(), min, max })
}

fn seats(name: &'static str, typed: &str, of: &[u8]) -> Result<Value, Unreadable> {
    let items = typed.split([',', ' ']).filter(|item| !item.is_empty());
    let seats: Option<Vec<u8>> =
        items.map(|item| item.parse().ok().filter(|seat| of.contains(seat))).collect();
    seats.map(Value::from).ok_or_else(|| Unreadable::NoSeats {
        name,
        given: typed.to_owned(),
        of: of.to_vec(),
    })
}

struct Bounds<'b> {
    limits: &'b [KindLimit],
    totals: std::ops::RangeInclusive<u32>,
    barred: Option<&'b Map<String, Value>>,
}

/// Counts by kind, typed as `2 wool, 1 grain` or `wool:2,grain:1`.
fn bundle(name: &'static str, typed: &str, bounds: &Bounds<'_>) -> Result<Value, Unreadable> {
    let mut counts = Map::new();
    let mut total: u32 = 0;
    for item in typed.split([',', '+', ';']).map(str::trim).filter(|item| !item.is_empty()) {
        let no_bundle = || Unreadable::NoBundle { name, given: item.to_owned() };
        let (kind, count) = counted(item).ok_or_else(no_bundle)?;
        let limit = bounds.limits.iter().find(|limit| limit.kind == kind);
        let barred = bounds.barred.is_some_and(|other| other.contains_key(&kind));
        let Some(limit) = limit.filter(|limit| !barred && count <= limit.max && !counts.contains_key(&kind))
        else {
            return Err(Unreadable::TooMany { name, count, kind });
        };
        total = total.saturating_add(count);
        if count > 0 {
            counts.insert(limit.kind.to_owned(), Value::from(count));
        }
    }
    if !bounds.totals.contains(&total) {
        let (min, max) = (*bounds.totals.start(), *bounds.totals.end());
        return Err(Unreadable::WrongTotal { name, total, min, max });
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

/// The fields of a shape, filled with the least that they take: `give=grain:1 want=iron:1`. `word` is what a kind of card
/// is called.
pub fn example(shape: &Shape<Json>, word: impl Fn(&str) -> String) -> String {
    let mut taken: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut typed = Vec::new();
    for field in &shape.fields {
        let value = match &field.kind {
            FieldKind::Integer { min, .. } => min.to_string(),
            FieldKind::Seats { .. } => continue,
            FieldKind::Bundle { limits, min_total, not_in, .. } => {
                let barred = not_in.map(|other| kinds_in(other, &taken, shape)).unwrap_or_default();
                let free = limits.iter().filter(|limit| !barred.iter().any(|kind| kind == limit.kind));
                let cards = least(free, *min_total);
                taken.push((field.name, cards.iter().map(|(kind, _)| *kind).collect()));
                let each = cards.iter().map(|(kind, count)| format!("{}:{count}", word(kind)));
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

/// Cards that add up to `total`, of as few kinds as possible.
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
