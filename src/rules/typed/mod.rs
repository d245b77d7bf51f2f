//! Answers as a person types them in a mail: `end_turn`, `sue unit=5 cards=2`,
//! `offer_trade give=2 wool, 1 grain want=1 iron to=1, 3`, or the JSON of an action.
//!
//! May know what a seat may do: ready actions and shapes. What is typed becomes one of them, or a sentence that says
//! why not; whether the rules allow it is judged when it is sent, as with every action.

mod example;
mod fill;
mod words;

pub use example::example;
pub use fill::fill;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use self::words::Words;
use super::erased::Json;
use super::legal::Legal;
use super::ruleset::Choice;

/// Why a text is no answer: a sentence for whoever typed it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unreadable(pub String);

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
        match fill::with(shape, words) {
            Ok(action) => return Ok(legal.answer(action)),
            Err(unreadable) => why = why.or(Some(unreadable)),
        }
    }
    Err(why.unwrap_or_else(|| unknown(kind, words, legal)))
}

/// An action as it would go over the wire. The fields of shapes are judged when it is sent.
fn as_json(text: &str, legal: &[Legal<Json>]) -> Result<Choice<Json>, Unreadable> {
    let broken = |error: serde_json::Error| Unreadable(format!("This is no JSON: {error}."));
    let action: Map<String, Value> = serde_json::from_str(text).map_err(broken)?;
    let kind = action.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    let holds = |legal: &&Legal<Json>| {
        let shapes = legal.shapes.iter().map(|shape| &shape.action);
        legal.actions.iter().chain(shapes).any(|action| is_of(&fields(action), &kind))
    };
    let legal = legal.iter().find(holds);
    let legal = legal.ok_or_else(|| Unreadable(format!("You can't answer with “{kind}” now.")))?;
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
            let items: Vec<String> = items.iter().map(words::value_as_typed).collect();
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
    let examples: Vec<String> = several.iter().take(3).map(|(_, action)| words::typed(action)).collect();
    let count = several.len();
    let examples = examples.join("; ");
    Unreadable(format!("“{kind}” could be any of {count} answers. Say which, for example: {examples}."))
}

fn unknown(kind: &str, words: &Words<'_>, legal: &[Legal<Json>]) -> Unreadable {
    let each = legal.iter().flat_map(|legal| &legal.actions);
    let alike: Vec<String> =
        each.filter(|action| is_of(&fields(action), kind)).take(3).map(words::typed).collect();
    if alike.is_empty() {
        return Unreadable(format!("“{}” is none of the answers you can give now.", words.text));
    }
    Unreadable(format!("None of the answers is so. You could say, for example: {}.", alike.join("; ")))
}

#[cfg(test)]
mod tests;
