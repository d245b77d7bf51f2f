//! `/v1/me/availability` and `/v1/me/vacations`: when my time counts.

use actix_web::HttpResponse;
use actix_web::web::Data;
use uuid::Uuid;

use super::extract::{Body, Caller, IdempotencyKey, Path};
use super::openapi::examples;
use super::reply;
use crate::app::App;
use crate::error::Error;
use crate::service::access::Scope;
use crate::service::availability::{self, Availability, AvailabilityChange, NewVacation, VacationShown};
use crate::service::once::{Once, Reply, once};
use crate::service::timing;
use crate::store::{self, Pool};

/// Show when my time counts
///
/// Nobody else sees it: others are shown your deadlines alone.
#[utoipa::path(
    get, path = "/v1/me/availability", operation_id = "get_availability", tag = "accounts",
    responses((
        status = 200, description = "Your nights, days off and vacations", body = Availability,
        example = json!(examples::availability()),
    )),
    security(("access_token" = [])),
    extensions(("x-scope" = json!("account:read"))),
)]
pub async fn show(app: Data<App>, caller: Caller, pool: Data<Pool>) -> Result<HttpResponse, Error> {
    caller.require(Scope::AccountRead)?;
    let mut connection = store::pool::lend(&pool).await?;
    Ok(HttpResponse::Ok().json(availability::show(&app, &mut connection, caller.account).await?))
}

/// Set my nights and days off
///
/// Your clocks stand still then, by your own wall clock (`time_zone` of your profile). What has counted so far stays
/// counted; the deadlines of your open decisions are set anew at once.
#[utoipa::path(
    put, path = "/v1/me/availability", operation_id = "set_availability", tag = "accounts",
    request_body(
        content = AvailabilityChange,
        example = json!({"sleep": {"from": "23:00", "until": "07:00"}, "days_off": ["saturday", "sunday"]}),
    ),
    responses((
        status = 200, description = "As it is now", body = Availability,
        example = json!(examples::availability()),
    )),
    security(("access_token" = [])),
    extensions(("x-session-only" = json!(true)), ("x-problem-codes" = json!(["invalid_field"]))),
)]
pub async fn set(
    app: Data<App>,
    caller: Caller,
    pool: Data<Pool>,
    body: Body<AvailabilityChange>,
) -> Result<HttpResponse, Error> {
    caller.session_only()?;
    let mut connection = store::pool::lend(&pool).await?;
    let shown = store::transaction(&mut connection, async |connection| {
        availability::set(&app, connection, caller.account, &body.value).await
    });
    let shown = shown.await?;
    timing::hear_all(&app, &mut connection, caller.account).await;
    Ok(HttpResponse::Ok().json(shown))
}

/// Book a vacation
///
/// Your clocks stand still on these days, by your own wall clock. There are so many days a year as the operator gives,
/// 30 if he says nothing. The deadlines of your open decisions are set anew at once.
#[utoipa::path(
    post, path = "/v1/me/vacations", operation_id = "create_vacation", tag = "accounts",
    request_body(content = NewVacation, example = json!({"first_day": "2026-12-22", "last_day": "2027-01-02"})),
    responses((status = 201, description = "Booked", body = VacationShown, example = json!(examples::vacation()))),
    security(("access_token" = [])),
    extensions(
        ("x-session-only" = json!(true)),
        ("x-problem-codes" = json!(["invalid_field", "key_reused"])),
        ("x-idempotent" = json!(true)),
    ),
)]
pub async fn book(
    app: Data<App>,
    caller: Caller,
    pool: Data<Pool>,
    key: IdempotencyKey,
    body: Body<NewVacation>,
) -> Result<HttpResponse, Error> {
    caller.session_only()?;
    let request = Once::new(caller.account, "POST /v1/me/vacations", key.0, body.digest);
    let mut connection = store::pool::lend(&pool).await?;
    let reply = once(&app, &mut connection, request, async |connection| {
        Reply::new(201, &availability::book(&app, connection, caller.account, &body.value).await?)
    });
    let reply = reply.await?;
    timing::hear_all(&app, &mut connection, caller.account).await;
    Ok(reply::send(reply))
}

/// Take a vacation back
///
/// One that has begun ends with today.
#[utoipa::path(
    delete, path = "/v1/me/vacations/{vacation_id}", operation_id = "delete_vacation", tag = "accounts",
    params(("vacation_id" = Uuid, Path, description = "The vacation")),
    responses((status = 204, description = "Taken back")),
    security(("access_token" = [])),
    extensions(("x-session-only" = json!(true)), ("x-problem-codes" = json!(["vacation_not_found"]))),
)]
pub async fn cancel(
    app: Data<App>,
    caller: Caller,
    pool: Data<Pool>,
    vacation: Path<Uuid>,
) -> Result<HttpResponse, Error> {
    caller.session_only()?;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        availability::cancel(&app, connection, caller.account, vacation.0).await
    })
    .await?;
    timing::hear_all(&app, &mut connection, caller.account).await;
    Ok(HttpResponse::NoContent().finish())
}
