//! What is asked of the reader, and how he can answer.

use serde_json::json;

use super::Moment;
use super::options::options;
use super::page::{Asked, Options};
use super::voice::Voice;
use crate::service::answers::Question;
use rules::{Json, Legal};

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
