//! What is asked of the reader, and how they can answer: the ready answers numbered, then those with something to fill
//! in.

use serde_json::json;

use super::Moment;
use super::page::{self, Answer, Asked, Options};
use super::voice::Voice;
use crate::service::answers::{MOST_LINKS, Question};
use rules::{Field, FieldKind, Json, Legal, Shape, typed_answers};

/// The question, the answers to it, and a body to send as an example.
#[derive(Default)]
pub struct Questioned {
    pub question: Option<Asked>,
    pub options: Option<Options>,
    pub example: Option<serde_json::Value>,
}

/// The question that the mail is about.
pub fn asked(moment: &Moment<'_>, voice: &Voice<'_>) -> Questioned {
    let Some(question) = moment.question else { return Questioned::default() };
    Questioned {
        question: Some(put(voice, question)),
        options: options(moment, voice, &question.numbered),
        example: example(&question.numbered),
    }
}

fn put(voice: &Voice<'_>, question: &Question) -> Asked {
    let ask = |legal: &Legal<Json>| voice.question(legal.decision.kind, &legal.decision.id);
    // Nobody needs to hear of invitations that are always there.
    let called = question.also.iter().filter(|other| other.decision.is_asked());
    let questions: Vec<String> = called.map(ask).collect();
    let also = (!questions.is_empty()).then(|| voice.line("also", [("questions", questions.into())]));
    Asked { heading: voice.heading("asked"), question: ask(&question.numbered), also }
}

/// The body that sends the first answer.
fn example(legal: &Legal<Json>) -> Option<serde_json::Value> {
    let first = legal.actions.first()?;
    Some(json!({ "decision": legal.decision.id, "action": first }))
}

/// The most ready answers shown. Few questions have as many; a mail has its bounds, and an address that leads to all.
const MOST_ANSWERS: usize = 150;
const MOST_SHAPES: usize = 20;

/// The answers, and how they are given; `None` when there are none.
fn options(moment: &Moment<'_>, voice: &Voice<'_>, legal: &Legal<Json>) -> Option<Options> {
    if legal.actions.is_empty() && legal.shapes.is_empty() {
        return None;
    }
    let listed = listed(moment, voice, legal);
    let first = legal.actions.len() + 1;
    let shapes = legal.shapes.iter().take(MOST_SHAPES).enumerate();
    let shapes: Vec<page::Shape> = shapes.map(|(index, shape)| filled(voice, first + index, shape)).collect();
    let left_out = (legal.actions.len() - listed.len()) + (legal.shapes.len() - shapes.len());
    let more = (left_out > 0).then(|| voice.line("more_options", [("count", left_out.into())]));
    let how = how(moment, voice, legal, first);
    Some(Options { heading: voice.heading("options"), how, listed, more, shapes })
}

fn listed(moment: &Moment<'_>, voice: &Voice<'_>, legal: &Legal<Json>) -> Vec<Answer> {
    let is_short = legal.actions.len() <= MOST_LINKS;
    let link = |index: usize| {
        let token = moment.ways.links.get(index)?;
        Some(format!("{}/games/answer?token={token}", moment.public_url))
    };
    let answer = |(index, action): (usize, &Json)| Answer {
        number: index + 1,
        text: voice.action(action),
        link: link(index),
        json: is_short.then(|| action.get().to_owned()),
    };
    legal.actions.iter().take(MOST_ANSWERS).enumerate().map(answer).collect()
}

/// How to answer from the mail itself.
fn how(moment: &Moment<'_>, voice: &Voice<'_>, legal: &Legal<Json>, first: usize) -> Vec<String> {
    let mut how = Vec::new();
    if !moment.ways.links.is_empty() {
        how.push(voice.line("link_how", []));
    }
    if moment.ways.reply.is_some() {
        how.push(voice.line("reply_how", []));
        if let Some(shape) = legal.shapes.first() {
            let example = format!("{first} {}", typed_answers::example(shape));
            how.push(voice.line("reply_shape", [("example", example.into())]));
        }
    }
    how
}

fn filled(voice: &Voice<'_>, number: usize, shape: &Shape<Json>) -> page::Shape {
    let what = voice.shape(&shape.action);
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
