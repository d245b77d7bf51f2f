//! `/v1/clubs`: people who play together, their members and links.

use actix_web::HttpResponse;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ctx::once;
use super::etag::{self, IfNoneMatch};
use super::extract::{Body, Caller, EmptyBody, Idempotent, MaybeCaller, Paging, Path, Query, scope};
use super::invitation_links::InvitationLinkSecret;
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::clubs::{
    self, Club, ClubMember, ClubQuery, ClubStanding, CreateClub, CreateClubLink, MemberQuery, SetClubRole,
    StandingQuery, UpdateClub,
};
use crate::service::idempotency::{IdempotentRequest, StoredReply};
use crate::service::invitation_links::{CreatedInvitationLink, InvitationLink};
use crate::service::page::Page;

/// Found a club
///
/// You own it. Its members see all its games, create games in it (`club_id` of `POST /v1/games`) and join those that are
/// private. An account owns at most 10 clubs that have not ended.
#[utoipa::path(
    post, path = "/v1/clubs", tag = "clubs",
    request_body(content = CreateClub, example = json!({
        "name": "Friday sagas", "about": "A move a day, for years.", "joining": "request",
        "defaults": {"ruleset": "landnam", "clock": {"type": "plain", "hours": 36}, "forbidden_orders": []},
    })),
    responses((
        status = 201, description = "What you own now, as everybody sees it", body = Club, example = json!(examples::club()),
    )),
    extensions(("x-problem-codes" = json!(["secret_in_text", "club_name_taken", "too_many_clubs"]))),
)]
pub async fn create_club(
    caller: Caller<scope::Clubs>,
    request: Idempotent<CreateClub>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let Idempotent { key, body } = request;
    once(&mut ctx, key.of(caller.account), async |tx| {
        let club = clubs::create(tx, caller.account, body).await?;
        StoredReply::created(&club, format!("/v1/clubs/{}", club.id))
    })
    .await
}

/// List public clubs
///
/// Those that have not ended, newest first.
#[utoipa::path(
    get, path = "/v1/clubs", tag = "clubs",
    responses((
        status = 200, description = "Public clubs, newest first", body = Page<Club>,
        example = json!(examples::clubs()),
    )),
)]
pub async fn list_clubs(
    caller: MaybeCaller<scope::GamesRead>,
    query: Query<ClubQuery>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(&seen.0, &clubs::list(&mut ctx.db, caller.account(), query.0).await?)
}

/// List my clubs
///
/// Those that you belong to or asked to join, newest first, with those that have ended.
#[utoipa::path(
    get, path = "/v1/me/clubs", tag = "clubs",
    responses((
        status = 200, description = "Your clubs, newest first", body = Page<Club>,
        example = json!(examples::clubs()),
    )),
)]
pub async fn list_my_clubs(
    caller: Caller<scope::GamesRead>,
    Paging { limit, cursor }: Paging,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let page = clubs::of_account(&mut ctx.db, caller.account, cursor.as_deref(), limit).await?;
    etag::answer_by_content(&seen.0, &page)
}

/// Show a club
///
/// Public ones to everybody, private ones to their members.
#[utoipa::path(
    get, path = "/v1/clubs/{club_id}", tag = "clubs",
    responses((
        status = 200, description = "The club, with your part in it", body = Club,
        example = json!(examples::club()),
    )),
    extensions(("x-problem-codes" = json!(["club_not_found"]))),
)]
pub async fn get_club(
    caller: MaybeCaller<scope::GamesRead>,
    club: Path<Uuid>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(&seen.0, &clubs::show(&mut ctx.db, club.0, caller.account()).await?)
}

/// Change a club
///
/// By its organisers. Games that exist stay as they are.
#[utoipa::path(
    patch, path = "/v1/clubs/{club_id}", tag = "clubs",
    request_body(content = UpdateClub, example = json!({"joining": "open"})),
    responses((
        status = 200, description = "The club after the change", body = Club,
        example = json!(examples::club()),
    )),
    extensions(("x-problem-codes" = json!([
        "secret_in_text", "club_not_found", "not_a_club_member", "club_role_too_small", "club_ended",
        "club_name_taken",
    ]))),
)]
pub async fn update_club(
    caller: Caller<scope::Clubs>,
    club: Path<Uuid>,
    body: Body<UpdateClub>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let changed = ctx.transaction(async |tx| clubs::update(tx, club.0, caller.account, body.0).await).await?;
    Ok(HttpResponse::Ok().json(changed))
}

