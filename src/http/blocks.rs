//! `/v1/me/blocks`: whom one does not want to hear from.

use actix_web::HttpResponse;
use actix_web::web::Data;
use uuid::Uuid;

use super::extract::{Caller, Path, Query};
use super::openapi::examples;
use super::paging::Paging;
use crate::app::App;
use crate::error::Error;
use crate::service::access::Scope;
use crate::service::blocks::{self, Blocks};
use crate::store::{self, Pool};

/// List whom I block
#[utoipa::path(
    get, path = "/v1/me/blocks", operation_id = "list_blocks", tag = "people",
    params(Paging),
    responses((status = 200, description = "A page of people", body = Blocks, example = json!(examples::blocks()))),
    security(("access_token" = [])),
    extensions(("x-problem-codes" = json!(["invalid_parameter"])), ("x-scope" = json!("account:read"))),
)]
pub async fn list(caller: Caller, pool: Data<Pool>, paging: Query<Paging>) -> Result<HttpResponse, Error> {
    caller.require(Scope::AccountRead)?;
    let (limit, cursor) = (paging.0.limit()?, paging.0.cursor.as_deref());
    let mut connection = store::pool::lend(&pool).await?;
    Ok(HttpResponse::Ok().json(blocks::page(&mut connection, caller.account, cursor, limit).await?))
}

/// Block somebody
///
/// Somebody who is blocked can't invite you, and his messages do not reach you. He is not told. Harmless to repeat.
#[utoipa::path(
    put, path = "/v1/me/blocks/{account_id}", operation_id = "create_block", tag = "people",
    params(("account_id" = Uuid, Path, description = "Whom")),
    responses((status = 204, description = "Blocked")),
    security(("access_token" = [])),
    extensions(("x-problem-codes" = json!(["account_not_found"])), ("x-session-only" = json!(true))),
)]
pub async fn add(
    app: Data<App>,
    caller: Caller,
    pool: Data<Pool>,
    other: Path<Uuid>,
) -> Result<HttpResponse, Error> {
    caller.session_only()?;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        blocks::add(&app, connection, caller.account, other.0).await
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Stop blocking somebody
///
/// Harmless to repeat.
#[utoipa::path(
    delete, path = "/v1/me/blocks/{account_id}", operation_id = "delete_block", tag = "people",
    params(("account_id" = Uuid, Path, description = "Whom")),
    responses((status = 204, description = "Not blocked")),
    security(("access_token" = [])),
    extensions(("x-session-only" = json!(true))),
)]
pub async fn remove(
    app: Data<App>,
    caller: Caller,
    pool: Data<Pool>,
    other: Path<Uuid>,
) -> Result<HttpResponse, Error> {
    caller.session_only()?;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        blocks::remove(&app, connection, caller.account, other.0).await
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}
