//! `/v1/games/{game_id}/messages` and `/note`: messages between players, and private notes.

use actix_web::HttpResponse;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ctx::once;
use super::etag::{self, IfMatch, IfNoneMatch};
use super::extract::{Body, Caller, Idempotent, MaybeCaller, Paging, Path, scope};
use super::openapi::examples;
use crate::app::events::ChangeEvent;
use crate::error::{Code, Error};
use crate::service::Ctx;
use crate::service::idempotency::StoredReply;
use crate::service::messages::{
    self, CreateMessage, GameNote, ListMessages, Message, MessagePage, MessagesRead,
};

/// Send a message
///
/// To all players, which everybody may read who sees the game, or to some seats alone. By players of the game, even
/// after its end. A later player of a seat does not see messages to the one before.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/messages", tag = "messages",
    request_body(content = CreateMessage, example = json!({"text": "Wool for iron, anybody?"})),
    responses((
        status = 201, description = "The message was sent", body = Message,
        example = json!(examples::message()),
    )),
    extensions(("x-problem-codes" = json!(["secret_in_text", "game_not_found", "not_a_member", "rules_version_unsupported"]))),
)]
pub async fn create_message(
    caller: Caller<scope::Messages>,
    game: Path<Uuid>,
    request: Idempotent<CreateMessage>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let response = once(&mut ctx, request.key.of(caller.account), async |tx| {
        let posted = messages::post(tx, game.0, caller.account, &request.body).await?;
        StoredReply::created(&posted, format!("/v1/games/{}/messages", game.0))
    })
    .await?;
    ctx.app.events.changed(ChangeEvent::Game(game.0));
    Ok(response)
}

/// List the messages of a game
///
/// What you may read, newest first: messages to all players, and those to your seat while it was yours; none of players
/// you block.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/messages", tag = "messages",
    responses((
        status = 200, description = "What you may read, newest first", body = MessagePage,
        example = json!(examples::messages()),
    )),
    extensions(("x-problem-codes" = json!(["game_not_found", "rules_version_unsupported"]))),
)]
pub async fn list_messages(
    caller: MaybeCaller<scope::Messages>,
    game: Path<Uuid>,
    Paging { limit, cursor }: Paging,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let request = ListMessages { game: game.0, account: caller.account(), cursor, limit };
    etag::answer_by_content(&seen.0, &messages::list(&mut ctx, &request).await?)
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkMessagesRead {
    /// The number of the last message that you have read.
    #[schema(minimum = 0)]
    pub number: i64,
}

/// Mark messages as read
///
/// Up to a number, never back. By players of the game.
#[utoipa::path(
    put, path = "/v1/games/{game_id}/messages/read", tag = "messages",
    request_body(content = MarkMessagesRead, example = json!({"number": 3})),
    responses((
        status = 200, description = "How far you have read", body = MessagesRead,
        example = json!({"read": 3, "unread": 0}),
    )),
    extensions(("x-problem-codes" = json!(["game_not_found", "not_a_member", "rules_version_unsupported"]))),
)]
pub async fn mark_messages_read(
    caller: Caller<scope::Messages>,
    game: Path<Uuid>,
    body: Body<MarkMessagesRead>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let read = messages::mark_read(&mut ctx, game.0, caller.account, body.0.number).await?;
    Ok(HttpResponse::Ok().json(read))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateNote {
    /// Plain text; of control characters only line breaks and tabs. Empty to remove the note.
    #[schema(max_length = 10000)]
    pub text: String,
}

/// Show my note
///
/// Nobody else can read it, nor can a player who takes your seat over.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/note", tag = "messages",
    responses((
        status = 200, description = "Your note, perhaps empty", body = GameNote,
        example = json!(examples::note()),
    )),
    extensions(("x-problem-codes" = json!(["game_not_found", "not_a_member", "rules_version_unsupported"]))),
)]
pub async fn get_note(
    caller: Caller<scope::Messages>,
    game: Path<Uuid>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let note = messages::note(&mut ctx, game.0, caller.account).await?;
    Ok(etag::answer(&seen.0, &note.tag(), &note))
}

/// Write my note
///
/// With `If-Match` only if the note is still as you have seen it.
#[utoipa::path(
    put, path = "/v1/games/{game_id}/note", tag = "messages",
    params(("If-Match" = Option<String>, Header, description = "The `ETag` of the note you have seen")),
    request_body(content = UpdateNote, example = json!({"text": "Bjarni hoards wool."})),
    responses((
        status = 200, description = "The note is stored", body = GameNote, example = json!(examples::note()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "precondition_failed", "rules_version_unsupported",
    ]))),
)]
pub async fn update_note(
    caller: Caller<scope::Messages>,
    game: Path<Uuid>,
    seen: IfMatch,
    body: Body<UpdateNote>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let text = &body.0.text;
    let note = messages::write_note(&mut ctx, game.0, caller.account, text, &seen.0).await?;
    let note = note.ok_or_else(|| Code::PreconditionFailed.problem())?;
    Ok(etag::send(&note.tag(), &note))
}
