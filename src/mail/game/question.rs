//! What is asked of the reader, and how they can answer: the ready answers numbered, then those with something to fill
//! in.

use serde_json::json;

use super::GameSnapshot;
use super::page::{self, AnswerItem, OptionsSection, QuestionSection};
use super::sentences::GameSentences;
use crate::service::replies::{MOST_LINKS, Question};
use rules::{Field, FieldKind, Json, Legal, Shape, typed_answers};

/// The question, the answers to it, and a body to send as an example.
#[derive(Default)]
pub struct QuestionParts {
    pub question: Option<QuestionSection>,
    pub options: Option<OptionsSection>,
    pub example: Option<serde_json::Value>,
}

/// The question that the mail is about.
pub fn question_parts(snapshot: &GameSnapshot<'_>, sentences: &GameSentences<'_>) -> QuestionParts {
    let Some(question) = snapshot.question else { return QuestionParts::default() };
    QuestionParts {
        question: Some(question_section(sentences, question)),
        options: options(snapshot, sentences, &question.numbered),
        example: example(&question.numbered),
    }
}

fn question_section(sentences: &GameSentences<'_>, question: &Question) -> QuestionSection {
    let ask = |legal: &Legal<Json>| sentences.question(legal.decision.kind, &legal.decision.id);
    // Invitations that are always there are not worth a line.
    let asked = question.also.iter().filter(|other| other.decision.is_asked());
    let questions: Vec<String> = asked.map(ask).collect();
    let also = (!questions.is_empty()).then(|| sentences.line("also", [("questions", questions.into())]));
    QuestionSection { heading: sentences.heading("asked"), question: ask(&question.numbered), also }
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
fn options(
    snapshot: &GameSnapshot<'_>,
    sentences: &GameSentences<'_>,
    legal: &Legal<Json>,
) -> Option<OptionsSection> {
    if legal.actions.is_empty() && legal.shapes.is_empty() {
        return None;
    }
    let listed = listed(snapshot, sentences, legal);
    let first = legal.actions.len() + 1;
    let shapes = legal.shapes.iter().take(MOST_SHAPES).enumerate();
    let shapes: Vec<page::ShapeItem> =
        shapes.map(|(index, shape)| filled(sentences, first + index, shape)).collect();
    let left_out = (legal.actions.len() - listed.len()) + (legal.shapes.len() - shapes.len());
    let more = (left_out > 0).then(|| sentences.line("more_options", [("count", left_out.into())]));
    let how = how(snapshot, sentences, legal, first);
    Some(OptionsSection { heading: sentences.heading("options"), how, listed, more, shapes })
}

fn listed(
    snapshot: &GameSnapshot<'_>,
    sentences: &GameSentences<'_>,
    legal: &Legal<Json>,
) -> Vec<AnswerItem> {
    let is_short = legal.actions.len() <= MOST_LINKS;
    let link = |index: usize| {
        let token = snapshot.ways.links.get(index)?;
        Some(format!("{}/games/answer?token={token}", snapshot.public_url))
    };
    let answer = |(index, action): (usize, &Json)| AnswerItem {
        number: index + 1,
        text: sentences.action(action),
        link: link(index),
        json: is_short.then(|| action.get().to_owned()),
    };
    legal.actions.iter().take(MOST_ANSWERS).enumerate().map(answer).collect()
}

/// How to answer from the mail itself.
fn how(
    snapshot: &GameSnapshot<'_>,
    sentences: &GameSentences<'_>,
    legal: &Legal<Json>,
    first: usize,
) -> Vec<String> {
    let mut how = Vec::new();
    if !snapshot.ways.links.is_empty() {
        how.push(sentences.line("link_how", []));
    }
    if snapshot.ways.reply.is_some() {
        how.push(sentences.line("reply_how", []));
        if let Some(shape) = legal.shapes.first() {
            let example = format!("{first} {}", typed_answers::example(shape));
            how.push(sentences.line("reply_shape", [("example", example.into())]));
        }
    }
    how
}

fn filled(sentences: &GameSentences<'_>, number: usize, shape: &Shape<Json>) -> page::ShapeItem {
    let what = sentences.shape(&shape.action);
    page::ShapeItem {
        number,
        text: sentences.line("shape", [("what", what.into())]),
        fields: shape.fields.iter().map(|field| bounds(sentences, field)).collect(),
        json: shape.action.get().to_owned(),
    }
}

fn bounds(sentences: &GameSentences<'_>, field: &Field) -> String {
    let name = ("name", field.name.into());
    match &field.kind {
        FieldKind::Integer { min, max } => {
            sentences.text("fields", "integer", [name, ("min", (*min).into()), ("max", (*max).into())])
        }
        FieldKind::Bundle { most, min_total, max_total, not_in } => {
            let limits: Vec<String> =
                most.iter().map(|limit| format!("{} {}", limit.max, sentences.word(limit.kind))).collect();
            let values = [
                name,
                ("min_total", (*min_total).into()),
                ("max_total", (*max_total).into()),
                ("limits", limits.join(", ").into()),
                ("not_in", not_in.map_or(minijinja::Value::UNDEFINED, Into::into)),
            ];
            sentences.text("fields", "bundle", values)
        }
        FieldKind::Seats { of, .. } => {
            let seats: Vec<String> =
                of.iter().map(|seat| format!("{seat} ({})", sentences.player(*seat))).collect();
            sentences.text("fields", "seats", [name, ("seats", seats.into())])
        }
    }
}
