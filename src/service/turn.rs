//! What a seat is asked: its open decisions, and each in words with its options numbered. A page, a mail and the reading
//! of a reply are made from it, so that a number, an effect and the order of decisions are the same in all three.

use sha2::{Digest, Sha256};

use crate::texts::GameSentences;
use rules::{AnyGame, Json, Legal, Seat, Shape, type_of};

/// How many bytes of an action's digest make its fingerprint.
const DIGEST_BYTES: usize = 8;
/// The most options that are shown with their effects: the effects of more would hide the options.
pub const MAX_WITH_EFFECTS: usize = 12;

/// A decision with numbered options, and what else is open to the seat.
pub struct Question {
    pub numbered: Legal<Json>,
    pub also: Vec<Legal<Json>>,
}

impl Question {
    /// Every decision that an answer may be to.
    pub fn all(&self) -> impl Iterator<Item = &Legal<Json>> {
        std::iter::once(&self.numbered).chain(&self.also)
    }
}

/// The question about a decision, or about the one that has replaced it; `None` when neither is open.
pub fn question_about(game: &dyn AnyGame, seat: Seat, decision: &str) -> Option<Question> {
    let open = open_decisions(game, seat);
    let named = open.iter().position(|legal| legal.decision.id == decision);
    let at = named.or_else(|| open.iter().position(|legal| legal.decision.blocking));
    split(open, at)
}

/// The first decision that the game waits for, or else the first that is worth asking; the others with it.
pub fn current_question(game: &dyn AnyGame, seat: Seat) -> Option<Question> {
    let open = open_decisions(game, seat);
    let awaited = open.iter().position(|legal| legal.decision.blocking);
    let at = awaited.or_else(|| open.iter().position(|legal| legal.decision.is_asked()));
    split(open, at)
}

/// The open decisions that the seat has an answer to: an interjection without a card for it is no question.
pub fn open_decisions(game: &dyn AnyGame, seat: Seat) -> Vec<Legal<Json>> {
    let mut open = game.legal(seat);
    open.retain(|legal| !legal.actions.is_empty() || !legal.shapes.is_empty());
    open
}

fn split(mut open: Vec<Legal<Json>>, at: Option<usize>) -> Option<Question> {
    let at = at.filter(|at| *at < open.len())?;
    let numbered = open.remove(at);
    Some(Question { numbered, also: open })
}

/// The options of a decision with their numbers, from 1: the ready ones, then those with fields to fill in.
pub fn options_by_number(legal: &Legal<Json>) -> impl Iterator<Item = (usize, &Json)> {
    (1..).zip(legal.actions.iter().chain(legal.shapes.iter().map(|shape| &shape.action)))
}

/// The fingerprint of an action among the answers to its decision, in hexadecimal digits.
pub fn digest(action: &Json) -> String {
    let digest = Sha256::digest(action.get().as_bytes());
    hex::encode(digest.get(..DIGEST_BYTES).unwrap_or_default())
}

/// A decision in the words of its reader.
pub struct AskedDecision<'l> {
    pub id: &'l str,
    pub question: String,
    pub options: Vec<ReadyOption<'l>>,
    pub shapes: Vec<ShapeOption<'l>>,
}

/// An option that is sent as it is.
pub struct ReadyOption<'l> {
    pub number: usize,
    pub action: &'l Json,
    /// The type of its action.
    pub kind: String,
    pub digest: String,
    pub text: String,
    /// What it leads to for certain, where that is shown.
    pub effects: Option<String>,
}

/// An option with fields to fill in.
pub struct ShapeOption<'l> {
    pub digest: String,
    pub text: String,
    pub shape: &'l Shape<Json>,
}

impl<'l> AskedDecision<'l> {
    pub fn of(sentences: &GameSentences<'_>, legal: &'l Legal<Json>) -> Self {
        let has_effects = legal.actions.len() <= MAX_WITH_EFFECTS;
        let ready = |(number, action): (usize, &'l Json)| ReadyOption {
            number,
            action,
            kind: type_of(action).unwrap_or_default(),
            digest: digest(action),
            text: sentences.action(action),
            effects: if has_effects { effects(sentences, action) } else { None },
        };
        let shape = |shape: &'l Shape<Json>| ShapeOption {
            digest: digest(&shape.action),
            text: sentences.shape(shape),
            shape,
        };
        Self {
            id: &legal.decision.id,
            question: sentences.question(legal.decision.kind, &legal.decision.id),
            options: options_by_number(legal).take(legal.actions.len()).map(ready).collect(),
            shapes: legal.shapes.iter().map(shape).collect(),
        }
    }
}

/// What an option leads to for certain, in a few sentences; `None` if nothing of that can be said.
pub fn effects(sentences: &GameSentences<'_>, action: &Json) -> Option<String> {
    let effects = sentences.effects(action).join(" ");
    (!effects.is_empty()).then_some(effects)
}
