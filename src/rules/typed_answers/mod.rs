//! What a person fills into an answer, in the words of their language or in those of the API: `give: 2 wool, want: 1 iron`.
//!
//! May know shapes and their fields. The words of a language are handed in as data. Whether the rules allow the action is
//! validated when it is sent, as with every action.

mod answer_words;
mod fields;
mod tokens;

pub use answer_words::AnswerWords;
pub use fields::fill;
pub use tokens::{fold, words};

use serde::Serialize;
use serde_json::{Map, Value};

use crate::erased::Json;
use crate::legal::{Field, FieldKind, KindLimit, Shape};

/// Why a text fills no shape. The names are those of the reader's language; the sentences are written where languages are
/// known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, strum::IntoStaticStr)]
#[serde(tag = "reason", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Unreadable {
    /// No field has that name, or it was named before.
    NoSuchField {
        name: String,
        given: String,
    },
    StillEmpty {
        name: String,
    },
    NoNumber {
        name: String,
        given: String,
        min: u32,
        max: u32,
    },
    NoSeats {
        name: String,
        given: String,
        of: Vec<String>,
    },
    /// Counts by kind were expected.
    NoBundle {
        name: String,
        given: String,
    },
    /// So many of that kind can't be taken there.
    TooMany {
        name: String,
        count: u32,
        kind: String,
    },
    WrongTotal {
        name: String,
        total: u32,
        min: u32,
        max: u32,
    },
}

/// The most letters that are quoted of what was typed.
const MAX_QUOTED: usize = 100;

/// The beginning of what was typed, on one line.
pub fn quoted(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

fn fields_of(action: &Json) -> Map<String, Value> {
    serde_json::from_str(action.get()).unwrap_or_default()
}

/// What a shape takes at least.
enum Least<'s> {
    Number(u32),
    Cards(Vec<(&'s str, u32)>),
}

/// The open fields of a shape with the least that they take. Seats are left out, which means all.
fn least(shape: &Shape<Json>) -> Vec<(&'static str, Least<'_>)> {
    let mut filled: Vec<(&'static str, Least<'_>)> = Vec::new();
    for field in &shape.fields {
        let value = match &field.kind {
            FieldKind::Integer { min, .. } => Least::Number(*min),
            FieldKind::Seats { .. } => continue,
            FieldKind::Bundle { limits, min_total, not_in, .. } => {
                let barred = not_in.map(|other| kinds_in(other, &filled, shape)).unwrap_or_default();
                let free = limits.iter().filter(|limit| !barred.iter().any(|kind| kind == limit.kind));
                Least::Cards(fewest(free, *min_total))
            }
        };
        filled.push((field.name, value));
    }
    filled
}

/// The fields of a shape as they could be typed, with the least that they take: `give: 1 grain, want: 1 iron`.
pub fn example(shape: &Shape<Json>, words: &AnswerWords) -> String {
    let typed = least(shape).into_iter().map(|(name, value)| {
        let value = match value {
            Least::Number(number) => number.to_string(),
            Least::Cards(cards) => {
                let cards = cards.iter().map(|(kind, count)| format!("{count} {}", words.show_kind(kind)));
                cards.collect::<Vec<_>>().join(", ")
            }
        };
        format!("{}: {value}", words.show_field(name))
    });
    typed.collect::<Vec<_>>().join(", ")
}

fn kinds_in(other: &str, filled: &[(&str, Least<'_>)], shape: &Shape<Json>) -> Vec<String> {
    if let Some((_, Least::Cards(cards))) = filled.iter().find(|(name, _)| *name == other) {
        return cards.iter().map(|(kind, _)| (*kind).to_owned()).collect();
    }
    let is_open = shape.fields.iter().any(|Field { name, .. }| *name == other);
    let fixed = fields_of(&shape.action);
    let fixed = fixed.get(other).filter(|_| !is_open).and_then(Value::as_object);
    fixed.map(|counts| counts.keys().cloned().collect()).unwrap_or_default()
}

/// Cards that add up to `total`, of as few kinds as possible.
fn fewest<'k>(limits: impl Iterator<Item = &'k KindLimit>, total: u32) -> Vec<(&'static str, u32)> {
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
