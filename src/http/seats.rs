//! Seats: taken, confirmed and left before the start; resigned, handed on and returned to while a game runs.

use actix_web::HttpResponse;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ctx::once_and_notify;
use super::etag::IfMatch;
use super::extract::{Caller, EmptyBody, Idempotent, Path, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::idempotency::StoredReply;
use crate::service::lobby::{self, GameDetails, JoinGame};
use crate::service::{caretakers, play, votes};
use rules::Seat;

/// Join a game
///
/// Takes a free seat, or the one that an invitation reserves for you. The last one starts the game, or asks all players
/// to confirm. Where you block a player who has a seat, or one of them blocks you, it is `not_playing_together`.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/join", tag = "games",
    request_body(content = JoinGame, example = json!({"entropy": "c0ffee"})),
    responses((
        status = 200, description = "You have a seat", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "game_full", "already_joined", "game_already_started", "game_closed", "kicked",
        "invitation_needed", "link_not_found", "not_playing_together",
    ]))),
)]
pub async fn join_game(
    caller: Caller<scope::GamesPlay>,
    game: Path<Uuid>,
    seen: IfMatch,
    request: Idempotent<JoinGame>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        lobby::join(tx, game.0, caller.account, request.body, seen.0).await?.reply(200)
    })
    .await
}

/// Leave a game
///
/// Before the start. If you own the game, the player who joined next does; without players it is cancelled.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/leave", tag = "games",
    request_body(content = EmptyBody, example = json!({})),
    responses((status = 204, description = "You have no seat any more")),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "game_already_started", "game_closed",
    ]))),
)]
pub async fn leave_game(
    caller: Caller<scope::GamesPlay>,
    game: Path<Uuid>,
    seen: IfMatch,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        lobby::leave(tx, game.0, caller.account, &seen.0).await?;
        Ok(StoredReply::empty().under(&lobby::tag_of(&mut tx.db, game.0, caller.account).await?))
    })
    .await
}

/// Confirm that you are there
///
/// While a full game waits for confirmations (`confirming`): the last one starts it. Harmless to repeat.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/confirm", tag = "games",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 200, description = "Your presence is confirmed", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "not_confirming", "game_already_started", "game_closed",
    ]))),
)]
pub async fn confirm_presence(
    caller: Caller<scope::GamesPlay>,
    game: Path<Uuid>,
    seen: IfMatch,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        lobby::confirm(tx, game.0, caller.account, &seen.0).await?.reply(200)
    })
    .await
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct KickPlayer {
    pub account: Uuid,
}

/// Remove a player
///
/// By the owner, before the start. The player can come back only with a new invitation.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/kick", tag = "games",
    request_body(content = KickPlayer, example = json!({"account": "0193449f-68c0-7b2f-8c3e-1a2b3c4d5ea1"})),
    responses((
        status = 200, description = "The seat is free", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_the_owner", "game_already_started", "game_closed",
    ]))),
)]
pub async fn kick_player(
    caller: Caller<scope::GamesCreate>,
    game: Path<Uuid>,
    seen: IfMatch,
    request: Idempotent<KickPlayer>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        let guest = request.body.account;
        lobby::kick(tx, game.0, caller.account, guest, &seen.0).await?.reply(200)
    })
    .await
}

/// Take a seat that is offered
///
/// A seat that a vote has offered to you, or to the first player who comes. You see what the seat sees, its history
/// too, but not the notes and messages of the player before.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/seats/{seat}/take", tag = "votes",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 200, description = "The seat is yours", body = GameDetails, example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "already_joined", "seat_not_offered", "seat_resigned", "not_playing_together",
        "game_not_running", "busy",
        "rules_version_unsupported",
    ]))),
)]
pub async fn take_seat(
    caller: Caller<scope::GamesPlay>,
    place: Path<(Uuid, Seat)>,
    seen: IfMatch,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (game, seat) = place.0;
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        votes::take(tx, game, seat, caller.account, &seen.0).await?.reply(200)
    })
    .await
}

/// Take your seat back from a bot
///
/// You play yourself again where a bot played for you in your absence. Does nothing if none did.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/return", tag = "votes",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 200, description = "You play your seat again", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "game_not_running", "busy", "rules_version_unsupported",
    ]))),
)]
pub async fn return_to_game(
    caller: Caller<scope::GamesPlay>,
    game: Path<Uuid>,
    seen: IfMatch,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        caretakers::return_to_seat(tx, game.0, caller.account, &seen.0).await?.reply(200)
    })
    .await
}

/// Resign from a game
///
/// Your seat gives up for good: its pieces stay and count, its turns are skipped, and it is ranked behind all who play
/// on. With one player left the game is over. To have somebody play on for you, open a vote with `replace_seat`
/// instead.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/resign", tag = "play",
    request_body(content = EmptyBody, example = json!({})),
    responses((
        status = 200, description = "Your seat has given up", body = play::ActionResult,
        example = json!(examples::reply()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "game_not_running", "seat_resigned", "busy",
        "rules_version_unsupported",
    ]))),
)]
pub async fn resign_game(
    caller: Caller<scope::GamesPlay>,
    game: Path<Uuid>,
    seen: IfMatch,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        let result = play::resign(tx, game.0, caller.account, &seen.0).await?;
        Ok(StoredReply::new(200, &result)?.under(&result.tag))
    })
    .await
}