/// End a club
///
/// By its owner. Its games go on, and its members still see it and them; nobody joins any more, and its name is free.
#[utoipa::path(
    delete, path = "/v1/clubs/{club_id}", tag = "clubs",
    responses((status = 204, description = "Nobody joins any more; members still see everything")),
    extensions(("x-problem-codes" = json!([
        "club_not_found", "not_a_club_member", "club_role_too_small", "club_ended",
    ]))),
)]
pub async fn end_club(
    caller: Caller<scope::Clubs>,
    club: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| clubs::end(tx, club.0, caller.account).await).await?;
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinClub {
    /// The secret of an invitation link to the club.
    #[schema(max_length = 100)]
    pub link: Option<String>,
}

/// Join a club
///
/// At once where `joining` is `open`, and with a link everywhere. Where it is `request` you become an applicant until an
/// organiser lets you in. Harmless to repeat.
#[utoipa::path(
    post, path = "/v1/clubs/{club_id}/join", tag = "clubs",
    request_body(content = JoinClub, example = json!({})),
    responses((
        status = 200, description = "You as a member or applicant", body = ClubMember,
        example = json!(examples::club_member()),
    )),
    extensions(("x-problem-codes" = json!([
        "club_not_found", "club_ended", "link_not_found", "club_link_needed", "club_removed", "club_full",
        "too_many_clubs",
    ]))),
)]
pub async fn join_club(
    caller: Caller<scope::Clubs>,
    club: Path<Uuid>,
    request: Idempotent<JoinClub>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once(&mut ctx, request.key.of(caller.account), async |tx| {
        let link = request.body.link.as_deref();
        StoredReply::new(200, &clubs::join(tx, club.0, caller.account, link).await?)
    })
    .await
}

/// Leave a club
///
/// Or take back your wish to join. Your games in it stay yours. The owner hands the club over first
/// (`PUT /v1/clubs/{club_id}/members/{account_id}`); an owner who is alone in it ends it by leaving. Harmless to repeat.
#[utoipa::path(
    post, path = "/v1/clubs/{club_id}/leave", tag = "clubs",
    request_body(content = EmptyBody, example = json!({})),
    responses((status = 204, description = "You don't belong to the club any more")),
    extensions(("x-problem-codes" = json!(["club_not_found", "club_owner_stays"]))),
)]
pub async fn leave_club(
    caller: Caller<scope::Clubs>,
    club: Path<Uuid>,
    request: Idempotent<EmptyBody>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once(&mut ctx, request.key.of(caller.account), async |tx| {
        clubs::leave(tx, club.0, caller.account).await?;
        Ok(StoredReply::empty())
    })
    .await
}

/// List the members of a club
///
/// In the order of their ids, to everybody who sees the club; with `role=applicant` those who asked to join, to
/// organisers.
#[utoipa::path(
    get, path = "/v1/clubs/{club_id}/members", tag = "clubs",
    responses((
        status = 200, description = "Who belongs to it, and as what", body = Page<ClubMember>,
        example = json!(examples::club_members()),
    )),
    extensions(("x-problem-codes" = json!(["club_not_found", "club_role_too_small"]))),
)]
pub async fn list_club_members(
    caller: MaybeCaller<scope::GamesRead>,
    club: Path<Uuid>,
    query: Query<MemberQuery>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(&seen.0, &clubs::members(&mut ctx, club.0, caller.account(), query.0).await?)
}

/// List the standings of a club
///
/// How everybody did in its finished games of one ruleset who had a seat at the end, the greatest share of places first: of
/// all games for members, of public ones for others. `GET /v1/games?club=…&status=finished` lists the games.
#[utoipa::path(
    get, path = "/v1/clubs/{club_id}/standings", tag = "clubs",
    responses((
        status = 200, description = "Places by player, the greatest share first", body = Page<ClubStanding>,
        example = json!(examples::club_standings()),
    )),
    extensions(("x-problem-codes" = json!(["club_not_found"]))),
)]
pub async fn list_club_standings(
    caller: MaybeCaller<scope::GamesRead>,
    club: Path<Uuid>,
    query: Query<StandingQuery>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(&seen.0, &clubs::standings(&mut ctx, club.0, caller.account(), query.0).await?)
}

/// Set the role of a club member
///
/// Organisers let applicants in (`member`). The owner also names organisers, and hands the club over with `owner`, after
/// which you are an organiser. Harmless to repeat.
#[utoipa::path(
    put, path = "/v1/clubs/{club_id}/members/{account_id}", tag = "clubs",
    request_body(content = SetClubRole, example = json!({"role": "member"})),
    responses((
        status = 200, description = "What the player is to the club now", body = ClubMember,
        example = json!(examples::club_member()),
    )),
    extensions(("x-problem-codes" = json!([
        "club_not_found", "not_a_club_member", "club_role_too_small", "club_ended", "club_member_not_found",
    ]))),
)]
pub async fn set_club_role(
    caller: Caller<scope::Clubs>,
    both: Path<(Uuid, Uuid)>,
    body: Body<SetClubRole>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (club, other) = both.0;
    let both = (caller.account, other);
    let member = ctx.transaction(async |tx| clubs::set_role(tx, club, both, body.0.role).await).await?;
    Ok(HttpResponse::Ok().json(member))
}

