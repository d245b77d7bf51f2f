//! `/v1/people` and `/v1/me/blocks`: public profiles of players, and blocking them.

use actix_web::HttpResponse;
use uuid::Uuid;

use super::extract::{Caller, MaybeCaller, Paging, Path, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::page::Page;
use crate::service::people::{self, BlockedAccount, FinishedGame, Profile};
use crate::service::ratings::RatingChange;

/// Show a player
///
/// By id or whole name. A player who has deleted their account is not found.
#[utoipa::path(
    get, path = "/v1/people/{person}", tag = "people",
    responses((
        status = 200, description = "What everybody may see of the player", body = Profile,
        example = json!(examples::profile()),
    )),
    extensions(("x-problem-codes" = json!(["account_not_found"]))),
)]
pub async fn get_profile(
    _: MaybeCaller<scope::GamesRead>,
    person: Path<String>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(people::show(&mut ctx.db, &person.0).await?))
}

/// List a player's finished games
///
/// Public games only, the one created last first.
#[utoipa::path(
    get, path = "/v1/people/{person}/games", tag = "people",
    responses((
        status = 200, description = "Those that everybody may see, latest first", body = Page<FinishedGame>,
        example = json!(examples::finished_games()),
    )),
    extensions(("x-problem-codes" = json!(["account_not_found"]))),
)]
pub async fn list_finished_games(
    _: MaybeCaller<scope::GamesRead>,
    person: Path<String>,
    Paging { limit, cursor }: Paging,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(people::games(&mut ctx.db, &person.0, cursor.as_deref(), limit).await?))
}

/// List a player's rated games
///
/// Every rated game of a ruleset, latest first, with the rating before and after. Only finished public games without
/// bots are rated.
#[utoipa::path(
    get, path = "/v1/people/{person}/ratings/{ruleset}", tag = "people",
    responses((
        status = 200, description = "Rated games, latest first", body = Page<RatingChange>,
        example = json!(examples::rating_changes()),
    )),
    extensions(("x-problem-codes" = json!(["account_not_found", "ruleset_not_found"]))),
)]
pub async fn list_rating_changes(
    _: MaybeCaller<scope::GamesRead>,
    place: Path<(String, String)>,
    Paging { limit, cursor }: Paging,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (person, ruleset) = &place.0;
    let history = people::rating_history(&mut ctx, person, ruleset, cursor.as_deref(), limit).await?;
    Ok(HttpResponse::Ok().json(history))
}

/// List whom I block
///
/// The players themselves don't learn of it.
#[utoipa::path(
    get, path = "/v1/me/blocks", tag = "people",
    responses((
        status = 200, description = "Accounts that you block", body = Page<BlockedAccount>,
        example = json!(examples::blocks()),
    )),
)]
pub async fn list_blocked_accounts(
    caller: Caller<scope::AccountRead>,
    Paging { limit, cursor }: Paging,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(people::blocked(&mut ctx.db, caller.account, cursor.as_deref(), limit).await?))
}

/// Block a player
///
/// A blocked player can't invite you, and their messages don't reach you. They are not told. Harmless to repeat.
#[utoipa::path(
    put, path = "/v1/me/blocks/{account_id}", tag = "people",
    responses((status = 204, description = "Their messages no longer reach you")),
    extensions(("x-problem-codes" = json!(["account_not_found"]))),
)]
pub async fn block_account(
    caller: Caller<scope::SocialWrite>,
    other: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| people::block(tx, caller.account, other.0).await).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Stop blocking a player
///
/// Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/me/blocks/{account_id}", tag = "people",
    responses((status = 204, description = "Their messages reach you again")),
)]
pub async fn unblock_account(
    caller: Caller<scope::SocialWrite>,
    other: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| people::unblock(tx, caller.account, other.0).await).await?;
    Ok(HttpResponse::NoContent().finish())
}
