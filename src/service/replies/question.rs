//! The question of a mail to a seat: one decision with numbered answers, what else is open, and the address for replies.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::reply_address::{NewReplyAddress, create_reply_address};
use crate::error::Error;
use crate::service::Ctx;
use crate::service::history;
use crate::service::loaded_game::LoadedGame;
use crate::store::reply_addresses::ReplyTopic;
use rules::{AnyGame, Json, Legal, Seat};

/// How many bytes of the digest of an action its fingerprint has.
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

/// The question about a decision, or about the one that has replaced it; `None` when neither is open.
pub fn question_about(game: &dyn AnyGame, seat: Seat, decision: &str) -> Option<Question> {
    let open = answerable(game, seat);
    let named = open.iter().position(|legal| legal.decision.id == decision);
    let at = named.or_else(|| open.iter().position(|legal| legal.decision.blocking));
    split(open, at)
}

/// The open decisions of a seat: first those that the game waits for.
pub fn current_question(game: &dyn AnyGame, seat: Seat) -> Option<Question> {
    let open = answerable(game, seat);
    let awaited = open.iter().position(|legal| legal.decision.blocking);
    let at = awaited.or_else(|| open.iter().position(|legal| legal.decision.is_asked()));
    split(open, at)
}

/// The open decisions that the seat has an answer to: an interjection without a card for it is no question.
fn answerable(game: &dyn AnyGame, seat: Seat) -> Vec<Legal<Json>> {
    let mut open = game.legal(seat);
    open.retain(|legal| !legal.actions.is_empty() || !legal.shapes.is_empty());
    open
}

fn split(mut open: Vec<Legal<Json>>, at: Option<usize>) -> Option<Question> {
    let at = at.filter(|at| *at < open.len())?;
    let numbered = open.remove(at);
    Some(Question { numbered, also: open })
}

/// The fingerprint of an action among the answers to its decision, in hexadecimal digits.
pub fn digest(action: &Json) -> String {
    let digest = Sha256::digest(action.get().as_bytes());
    hex::encode(digest.get(..DIGEST_BYTES).unwrap_or_default())
}

/// A game as it stood when an answer was given at `version`: sentences about the answer are sentences about that game.
pub async fn game_when_answered(ctx: &mut Ctx, game: Uuid, version: i64) -> Result<Box<dyn AnyGame>, Error> {
    let loaded = LoadedGame::open_for_worker(ctx, game).await?;
    history::game_at(&mut ctx.db, &loaded, version).await
}

/// The reader of a mail, and the version of the game that it is about.
pub struct QuestionContext {
    pub account: Uuid,
    pub game: Uuid,
    pub seat: Seat,
    pub version: i64,
}

/// Makes an address to which answers to `question` are sent, and stores how the mail numbers them: the local part.
/// `None`: replies are not taken.
pub async fn create_question_address(
    ctx: &mut Ctx,
    context: &QuestionContext,
    question: &Question,
) -> Result<Option<String>, Error> {
    let broken = |error: serde_json::Error| Error::internal("the options of a question", error);
    let legal = &question.numbered;
    let options: Vec<_> =
        legal.actions.iter().chain(legal.shapes.iter().map(|shape| &shape.action)).collect();
    let also: Vec<&str> = question.also.iter().map(|legal| legal.decision.id.as_str()).collect();
    let new = NewReplyAddress {
        seat: Some(context.seat),
        version: Some(context.version),
        decision: Some(&legal.decision.id),
        also: Some(serde_json::to_string(&also).map_err(broken)?),
        options: Some(serde_json::to_string(&options).map_err(broken)?),
        actions: Some(i16::try_from(legal.actions.len()).unwrap_or(i16::MAX)),
        ..NewReplyAddress::of(ReplyTopic::Question, context.game, Some(context.account))
    };
    create_reply_address(ctx, new).await
}
