//! What a person fills into an answer, in the words of their language or in those of the API: `give: 2 wool, want: 1
//! iron`.
//!
//! May know shapes and their fields. The words of a language are handed in as data. Whether the rules allow the action
//! is validated when it is sent, as with every action.

mod answer_words;
mod fields;

pub use answer_words::{AnswerWords, fold, words};
pub use fields::fill;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::erased::Json;
use crate::legal::{FieldKind, Shape};

/// Why a text fills no shape. The names are those of the reader's language; the sentences are written where languages
/// are known.
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
    let shown: String = text.chars().take(MAX_QUOTED).collect();
    if shown.len() < text.len() { format!("{shown}…") } else { text }
}

/// The fields of an action; none if it is no object. The rules then refuse the filled action, since it has no type.
fn fields_of(action: &Json) -> Map<String, Value> {
    serde_json::from_str(action.get()).unwrap_or_default()
}

/// The fields of a shape as they could be typed, with the least that they take: `give: 1 grain, want: 1 iron`. Seats
/// are left out, which means all.
pub fn example(shape: &Shape<Json>, words: &AnswerWords) -> String {
    let fixed = fields_of(&shape.action);
    let mut held: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut typed = Vec::new();
    for field in &shape.fields {
        let value = match &field.kind {
            FieldKind::Integer { min, .. } => min.to_string(),
            FieldKind::Seats { .. } => continue,
            FieldKind::Bundle { limits, min_total, not_in, .. } => {
                // The field `not_in` was filled in before this one, or the shape fixes it.
                let filled = held.iter().find(|(name, _)| Some(*name) == *not_in);
                let barred: Vec<&str> = match (filled, not_in.and_then(|other| fixed.get(other)?.as_object()))
                {
                    (Some((_, kinds)), _) => kinds.clone(),
                    (None, Some(kinds)) => kinds.keys().map(String::as_str).collect(),
                    (None, None) => vec![],
                };
                let mut missing = *min_total;
                let mut cards: Vec<(&str, u32)> = Vec::new();
                for limit in limits.iter().filter(|limit| !barred.contains(&limit.kind)) {
                    let count = limit.max.min(missing);
                    missing -= count;
                    cards.extend((count > 0).then_some((limit.kind, count)));
                }
                held.push((field.name, cards.iter().map(|(kind, _)| *kind).collect()));
                let cards = cards.iter().map(|(kind, count)| format!("{count} {}", words.show(kind)));
                cards.collect::<Vec<_>>().join(", ")
            }
        };
        typed.push(format!("{}: {value}", words.show(field.name)));
    }
    typed.join(", ")
}
