//! Invitations: created and withdrawn by the owner of a game, answered by the invited.

use actix_web::HttpResponse;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ctx::once_and_notify;
use super::etag::{self, IfMatch, IfNoneMatch};
use super::extract::{Caller, EmptyBody, Idempotent, Paging, Path, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::idempotency::StoredReply;
use crate::service::lobby::{self, CreateInvitation, GameDetails, Invitation, ReceivedInvitation};
use crate::service::page::Page;

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AcceptInvitation {
    /// Your own share of chance, up to 64 bytes as hex: nobody can foresee the game's draws without it.
    #[schema(pattern = "^([0-9a-fA-F]{2}){0,64}$")]
    pub entropy: Option<String>,
}

/// Invite a player
///
/// By the owner, before the start: by name or mail address. The player gets a mail, unless they block you, which you
/// don't learn. An address needs no account: a player who registers with it finds the invitation.
/// One that you withdrew within the last day is open again with its id, and is not mailed twice.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/invitations", tag = "invitations",
    request_body(content = CreateInvitation, example = json!({"name": "Bjarni", "reserve": true})),
    responses((
        status = 201, description = "The invitation, which waits for an answer", body = Invitation,
        example = json!(examples::invitation()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_the_owner", "game_already_started", "game_closed", "account_not_found",
        "already_joined", "already_invited", "too_many_invitations", "game_full",
    ]))),
)]
pub async fn create_invitation(
    caller: Caller<scope::GamesCreate>,
    game: Path<Uuid>,
    request: Idempotent<CreateInvitation>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        let made = lobby::invite(tx, game.0, caller.account, &request.body).await?;
        StoredReply::created(&made, format!("/v1/games/{}/invitations", game.0))
    })
    .await
}

/// List the invitations of a game
///
/// By its owner, newest first, with those that were answered or withdrawn.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/invitations", tag = "invitations",
    responses((
        status = 200, description = "Invitations of the game, newest first", body = Page<Invitation>,
        example = json!(examples::invitations()),
    )),
    extensions(("x-problem-codes" = json!(["game_not_found", "not_the_owner"]))),
)]
pub async fn list_invitations(
    caller: Caller<scope::GamesRead>,
    game: Path<Uuid>,
    Paging { limit, cursor }: Paging,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let page = lobby::invitations(&mut ctx, game.0, caller.account, cursor.as_deref(), limit).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// Withdraw an invitation
///
/// By the owner, before the start; a reserved seat is free again. A player who has accepted keeps the seat. Harmless to
/// repeat.
#[utoipa::path(
    delete, path = "/v1/games/{game_id}/invitations/{invitation_id}",
    tag = "invitations",
    responses((status = 204, description = "The invitation is withdrawn, or was accepted before")),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_the_owner", "game_already_started", "game_closed", "invitation_not_found",
        "invitation_accepted",
    ]))),
)]
pub async fn delete_invitation(
    caller: Caller<scope::GamesCreate>,
    path: Path<(Uuid, Uuid)>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (game, invitation) = path.0;
    ctx.transaction(async |tx| lobby::withdraw(tx, game, invitation, caller.account).await).await?;
    ctx.app.events.notify();
    Ok(HttpResponse::NoContent().finish())
}

/// Accept an invitation
///
/// Takes the seat reserved for you, or a free one. The last one starts the game, or asks all players to confirm.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/invitations/{invitation_id}/accept",
    tag = "invitations",
    request_body(content = AcceptInvitation, example = json!({"entropy": "c0ffee"})),
    responses((
        status = 200, description = "You have a seat", body = GameDetails, example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "invitation_not_found", "game_full", "already_joined", "game_already_started",
        "game_closed", "kicked", "invitation_needed", "link_not_found", "not_playing_together",
    ]))),
)]
pub async fn accept_invitation(
    caller: Caller<scope::GamesPlay>,
    path: Path<(Uuid, Uuid)>,
    seen: IfMatch,
    request: Idempotent<AcceptInvitation>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (game, invitation) = path.0;
    let entropy = lobby::checked_entropy(request.body.entropy.as_deref())?;
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        let account = caller.account;
        lobby::accept(tx, game, invitation, account, entropy, &seen.0).await?.reply(200)
    })
    .await
}

/// Decline an invitation
///
/// A seat that was reserved for you is free again.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/invitations/{invitation_id}/decline",
    tag = "invitations",
    request_body(content = EmptyBody, example = json!({})),
    responses((status = 204, description = "The owner sees that you declined")),
    extensions(("x-problem-codes" = json!(["game_not_found", "invitation_not_found"]))),
)]
pub async fn decline_invitation(
    caller: Caller<scope::GamesPlay>,
    path: Path<(Uuid, Uuid)>,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (game, invitation) = path.0;
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        lobby::decline(tx, game, invitation, caller.account).await?;
        Ok(StoredReply::empty())
    })
    .await
}

/// List my invitations
///
/// What waits for your answer, by name or by your verified mail address, newest first.
#[utoipa::path(
    get, path = "/v1/me/invitations", tag = "invitations",
    responses((
        status = 200, description = "Invitations to you, newest first", body = Page<ReceivedInvitation>,
        example = json!(examples::received_invitations()),
    )),
)]
pub async fn list_received_invitations(
    caller: Caller<scope::GamesRead>,
    Paging { limit, cursor }: Paging,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(
        &seen.0,
        &lobby::received(&mut ctx.db, caller.account, cursor.as_deref(), limit).await?,
    )
}
