//! `/v1/admin/dead-letters`: mails that were given up.

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::operator;
use crate::app::App;
use crate::error::Error;
use crate::http::extract::{Caller, Path, Query};
use crate::http::openapi::examples;
use crate::http::paging::Paging;
use crate::service::operators::dead_letters::{self, DeadLetters};
use crate::store::{self, Pool};

/// List dead letters
///
/// Mails that were tried as often as is worth it, newest first.
#[utoipa::path(
    get, path = "/v1/admin/dead-letters", operation_id = "list_dead_letters", tag = "operation",
    params(Paging),
    responses((
        status = 200, description = "A page of letters", body = DeadLetters,
        example = json!(examples::dead_letters()),
    )),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("admin")),
        ("x-problem-codes" = json!(["operator_required", "invalid_parameter"])),
    ),
)]
pub async fn list(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    paging: Query<Paging>,
) -> Result<HttpResponse, Error> {
    operator(&app, &caller)?;
    let (limit, cursor) = (paging.0.limit()?, paging.0.cursor.as_deref());
    let mut connection = store::pool::lend(&pool).await?;
    Ok(HttpResponse::Ok().json(dead_letters::page(&mut connection, cursor, limit).await?))
}

/// Try a dead letter again
///
/// It is due at once, as if it had never been tried. A repeat finds no dead letter and changes nothing.
#[utoipa::path(
    put, path = "/v1/admin/dead-letters/{letter_id}/retry", operation_id = "retry_dead_letter", tag = "operation",
    params(("letter_id" = String, Path, description = "The letter", example = "01934490-0000-7000-8000-000000000000")),
    responses((status = 204, description = "It is due")),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("admin")),
        ("x-problem-codes" = json!(["operator_required", "dead_letter_not_found"])),
    ),
)]
pub async fn retry(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    letter: Path<String>,
) -> Result<HttpResponse, Error> {
    operator(&app, &caller)?;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        dead_letters::retry(&app, connection, caller.account, &letter.0).await
    })
    .await?;
    app.wake.call_workers();
    Ok(HttpResponse::NoContent().finish())
}

/// Drop a dead letter
///
/// It is not listed any more, and never sent.
#[utoipa::path(
    delete, path = "/v1/admin/dead-letters/{letter_id}", operation_id = "delete_dead_letter", tag = "operation",
    params(("letter_id" = String, Path, description = "The letter", example = "01934490-0000-7000-8000-000000000000")),
    responses((status = 204, description = "Dropped")),
    security(("access_token" = [])),
    extensions(
        ("x-scope" = json!("admin")),
        ("x-problem-codes" = json!(["operator_required", "dead_letter_not_found"])),
    ),
)]
pub async fn drop(
    app: Data<App>,
    pool: Data<Pool>,
    caller: Caller,
    letter: Path<String>,
) -> Result<HttpResponse, Error> {
    operator(&app, &caller)?;
    let mut connection = store::pool::lend(&pool).await?;
    store::transaction(&mut connection, async |connection| {
        dead_letters::drop(&app, connection, caller.account, &letter.0).await
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}
