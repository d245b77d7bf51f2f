//! `/v1/me/availability` and `/v1/me/vacations`: when the clocks of the caller stand still.

use actix_web::HttpResponse;
use uuid::Uuid;

use super::ctx::once;
use super::etag::{self, IfNoneMatch};
use super::extract::{Body, Caller, Idempotent, Path, Query, scope};
use super::openapi::examples;
use crate::error::Error;
use crate::service::Ctx;
use crate::service::availability::{self, Availability, CreateVacation, UpdateAvailability, Vacation};
use crate::service::deadlines;
use crate::service::idempotency::StoredReply;
use crate::service::people::{self, AvailabilityOverlap, OverlapQuery};

/// Show my nights, days off and vacations
///
/// Your time to answer doesn't run then. Others see nothing of it but your deadlines, and what you share.
#[utoipa::path(
    get, path = "/v1/me/availability", tag = "accounts",
    responses((
        status = 200, description = "Your nights, days off and vacations", body = Availability,
        example = json!(examples::availability()),
    )),
)]
pub async fn get_availability(
    caller: Caller<scope::AccountRead>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().json(availability::show(&mut ctx, caller.account).await?))
}

/// Set my nights and days off
///
/// Your clocks stand still then, by your wall clock (`time_zone` of your profile). Deadlines of open decisions move at
/// once; time that has counted stays counted.
#[utoipa::path(
    put, path = "/v1/me/availability", tag = "accounts",
    request_body(
        content = UpdateAvailability,
        example = json!({"sleep": {"from": "23:00", "until": "07:00"}, "days_off": ["saturday", "sunday"]}),
    ),
    responses((
        status = 200, description = "Your nights, days off and vacations", body = Availability,
        example = json!(examples::availability()),
    )),
)]
pub async fn set_availability(
    caller: Caller<scope::AvailabilityWrite>,
    body: Body<UpdateAvailability>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let shown = ctx.transaction(async |tx| availability::set(tx, caller.account, &body.0).await);
    let shown = shown.await?;
    // After the commit, since each game is changed in a transaction of its own. A worker tries again what fails here.
    deadlines::apply_availability(&mut ctx, caller.account).await;
    Ok(HttpResponse::Ok().json(shown))
}

/// Show when I and others are usually available
///
/// With `game_id`, you and each of those who have seats in it; with `person`, you and that player. By your wall clock, this
/// week, from nights and days off; vacations are never in it. Only those who turned `shares_availability` on
/// (`PATCH /v1/me`) are there, and you must have turned it on, too: a player who has not is answered like nobody.
#[utoipa::path(
    get, path = "/v1/me/availability/overlap", tag = "accounts",
    responses((
        status = 200, description = "For each player the hours that you share", body = AvailabilityOverlap,
        example = json!(examples::availability_overlap()),
    )),
    extensions(("x-problem-codes" = json!(["game_not_found", "availability_not_shared"]))),
)]
pub async fn get_availability_overlap(
    caller: Caller<scope::AccountRead>,
    query: Query<OverlapQuery>,
    seen: IfNoneMatch,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    etag::answer_by_content(&seen.0, &people::overlap(&mut ctx, caller.account, &query.0).await?)
}

/// Book a vacation
///
/// Your clocks stand still on these days, by your wall clock. The operator sets how many days a year there are, 30 by
/// default. Deadlines of open decisions move at once.
#[utoipa::path(
    post, path = "/v1/me/vacations", tag = "accounts",
    request_body(content = CreateVacation, example = json!({"first_day": "2026-12-22", "last_day": "2027-01-02"})),
    responses((
        status = 201, description = "Your clocks stand still on these days", body = Vacation,
        example = json!(examples::vacation()),
    )),
)]
pub async fn create_vacation(
    caller: Caller<scope::AvailabilityWrite>,
    request: Idempotent<CreateVacation>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let response = once(&mut ctx, request.key.of(caller.account), async |tx| {
        let booked = availability::book(tx, caller.account, &request.body).await?;
        StoredReply::created(&booked, "/v1/me/availability")
    })
    .await?;
    deadlines::apply_availability(&mut ctx, caller.account).await;
    Ok(response)
}

/// Take a vacation back
///
/// One that has begun ends today.
#[utoipa::path(
    delete, path = "/v1/me/vacations/{vacation_id}", tag = "accounts",
    responses((status = 204, description = "The vacation is cancelled, or ends today")),
    extensions(("x-problem-codes" = json!(["vacation_not_found"]))),
)]
pub async fn delete_vacation(
    caller: Caller<scope::AvailabilityWrite>,
    vacation: Path<Uuid>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    ctx.transaction(async |tx| availability::cancel(tx, caller.account, vacation.0).await).await?;
    deadlines::apply_availability(&mut ctx, caller.account).await;
    Ok(HttpResponse::NoContent().finish())
}