/// Remove a club member
///
/// By organisers, and organisers by the owner. The player can come back only with an invitation link. An applicant is
/// turned down and may ask again. Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/clubs/{club_id}/members/{account_id}", tag = "clubs",
    responses((status = 204, description = "The player does not belong to the club any more")),
    extensions(("x-problem-codes" = json!([
        "club_not_found", "not_a_club_member", "club_role_too_small", "club_ended",
    ]))),
)]
pub async fn remove_club_member(
    caller: Caller<scope::Clubs>,
    both: Path<(Uuid, Uuid)>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (club, other) = both.0;
    ctx.transaction(async |tx| clubs::remove(tx, club, caller.account, other).await).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Create an invitation link to a club
///
/// By organisers. A player who has its `token` sees the club and joins at once, a private one too. The token is shown
/// only here.
#[utoipa::path(
    post, path = "/v1/clubs/{club_id}/invitation-links", tag = "clubs",
    request_body(content = CreateClubLink, example = json!({"uses": 30, "hours": 168})),
    responses((
        status = 201, description = "The link with its token", body = CreatedInvitationLink,
        example = json!(examples::made_link()),
    )),
    extensions(("x-problem-codes" = json!([
        "club_not_found", "not_a_club_member", "club_role_too_small", "club_ended", "too_many_links",
    ]))),
)]
pub async fn create_club_link(
    caller: Caller<scope::Clubs>,
    club: Path<Uuid>,
    request: Idempotent<CreateClubLink>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    once(&mut ctx, request.key.of(caller.account).map(IdempotentRequest::with_token), async |tx| {
        let made = clubs::make_link(tx, club.0, caller.account, &request.body).await?;
        StoredReply::created(&made, format!("/v1/clubs/{}/invitation-links", club.0))
    })
    .await
}

/// List the invitation links of a club
///
/// By its organisers, newest first, with those that no longer work. Their secrets are not shown.
#[utoipa::path(
    get, path = "/v1/clubs/{club_id}/invitation-links", tag = "clubs",
    responses((
        status = 200, description = "Links of the club, newest first", body = Page<InvitationLink>,
        example = json!(examples::invitation_links()),
    )),
    extensions(("x-problem-codes" = json!(["club_not_found", "not_a_club_member", "club_role_too_small"]))),
)]
pub async fn list_club_links(
    caller: Caller<scope::Clubs>,
    club: Path<Uuid>,
    Paging { limit, cursor }: Paging,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let page = clubs::links(&mut ctx.db, club.0, caller.account, cursor.as_deref(), limit).await?;
    Ok(HttpResponse::Ok().json(page))
}

/// Revoke an invitation link to a club
///
/// By organisers: nobody can join with it any more. Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/clubs/{club_id}/invitation-links/{link_id}", tag = "clubs",
    responses((status = 204, description = "Nobody can join with it any more")),
    extensions(("x-problem-codes" = json!([
        "club_not_found", "not_a_club_member", "club_role_too_small", "club_ended", "link_not_found",
    ]))),
)]
pub async fn delete_club_link(
    caller: Caller<scope::Clubs>,
    path: Path<(Uuid, Uuid)>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (club, link) = path.0;
    ctx.transaction(async |tx| clubs::revoke_link(tx, club, link, caller.account).await).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Show the club of an invitation link
///
/// While the link works and the club has not ended. The secret is in the body, so that no log of addresses keeps it.
#[utoipa::path(
    post, path = "/v1/club-links/lookup", tag = "clubs",
    request_body(
        content = InvitationLinkSecret,
        example = json!({"link": "AZNEn2jAey-MPhorPE1eAQECAwQFBgcICQoLDA0ODxAREhMUFRYXGA"}),
    ),
    responses((
        status = 200, description = "The club that it leads to", body = Club, example = json!(examples::club()),
    )),
    extensions(("x-problem-codes" = json!(["link_not_found", "club_ended"]))),
)]
pub async fn get_club_link(
    caller: Caller<scope::GamesRead>,
    body: Body<InvitationLinkSecret>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(clubs::behind(&mut ctx, &body.0.link, caller.account).await?))
}
