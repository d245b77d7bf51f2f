//! `/v1/people`, `/v1/me/following`, `/v1/me/friends` and `/v1/me/blocks`: finding players, their public profiles and games,
//! following, befriending and blocking them.

use actix_web::HttpResponse;
use uuid::Uuid;

use super::etag::{self, IfNoneMatch};
use super::extract::{Caller, MaybeCaller, Paging, Path, Query, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::page::Page;
use crate::service::people::{
    self, BlockedAccount, Crosstable, FinishedGame, FinishedGameQuery, FollowedPlayer, Friend, FriendQuery,
    PersonQuery, PersonSummary, Profile,
};
use crate::service::ratings::RatingChange;

/// Search for players
///
/// By the beginning of the name, at least three letters, in the order of the names; there is no second page. Players can
/// opt out (`searchable` of `PATCH /v1/me`), and none are found where one of you blocks the other. By the whole name
/// `GET /v1/people/{person}` finds every player.
#[utoipa::path(
    get, path = "/v1/people", tag = "people",
    responses((
        status = 200, description = "Players whose names begin like that", body = Page<PersonSummary>,
        example = json!(examples::people()),
    )),
)]
pub async fn list_people(
    caller: Caller<scope::GamesRead>,
    query: Query<PersonQuery>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(people::search(&mut ctx.db, caller.account, &query.0).await?))
}

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
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(&seen.0, &people::show(&mut ctx, &person.0).await?)
}

/// List a player's finished games
///
/// Public games only, the one created last first, with everybody who had a seat.
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
    query: Query<FinishedGameQuery>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(&seen.0, &people::games(&mut ctx.db, &person.0, query.0).await?)
}

/// Show how two players did against each other
///
/// By ruleset, from the finished games in which both had a seat at the end: public ones, and others in which you have a
/// seat too.
#[utoipa::path(
    get, path = "/v1/people/{person}/crosstable/{opponent}", tag = "people",
    responses((
        status = 200, description = "Wins, losses and equal places, by ruleset", body = Crosstable,
        example = json!(examples::crosstable()),
    )),
    extensions(("x-problem-codes" = json!(["account_not_found"]))),
)]
pub async fn get_crosstable(
    caller: MaybeCaller<scope::GamesRead>,
    both: Path<(String, String)>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (person, opponent) = &both.0;
    let shown = people::crosstable(&mut ctx.db, person, opponent, caller.account()).await?;
    etag::answer_by_content(&seen.0, &shown)
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
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(
        &seen.0,
        &people::blocked(&mut ctx.db, caller.account, cursor.as_deref(), limit).await?,
    )
}

/// Block a player
///
/// You don't meet any more: neither of you can sit down where the other has a seat, nor invite the other, and their
/// messages don't reach you. They are not told. In games that have not started and in which both of you wait, the other
/// loses the seat if you own the game, else you give up yours; a game that has begun goes on. That one of
/// you follows the other, that you are friends or that you have asked ends. Harmless to repeat.
#[utoipa::path(
    put, path = "/v1/me/blocks/{account_id}", tag = "people",
    responses((status = 204, description = "Their messages no longer reach you")),
    extensions(("x-problem-codes" = json!(["account_not_found", "busy"]))),
)]
pub async fn block_account(
    caller: Caller<scope::SocialWrite>,
    other: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    people::block(&mut ctx, caller.account, other.0, async |_| Ok(())).await?;
    ctx.app.events.notify();
    Ok(HttpResponse::NoContent().finish())
}

/// Stop blocking a player
///
/// They can play with you, invite you and write to you again; what the block ended does not come back. Harmless to repeat.
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

/// List whom I follow
///
/// In the order of their ids. The players themselves don't learn of it.
#[utoipa::path(
    get, path = "/v1/me/following", tag = "people",
    responses((
        status = 200, description = "Players whom you follow", body = Page<FollowedPlayer>,
        example = json!(examples::following()),
    )),
)]
pub async fn list_following(
    caller: Caller<scope::AccountRead>,
    Paging { limit, cursor }: Paging,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let page = people::followed(&mut ctx.db, caller.account, cursor.as_deref(), limit).await?;
    etag::answer_by_content(&seen.0, &page)
}

/// Follow a player
///
/// Puts the player on your list; they are not told. A block between you ends it, whichever of you blocks. Harmless to
/// repeat.
#[utoipa::path(
    put, path = "/v1/me/following/{account_id}", tag = "people",
    responses((status = 204, description = "You follow the player")),
    extensions(("x-problem-codes" = json!(["account_not_found"]))),
)]
pub async fn follow_player(
    caller: Caller<scope::SocialWrite>,
    other: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| people::follow(tx, caller.account, other.0).await).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Stop following a player
///
/// Takes the player off your list; they are not told. Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/me/following/{account_id}", tag = "people",
    responses((status = 204, description = "You don't follow the player any more")),
)]
pub async fn unfollow_player(
    caller: Caller<scope::SocialWrite>,
    other: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    people::unfollow(&mut ctx.db, caller.account, other.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// List my friends
///
/// In the order of their ids. With `status`, those whom you have asked to be friends, or who have asked you. A request
/// that was refused stays among those that you have sent.
#[utoipa::path(
    get, path = "/v1/me/friends", tag = "people",
    responses((
        status = 200, description = "Your friends, or requests", body = Page<Friend>,
        example = json!(examples::friends()),
    )),
)]
pub async fn list_friends(
    caller: Caller<scope::AccountRead>,
    query: Query<FriendQuery>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(&seen.0, &people::friends(&mut ctx.db, caller.account, &query.0).await?)
}

/// Ask a player to be friends
///
/// Or agree, if the player has asked you: `status` of the answer says what you are now. The player finds the request in
/// their list; no mail is sent. Harmless to repeat.
#[utoipa::path(
    put, path = "/v1/me/friends/{account_id}", tag = "people",
    responses((
        status = 200, description = "You have asked the player, or are friends", body = Friend,
        example = json!(examples::friend()),
    )),
    extensions(("x-problem-codes" = json!(["account_not_found", "too_many_friends"]))),
)]
pub async fn add_friend(
    caller: Caller<scope::SocialWrite>,
    other: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let asked = ctx.transaction(async |tx| people::befriend(tx, caller.account, other.0).await);
    Ok(HttpResponse::Ok().json(asked.await?))
}

/// End a friendship
///
/// Or take back your request, or refuse the player's, of which they don't learn: you are not asked again, until you ask
/// them. Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/me/friends/{account_id}", tag = "people",
    responses((status = 204, description = "You are not friends, and neither waits for the other's answer")),
)]
pub async fn remove_friend(
    caller: Caller<scope::SocialWrite>,
    other: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| people::part_from(tx, caller.account, other.0).await).await?;
    Ok(HttpResponse::NoContent().finish())
}
