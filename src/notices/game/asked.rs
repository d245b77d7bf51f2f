//! What is asked of the reader, and how he can answer.

use serde_json::json;

use super::Moment;
use super::page::{self, Answer, Asked, Options};
use super::voice::Voice;
use crate::rules::{Field, FieldKind, Json, Legal, Shape};

/// The most ready answers shown.
const MOST_ANSWERS: usize = 12;
/// The most answers with fields shown.
const MOST_SHAPES: usize = 6;

/// The question, the answers to it, and a body to send as an example.
#[derive(Default)]
pub struct Question {
    pub question: Option<Asked>,
    pub options: Option<Options>,
    pub example: Option<serde_json::Value>,
}

/// The question that the notice is about: the decision it names, or what has taken its place.
pub fn asked(moment: &Moment<'_>, voice: &Voice<'_>) -> Question {
    if moment.decision.is_none() {
        return Question::default();
    }
    let open = moment.game.legal(moment.seat);
    let named = open.iter().position(|legal| Some(legal.decision.id.as_str()) == moment.decision);
    let Some(at) = named.or_else(|| open.iter().position(|legal| legal.decision.blocking)) else {
        return Question::default();
    };
    let Some(legal) = open.get(at) else { return Question::default() };
    let also = open.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other);
    Question {
        question: Some(question(voice, legal, also)),
        options: options(voice, legal),
        example: example(legal),
    }
}

fn question<'l>(
    voice: &Voice<'_>,
    legal: &Legal<Json>,
    also: impl Iterator<Item = &'l Legal<Json>>,
) -> Asked {
    let ask = |legal: &Legal<Json>| voice.question(legal.decision.kind, &legal.decision.id);
    // Nobody needs to hear of invitations that are always there.
    let called = also.filter(|other| other.decision.is_asked());
    let questions: Vec<String> = called.map(ask).collect();
    let also = (!questions.is_empty()).then(|| voice.line("also", [("questions", questions.into())]));
    Asked { heading: voice.heading("asked"), question: ask(legal), also }
}

fn options(voice: &Voice<'_>, legal: &Legal<Json>) -> Option<Options> {
    if legal.actions.is_empty() && legal.shapes.is_empty() {
        return None;
    }
    let listed: Vec<Answer> = legal
        .actions
        .iter()
        .take(MOST_ANSWERS)
        .enumerate()
        .map(|(index, action)| Answer {
            number: index + 1,
            text: voice.action(action),
            json: action.get().to_owned(),
        })
        .collect();
    let first = listed.len() + 1;
    let shapes = legal.shapes.iter().take(MOST_SHAPES).enumerate();
    let shapes: Vec<page::Shape> = shapes.map(|(index, shape)| filled(voice, first + index, shape)).collect();
    let left_out = (legal.actions.len() - listed.len()) + (legal.shapes.len() - shapes.len());
    let more = (left_out > 0).then(|| voice.line("more_options", [("count", left_out.into())]));
    Some(Options { heading: voice.heading("options"), listed, more, shapes })
}

fn filled(voice: &Voice<'_>, number: usize, shape: &Shape<Json>) -> page::Shape {
    let what = voice.action(&shape.action);
    page::Shape {
        number,
        text: voice.line("shape", [("what", what.into())]),
        fields: shape.fields.iter().map(|field| bounds(voice, field)).collect(),
        json: shape.action.get().to_owned(),
    }
}

fn bounds(voice: &Voice<'_>, field: &Field) -> String {
    let name = ("name", field.name.into());
    match &field.kind {
        FieldKind::Integer { min, max } => {
            voice.text("fields", "integer", [name, ("min", (*min).into()), ("max", (*max).into())])
        }
        FieldKind::Bundle { most, min_total, max_total, not_in } => {
            let limits: Vec<String> =
                most.iter().map(|limit| format!("{} {}", limit.max, voice.word(limit.kind))).collect();
            let values = [
                name,
                ("min_total", (*min_total).into()),
                ("max_total", (*max_total).into()),
                ("limits", limits.join(", ").into()),
                ("not_in", not_in.map_or(minijinja::Value::UNDEFINED, Into::into)),
            ];
            voice.text("fields", "bundle", values)
        }
        FieldKind::Seats { of, .. } => {
            let seats: Vec<String> =
                of.iter().map(|seat| format!("{seat} ({})", voice.player(*seat))).collect();
            voice.text("fields", "seats", [name, ("seats", seats.into())])
        }
    }
}

/// The body that sends the first answer.
fn example(legal: &Legal<Json>) -> Option<serde_json::Value> {
    let first = legal.actions.first()?;
    Some(json!({ "decision": legal.decision.id, "action": first }))
}
