//! `/v1/me/audit`: what happened to the security of one's account.

use actix_web::HttpResponse;
use actix_web::web::Data;

use super::extract::{Caller, Query};
use super::openapi::examples;
use super::paging::Paging;
use crate::error::Error;
use crate::service::access::Scope;
use crate::service::audit::{self, Notes};
use crate::store::{self, Pool};

/// List what happened to my account
///
/// Log-ins, failed ones too, changes of password and address, tokens, and what operators did. Newest first.
#[utoipa::path(
    get, path = "/v1/me/audit", operation_id = "list_audit", tag = "accounts",
    params(Paging),
    responses((status = 200, description = "A page of notes", body = Notes, example = json!(examples::notes()))),
    security(("access_token" = [])),
    extensions(("x-problem-codes" = json!(["invalid_parameter"])), ("x-scope" = json!("account:read"))),
)]
pub async fn list(caller: Caller, pool: Data<Pool>, paging: Query<Paging>) -> Result<HttpResponse, Error> {
    caller.require(Scope::AccountRead)?;
    let (limit, cursor) = (paging.0.limit()?, paging.0.cursor.as_deref());
    let mut connection = store::pool::lend(&pool).await?;
    Ok(HttpResponse::Ok().json(audit::page(&mut connection, caller.account, cursor, limit).await?))
}
