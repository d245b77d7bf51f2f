//! Is the process up, and can it answer?

use actix_web::HttpResponse;
use actix_web::web::Data;

use crate::error::Error;
use crate::store::{self, Pool};

/// How the process is.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub struct Health {
    /// `ok` or `ready`.
    pub status: &'static str,
}

/// Is the process up?
#[utoipa::path(
    get, path = "/healthz", operation_id = "get_health", tag = "operation",
    responses((status = 200, description = "It is", body = Health, example = json!({"status": "ok"}))),
)]
pub async fn healthz() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "ok" })
}

/// Can the process answer?
///
/// It can if its database does.
#[utoipa::path(
    get, path = "/readyz", operation_id = "get_readiness", tag = "operation",
    responses((status = 200, description = "It can", body = Health, example = json!({"status": "ready"}))),
)]
pub async fn readyz(pool: Data<Pool>) -> Result<HttpResponse, Error> {
    let mut connection = store::pool::lend(&pool).await?;
    store::health::ping(&mut connection).await?;
    Ok(HttpResponse::Ok().json(Health { status: "ready" }))
}
