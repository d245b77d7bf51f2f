//! `/v1/games/{game_id}/messages` and `/note`: what people say, and note for themselves.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::extract::{Body, Caller, IdempotencyKey, IfMatch, IfNoneMatch, MaybeCaller, Path, Query};
use super::openapi::examples;
use super::paging::Paging;
use super::{reply, tag};
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::access::Scope;
use crate::service::once::{Once, Reply, once};
use crate::service::talk::{self, MessageShown, Messages, NewMessage, NoteShown, Read, Wanted};
use crate::store::{self, Pool};
use crate::work::Moved;

/// What somebody says.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// At most 2,000 characters, without control characters but line breaks and tabs.
    #[schema(min_length = 1, max_length = 2000)]
    pub text: String,
    /// To which seats; left out: to the whole table, and to everybody who may see the game.
    pub to: Option<Vec<i16>>,
}

/// Say something
///
/// To the whole table, which everybody reads who may see the game, or to the people in some seats alone. Members only;
/// after the end, too. Whoever takes one of these seats over later does not see what was said to the one before.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/messages", operation_id = "create_message", tag = "talk",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(content = Words, example = json!({"text": "Wool for iron, anybody?"})),
    responses((
        status = 201, description = "It was said", body = MessageShown, example = json!(examples::message()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("messages")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "invalid_field", "key_reused", "rules_version_unsupported",
        ])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn say(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    key: IdempotencyKey,
    body: Body<Words>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Messages)?;
    let route = format!("POST /v1/games/{}/messages", game.0);
    let request = Once::new(caller.account, &route, key.0, body.digest);
    let message = NewMessage { text: body.value.text, to: body.value.to };
    let mut connection = store::pool::lend(&pool).await?;
    let reply = once(&app, &mut connection, request, async |connection| {
        Reply::new(201, &talk::post(&app, connection, game.0, caller.account, &message).await?)
    });
    let reply = reply.await?;
    app.wake.moved(Moved::Game(game.0));
    Ok(reply::send(reply))
}

/// List messages
///
/// What you may read, the newest first: what was said to the whole table, and to your seat while it was yours. Nothing
/// of people you block.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/messages", operation_id = "list_messages", tag = "talk",
    params(("game_id" = Uuid, Path, description = "The game"), Paging),
    responses((
        status = 200, description = "A page of messages", body = Messages, example = json!(examples::messages()),
    )),
    security((), ("access_token" = [])),
    extensions(
        ("x-scope" = json!("messages")),
        ("x-tagged" = json!(true)),
        ("x-problem-codes" = json!(["game_not_found", "invalid_parameter", "rules_version_unsupported"])),
    ),
)]
pub async fn list(
    app: Data<App>,
    pool: Data<Pool>,
    caller: MaybeCaller,
    game: Path<Uuid>,
    paging: Query<Paging>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Messages)?;
    let limit = paging.0.limit()?;
    let account = caller.account();
    let wanted = Wanted { game: game.0, account, cursor: paging.0.cursor, limit };
    let mut connection = store::pool::lend(&pool).await?;
    tag::answer_by_content(&seen.0, &talk::list(&app, &mut connection, &wanted).await?)
}

/// How far somebody has read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadTo {
    /// The number of the last message that was read.
    #[schema(minimum = 0)]
    pub number: i64,
}

/// Mark messages as read
///
/// Up to a number; never back. Members only.
#[utoipa::path(
    put, path = "/v1/games/{game_id}/messages/read", operation_id = "update_messages_read", tag = "talk",
    params(("game_id" = Uuid, Path, description = "The game")),
    request_body(content = ReadTo, example = json!({"number": 3})),
    responses((
        status = 200, description = "Noted", body = Read, example = json!({"read": 3, "unread": 0}),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("messages")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "invalid_field", "rules_version_unsupported",
        ])),
    ),
)]
pub async fn mark_read(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    body: Body<ReadTo>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Messages)?;
    let mut connection = store::pool::lend(&pool).await?;
    let read = talk::mark_read(&app, &mut connection, game.0, caller.account, body.value.number).await?;
    Ok(HttpResponse::Ok().json(read))
}

/// A note.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NoteText {
    /// At most 10,000 characters, without control characters but line breaks and tabs. Empty: no note.
    #[schema(max_length = 10000)]
    pub text: String,
}

/// Show my note
///
/// What you noted for yourself about a game. Nobody else ever reads it, nor does whoever takes your seat over.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/note", operation_id = "get_note", tag = "talk",
    params(("game_id" = Uuid, Path, description = "The game")),
    responses((status = 200, description = "The note", body = NoteShown, example = json!(examples::note()))),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("messages")),
        ("x-tagged" = json!(true)),
        ("x-problem-codes" = json!(["game_not_found", "not_a_member", "rules_version_unsupported"])),
    ),
)]
pub async fn note(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Messages)?;
    let mut connection = store::pool::lend(&pool).await?;
    let note = talk::note(&app, &mut connection, game.0, caller.account).await?;
    Ok(tag::answer(&seen.0, &note.tag(), &note))
}

/// Write my note
///
/// With `If-Match` only in place of the note that you have seen.
#[utoipa::path(
    put, path = "/v1/games/{game_id}/note", operation_id = "update_note", tag = "talk",
    params(
        ("game_id" = Uuid, Path, description = "The game"),
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the note you have seen"),
    ),
    request_body(content = NoteText, example = json!({"text": "Bjarni hoards wool."})),
    responses((status = 200, description = "It is written", body = NoteShown, example = json!(examples::note()))),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("messages")),
        ("x-problem-codes" = json!([
            "game_not_found", "not_a_member", "invalid_field", "precondition_failed", "rules_version_unsupported",
        ])),
    ),
)]
pub async fn write_note(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    game: Path<Uuid>,
    seen: IfMatch,
    body: Body<NoteText>,
) -> Result<HttpResponse, Error> {
    caller.require(Scope::Messages)?;
    let mut connection = store::pool::lend(&pool).await?;
    let text = &body.value.text;
    let note = talk::write_note(&app, &mut connection, game.0, caller.account, text, &seen.0).await?;
    let note = note.ok_or_else(|| Code::PreconditionFailed.problem())?;
    Ok(tag::send(&note.tag(), &note))
}
