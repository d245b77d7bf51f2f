//! `/v1/games/{game_id}/votes`: what the players of a game decide by vote.

use actix_web::HttpResponse;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ctx::once_and_notify;
use super::etag::{self, IfMatch, IfNoneMatch};
use super::extract::{Caller, Idempotent, MaybeCaller, Paging, Path, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::idempotency::StoredReply;
use crate::service::log::Ballot;
use crate::service::page::Page;
use crate::service::votes::{self, CreateVote, Vote};

/// Open a vote
///
/// Your yes counts at once; the others get a mail. More than half of those who play carry a pause, more time or a
/// replacement; ending or cancelling the game takes all; resuming takes more yes than no at its end. One vote of each
/// kind can be open.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/votes", tag = "votes",
    request_body(content = CreateVote, example = json!({"kind": "pause", "hours": 48})),
    responses((
        status = 201, description = "The vote is open, or decided already", body = Vote,
        example = json!(examples::vote()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "not_a_member", "game_not_running", "game_paused", "game_not_paused",
        "seat_resigned", "caretaker_plays", "vote_open", "busy", "rules_version_unsupported",
    ]))),
)]
pub async fn create_vote(
    caller: Caller<scope::GamesPlay>,
    game: Path<Uuid>,
    seen: IfMatch,
    request: Idempotent<CreateVote>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        let (vote, tag) = votes::open(tx, game.0, caller.account, &request.body, &seen.0).await?;
        Ok(StoredReply::created(&vote, format!("/v1/games/{}/votes", game.0))?.under(&tag))
    })
    .await
}

/// List the votes of a game
///
/// Open and decided ones, latest first.
#[utoipa::path(
    get, path = "/v1/games/{game_id}/votes", tag = "votes",
    responses((
        status = 200, description = "Open and decided ones, latest first", body = Page<Vote>,
        example = json!(examples::votes()),
    )),
    extensions(("x-problem-codes" = json!(["game_not_found", "rules_version_unsupported"]))),
)]
pub async fn list_votes(
    caller: MaybeCaller<scope::GamesRead>,
    game: Path<Uuid>,
    Paging { limit, cursor }: Paging,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let account = caller.account();
    etag::answer_by_content(&seen.0, &votes::list(&mut ctx, game.0, account, cursor.as_deref(), limit).await?)
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CastBallot {
    pub ballot: Ballot,
}

/// Cast a ballot in a vote
///
/// You may change it while the vote is open. What the vote is about happens with the ballot that decides it.
#[utoipa::path(
    post, path = "/v1/games/{game_id}/votes/{vote_id}/ballots", tag = "votes",
    request_body(content = CastBallot, example = json!({"ballot": "yes"})),
    responses((
        status = 200, description = "The vote with your ballot", body = Vote, example = json!(examples::vote()),
    )),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "vote_not_found", "not_a_member", "not_a_voter", "game_not_running",
        "seat_resigned", "caretaker_plays", "vote_closed", "busy", "rules_version_unsupported",
    ]))),
)]
pub async fn cast_ballot(
    caller: Caller<scope::GamesPlay>,
    place: Path<(Uuid, Uuid)>,
    seen: IfMatch,
    request: Idempotent<CastBallot>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let ballot = request.body.ballot;
    once_and_notify(&mut ctx, request.key.of(caller.account), async |tx| {
        let (vote, tag) = votes::cast(tx, place.0, caller.account, ballot, &seen.0).await?;
        Ok(StoredReply::new(200, &vote)?.under(&tag))
    })
    .await
}

/// Take a vote back
///
/// By the player who opened it, while it is open.
#[utoipa::path(
    delete, path = "/v1/games/{game_id}/votes/{vote_id}", tag = "votes",
    responses((status = 204, description = "The vote is withdrawn")),
    extensions(("x-problem-codes" = json!([
        "game_not_found", "vote_not_found", "not_a_member", "not_a_voter", "game_not_running", "vote_closed",
        "busy", "rules_version_unsupported",
    ]))),
)]
pub async fn withdraw_vote(
    caller: Caller<scope::GamesPlay>,
    place: Path<(Uuid, Uuid)>,
    seen: IfMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let withdrawn = ctx.transaction(async |tx| votes::withdraw(tx, place.0, caller.account, &seen.0).await);
    let tag = withdrawn.await?;
    ctx.app.events.notify();
    Ok(etag::empty_reply(&tag))
}
