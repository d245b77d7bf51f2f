//! `/v1/admin/accounts`: looking somebody up, barring him.

use actix_web::HttpResponse;
use actix_web::web::Data;
use uuid::Uuid;

use super::operator;
use crate::app::App;
use crate::error::Error;
use crate::http::extract::{Body, Caller, Path, Query};
use crate::http::openapi::examples;
use crate::http::paging::Paging;
use crate::service::audit::{self, Notes};
use crate::service::operators::people::{self, AccountForOperators};
use crate::service::operators::{Reason, bans};
use crate::store::{self, Pool};

/// Look an account up
#[utoipa::path(
    get, path = "/v1/admin/accounts/{account}", operation_id = "look_up_account", tag = "operation",
    params(("account" = String, Path, description = "An id, a name or a mail address", example = "Aud")),
    responses((
        status = 200, description = "The account", body = AccountForOperators,
        example = json!(examples::account_for_operators()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("admin")),
        ("x-problem-codes" = json!(["operator_required", "account_not_found"])),
    ),
)]
pub async fn look_up(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    account: Path<String>,
) -> Result<HttpResponse, Error> {
    operator(&app, &caller)?;
    let mut connection = store::pool::lend(&pool).await?;
    Ok(HttpResponse::Ok().json(people::look_up(&mut connection, &account.0).await?))
}

/// List what happened to an account
#[utoipa::path(
    get, path = "/v1/admin/accounts/{account_id}/audit", operation_id = "list_audit_of_account", tag = "operation",
    params(("account_id" = Uuid, Path, description = "Whose"), Paging),
    responses((status = 200, description = "A page of notes", body = Notes, example = json!(examples::notes()))),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("admin")),
        ("x-problem-codes" = json!(["operator_required", "invalid_parameter"])),
    ),
)]
pub async fn audit(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    account: Path<Uuid>,
    paging: Query<Paging>,
) -> Result<HttpResponse, Error> {
    operator(&app, &caller)?;
    let (limit, cursor) = (paging.0.limit()?, paging.0.cursor.as_deref());
    let mut connection = store::pool::lend(&pool).await?;
    Ok(HttpResponse::Ok().json(audit::page(&mut connection, account.0, cursor, limit).await?))
}

/// Ban an account
///
/// Its sessions end, its tokens and streams too, within seconds everywhere; nobody can log in to it. Its seats stay, as
/// those of somebody who is absent. Its owner reads the reason in his audit log once the ban is lifted. Harmless to
/// repeat.
#[utoipa::path(
    put, path = "/v1/admin/accounts/{account_id}/ban", operation_id = "ban_account", tag = "operation",
    params(("account_id" = Uuid, Path, description = "Whom")),
    request_body(content = Reason, example = json!({"reason": "Played with two accounts at one table."})),
    responses((status = 204, description = "Banned")),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("admin")),
        ("x-problem-codes" = json!(["operator_required", "account_not_found"])),
    ),
)]
pub async fn ban(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    account: Path<Uuid>,
    body: Body<Reason>,
) -> Result<HttpResponse, Error> {
    operator(&app, &caller)?;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        bans::ban(&app, connection, caller.account, account.0, &body.value).await
    })
    .await?;
    bans::done(&app);
    Ok(HttpResponse::NoContent().finish())
}

/// Lift a ban
///
/// Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/admin/accounts/{account_id}/ban", operation_id = "lift_ban", tag = "operation",
    params(("account_id" = Uuid, Path, description = "Whose")),
    responses((status = 204, description = "Not banned")),
    security(("access_token" = [])),
    extensions(("x-scope" = json!("admin")), ("x-problem-codes" = json!(["operator_required"]))),
)]
pub async fn lift_ban(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    account: Path<Uuid>,
) -> Result<HttpResponse, Error> {
    operator(&app, &caller)?;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        bans::lift(&app, connection, caller.account, account.0).await
    })
    .await?;
    bans::done(&app);
    Ok(HttpResponse::NoContent().finish())
}
