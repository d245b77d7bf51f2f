//! Is the process up, and can it answer?

use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::web::Data;

use crate::error::Error;
use crate::service::App;
use crate::store::pool::NoConnection;
use crate::store::{self, Pool};

/// How long the database may take to show that it is there: a caller waits three seconds.
const TIMEOUT: Duration = Duration::from_millis(2500);

/// How the process is.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub struct Health {
    /// `ok` or `ready`.
    pub status: &'static str,
    /// By how many seconds the clock of this machine is ahead of the database's, if that is more than 30 either way: it
    /// should be set right. The service goes by the database's clock meanwhile.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub clock_ahead_seconds: Option<i64>,
}

/// Is the process up?
#[utoipa::path(
    get, path = "/healthz", operation_id = "get_health", tag = "operators",
    responses((status = 200, description = "It is", body = Health, example = json!({"status": "ok"}))),
)]
pub async fn healthz() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "ok", clock_ahead_seconds: None })
}

/// Can the process answer?
///
/// It can if its database does, within three seconds; and after a write that failed for want of disk or memory, or
/// because the database only reads, only once a write succeeds again. A machine whose clock is
/// wrong is ready all the same, and says so.
#[utoipa::path(
    get, path = "/readyz", operation_id = "get_readiness", tag = "operators",
    responses((status = 200, description = "It can", body = Health, example = json!({"status": "ready"}))),
)]
pub async fn readyz(app: Data<App>, pool: Data<Pool>) -> Result<HttpResponse, Error> {
    let reached = tokio::time::timeout(TIMEOUT, ask(&app, &pool)).await;
    reached.unwrap_or_else(|_| Err(NoConnection("the database does not answer".to_owned()).into()))?;
    let clock_ahead_seconds = app.clock.is_wrong_by().map(|by| by.num_seconds());
    Ok(HttpResponse::Ok().json(Health { status: "ready", clock_ahead_seconds }))
}

async fn ask(app: &App, pool: &Pool) -> Result<(), Error> {
    let mut connection = store::pool::acquire(pool).await?;
    if !app.connections.writes.are_failing() {
        return Ok(store::health::ping(&mut connection).await?);
    }
    store::health::write(&mut connection).await?;
    app.connections.writes.succeeded();
    Ok(())
}
