//! What a seat is asked, as a mail shows it: one decision with numbered answers, and what else is open.

use sha2::{Digest, Sha256};

use rules::{AnyGame, Json, Legal, Seat};

/// How many bytes tell one action from another.
const DIGEST_BYTES: usize = 8;

/// A question with numbered answers: first the ready ones, then those with fields to fill in.
pub struct Question {
    pub numbered: Legal<Json>,
    /// Other decisions that are open for the seat.
    pub also: Vec<Legal<Json>>,
}

impl Question {
    /// Every decision that an answer may be to.
    pub fn all(&self) -> impl Iterator<Item = &Legal<Json>> {
        std::iter::once(&self.numbered).chain(&self.also)
    }
}

/// The question about a decision, or about what has taken its place; `None` when the game asks neither.
pub fn named(game: &dyn AnyGame, seat: Seat, decision: &str) -> Option<Question> {
    let open = game.legal(seat);
    let named = open.iter().position(|legal| legal.decision.id == decision);
    let at = named.or_else(|| open.iter().position(|legal| legal.decision.blocking));
    split(open, at)
}

/// What the game asks of a seat now: first what it waits for.
pub fn present(game: &dyn AnyGame, seat: Seat) -> Option<Question> {
    let open = game.legal(seat);
    let awaited = open.iter().position(|legal| legal.decision.blocking);
    let at = awaited.or_else(|| open.iter().position(|legal| legal.decision.is_asked()));
    split(open, at)
}

fn split(mut open: Vec<Legal<Json>>, at: Option<usize>) -> Option<Question> {
    let at = at.filter(|at| *at < open.len())?;
    let numbered = open.remove(at);
    Some(Question { numbered, also: open })
}

/// What tells an action from every other answer to its decision, as text.
pub fn digest(action: &Json) -> String {
    let digest = Sha256::digest(action.get().as_bytes());
    hex::encode(digest.get(..DIGEST_BYTES).unwrap_or_default())
}
