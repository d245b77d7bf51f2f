//! The address for replies to the question of a mail: it keeps how that mail numbers the options.

use uuid::Uuid;

use super::reply_address::{NewReplyAddress, create_reply_address};
use crate::error::Error;
use crate::service::Ctx;
use crate::service::history;
use crate::service::loaded_game::LoadedGame;
use crate::service::turn::{Question, options_by_number};
use crate::store::reply_addresses::ReplyTopic;
use rules::{AnyGame, Seat};

/// The game at `version`, at which an answer was given: sentences about the answer are worded from that state.
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

/// Makes an address for answers to `question`, stores how the mail numbers them, and returns the local part. `None`:
/// replies are not taken.
pub async fn create_question_address(
    ctx: &mut Ctx,
    context: &QuestionContext,
    question: &Question,
) -> Result<Option<String>, Error> {
    let broken = |error: serde_json::Error| Error::internal("the options of a question", error);
    let legal = &question.numbered;
    let options: Vec<_> = options_by_number(legal).map(|(_, option)| option).collect();
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
