//! Invitation links: secrets that the owner of a game hands out.

use actix_web::HttpResponse;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ctx::once;
use super::extract::{Body, Caller, Idempotent, Paging, Path, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::idempotency::{IdempotentRequest, StoredReply};
use crate::service::invitation_links::{CreatedInvitationLink, InvitationLink};
use crate::service::lobby::{self, CreateInvitationLink, GameDetails};
use crate::service::page::Page;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitationLinkSecret {
    #[schema(max_length = 100)]
    pub link: String,
}

/// Create an invitation link
///
/// By the owner, before the start. A player who has its `token` sees the game and may join, even a private one. The token is
/// shown only here.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/invitation-links", tag = "invitations",
    request_body(content = CreateInvitationLink, example = json!({"uses": 3, "hours": 48})),
    responses((
        status = 201, description = "The link with its token", body = CreatedInvitationLink,
        example = json!(examples::made_link()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_the_owner", "game_already_started", "game_closed", "too_many_links",
    ]))),
)]
pub async fn create_invitation_link(
    caller: Caller<scope::GamesCreate>,
    game: Path<Uuid>,
    request: Idempotent<CreateInvitationLink>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once(&mut ctx, request.key.of(caller.account).map(IdempotentRequest::with_token), async |tx| {
        let made = lobby::make_link(tx, game.0, caller.account, &request.body).await?;
        StoredReply::created(&made, format!("/v1/games/{}/invitation-links", game.0))
    })
    .await
}

/// List the invitation links of a game
///
/// By its owner, newest first, with those that no longer work. Their secrets are not shown.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/invitation-links", tag = "invitations",
    responses((
        status = 200, description = "Links of the game, newest first", body = Page<InvitationLink>,
        example = json!(examples::invitation_links()),
    )),
    extensions(("x-problem-codes" = json!(["game_not_found", "not_the_owner"]))),
)]
pub async fn list_invitation_links(
    caller: Caller<scope::GamesRead>,
    game: Path<Uuid>,
    Paging { limit, cursor }: Paging,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let page = lobby::links(&mut ctx, game.0, caller.account, cursor.as_deref(), limit).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// Revoke an invitation link
///
/// By the owner of the game: nobody can join with it any more. Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/games/{game_id}/invitation-links/{link_id}", tag = "invitations",
    responses((status = 204, description = "Nobody can join with it any more")),
    extensions(("x-problem-codes" = json!(["game_not_found", "not_the_owner", "link_not_found"]))),
)]
pub async fn delete_invitation_link(
    caller: Caller<scope::GamesCreate>,
    path: Path<(Uuid, Uuid)>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (game, link) = path.0;
    ctx.transaction(async |tx| lobby::revoke_link(tx, game, link, caller.account).await).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Show the game of an invitation link
///
/// While the link works and the game has not started. The secret is in the body, so that no log of addresses keeps it.
#[utoipa::path(
    post, path = "/v1/invitation-links/lookup", tag = "invitations",
    request_body(
        content = InvitationLinkSecret,
        example = json!({"link": "AZNEn2jAey-MPhorPE1eAQECAwQFBgcICQoLDA0ODxAREhMUFRYXGA"}),
    ),
    responses((
        status = 200, description = "The game that it invites to", body = GameDetails,
        example = json!(examples::game()),
    )),
    extensions(("x-problem-codes" = json!(["link_not_found"]))),
)]
pub async fn get_invitation_link(
    caller: Caller<scope::GamesRead>,
    body: Body<InvitationLinkSecret>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let shown = lobby::behind(&mut ctx, &body.0.link, caller.account).await?;
    Ok(HttpResponse::Ok().json(shown))
}
