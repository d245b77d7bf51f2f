//! The question of a mail to a seat: one decision with numbered answers, what else is open, and the links and the
//! address with which it can be answered.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::reply::ReplyAddress;
use crate::error::Error;
use crate::service::App;
use crate::service::history;
use crate::service::loaded_game::LoadedGame;
use crate::service::tokens::{AnswerLink, issue_answers};
use crate::store::{Connection, mail_questions, recoveries};
use rules::{AnyGame, Json, Legal, Seat};

/// How many bytes of the digest of an action its fingerprint has.
const DIGEST_BYTES: usize = 8;
/// The most answers that have a link each.
pub const MOST_LINKS: usize = 12;
const SECONDS_OF_A_DAY: i64 = 86_400;

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
    let open = game.legal(seat);
    let named = open.iter().position(|legal| legal.decision.id == decision);
    let at = named.or_else(|| open.iter().position(|legal| legal.decision.blocking));
    split(open, at)
}

/// The open decisions of a seat: first those that the game waits for.
pub fn current_question(game: &dyn AnyGame, seat: Seat) -> Option<Question> {
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

/// The fingerprint of an action among the answers to its decision, in hexadecimal digits.
pub fn digest(action: &Json) -> String {
    let digest = Sha256::digest(action.get().as_bytes());
    hex::encode(digest.get(..DIGEST_BYTES).unwrap_or_default())
}

/// A game as it stood when an answer was given at `version`: sentences about the answer are sentences about that game.
pub async fn game_when_answered(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    version: i64,
) -> Result<Box<dyn AnyGame>, Error> {
    let loaded = LoadedGame::open_for_worker(app, connection, game).await?;
    history::game_at(connection, &loaded, version).await
}

/// The reader of a mail, and the version of the game that it is about.
pub struct QuestionContext {
    pub account: Uuid,
    pub game: Uuid,
    pub seat: Seat,
    pub version: i64,
}

/// How a mail can be answered without the API.
#[derive(Debug, Default)]
pub struct ReplyOptions {
    /// A token for each of the ready answers in their order; none when there are too many.
    pub links: Vec<String>,
    /// Where replies go, if they are taken: the local part of an address.
    pub reply: Option<String>,
}

/// Makes links and an address that answer `question`, and stores how it is numbered.
pub async fn create_reply_options(
    app: &App,
    connection: &mut Connection,
    context: &QuestionContext,
    question: &Question,
) -> Result<ReplyOptions, Error> {
    let actions = &question.numbered.actions;
    let recovery = recoveries::current(connection, context.account).await?.unwrap_or_default();
    let links = if actions.len() > MOST_LINKS { vec![] } else { links(context, question, recovery) };
    let seconds = app.settings.replies.days.saturating_mul(SECONDS_OF_A_DAY);
    let links = issue_answers(app, connection, links, seconds).await?;
    if !app.settings.replies.are_taken() {
        return Ok(ReplyOptions { links, reply: None });
    }
    let address = ReplyAddress::new(app, context.game);
    mail_questions::insert(connection, &row(app, context, question, &address, recovery)?).await?;
    Ok(ReplyOptions { links, reply: Some(address.local()) })
}

fn links(context: &QuestionContext, question: &Question, recovery: Uuid) -> Vec<AnswerLink> {
    let link = |(index, action)| AnswerLink {
        account: context.account,
        game: context.game,
        seat: context.seat,
        version: context.version,
        decision: question.numbered.decision.id.clone(),
        option: index + 1,
        recovery,
        digest: digest(action),
    };
    question.numbered.actions.iter().enumerate().map(link).collect()
}

fn row(
    app: &App,
    context: &QuestionContext,
    question: &Question,
    address: &ReplyAddress,
    recovery_id: Uuid,
) -> Result<mail_questions::MailQuestionRow, Error> {
    let broken = |error: serde_json::Error| Error::internal("the options of a question", error);
    let legal = &question.numbered;
    let options: Vec<_> =
        legal.actions.iter().chain(legal.shapes.iter().map(|shape| &shape.action)).collect();
    let also: Vec<&str> = question.also.iter().map(|legal| legal.decision.id.as_str()).collect();
    Ok(mail_questions::MailQuestionRow {
        game_id: context.game,
        mark: address.mark(),
        account_id: context.account,
        seat: i16::from(context.seat),
        version: context.version,
        decision: legal.decision.id.clone(),
        also: serde_json::to_string(&also).map_err(broken)?,
        options: serde_json::to_string(&options).map_err(broken)?,
        actions: i16::try_from(legal.actions.len()).unwrap_or(i16::MAX),
        created_at: app.now(),
        recovery_id,
    })
}
