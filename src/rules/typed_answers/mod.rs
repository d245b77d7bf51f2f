//! Answers as a person types them in a mail: in the words in which the mail lists them (`build a road on edge 5`, or what
//! tells it from the others), with what is to be filled in (`give: 2 wool, want: 1 iron`), as the API calls them
//! (`end_turn`, `build_town corner=1,2,N`), or as JSON.
//!
//! May know what a seat may do: ready actions and shapes. The words of a language are handed in as data. What is typed
//! becomes one of the answers, or a reason why not; whether the rules allow it is validated when it is sent, as with
//! every action.

mod open_answers;
mod shapes;
mod tokens;
mod values;
mod vocabulary;

pub use open_answers::{AnswerTexts, Leeway, OpenAnswers};
pub use tokens::{fold, gap, words};
pub use vocabulary::AnswerWords;

use serde::Serialize;
use serde_json::{Map, Value};

use self::shapes::SaidShape;
use crate::erased::Json;
use crate::legal::{Field, FieldKind, KindLimit, Shape};

/// Why a text is no answer. The names are those of the reader's language; the sentences are the affair of those who know
/// languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, strum::IntoStaticStr)]
#[serde(tag = "reason", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Unreadable {
    NotJson,
    /// No answer is of this type now.
    NoSuchType {
        given: String,
    },
    /// It is none of the answers. Some that are like it, as they could be typed.
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

/// The action that `typed` makes of a shape, such as `give=2 wool want=1 iron`, in the words of the API.
pub fn fill(shape: &Shape<Json>, typed: &str) -> Result<Json, Unreadable> {
    SaidShape::new(shape, "", &AnswerWords::default()).fill(typed)
}

/// The most letters that are quoted of what was typed.
const MAX_QUOTED: usize = 100;

/// The beginning of what was typed, on one line.
fn quoted(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

fn fields_of(action: &Json) -> Map<String, Value> {
    serde_json::from_str(action.get()).unwrap_or_default()
}

/// Is the value of a field what was typed?
fn says(value: &Value, typed: &str) -> bool {
    match value {
        Value::String(text) => text.eq_ignore_ascii_case(typed),
        Value::Array(items) => {
            // A place such as `4,6` has a comma itself, so that items are compared part by part.
            let items: Vec<String> = items.iter().map(plain).collect();
            let parts: Vec<&str> = items.iter().flat_map(|item| item.split(',')).collect();
            let typed: Vec<&str> = typed.split([',', ' ', ';']).filter(|part| !part.is_empty()).collect();
            parts.len() == typed.len()
                && parts.iter().zip(typed).all(|(part, typed)| part.eq_ignore_ascii_case(typed))
        }
        other => plain(other) == typed,
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
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

/// A shape filled with the least that it takes.
fn filled_with_least(shape: &Shape<Json>) -> Option<Json> {
    let mut action = fields_of(&shape.action);
    for field in &shape.fields {
        action.remove(field.name);
    }
    action.extend(least(shape).into_iter().map(|(name, value)| {
        let value = match value {
            Least::Number(number) => Value::from(number),
            Least::Cards(cards) => {
                cards.into_iter().map(|(kind, count)| (kind.to_owned(), Value::from(count))).collect()
            }
        };
        (name.to_owned(), value)
    }));
    serde_json::value::to_raw_value(&action).ok()
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
