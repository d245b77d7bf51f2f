//! Is the process up, and can it answer?

use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::web::Data;

use crate::error::Error;
use crate::service::App;
use crate::store::pool::NoConnection;
use crate::store::{self, Pool};

/// How long the database may take to answer. Callers are promised an answer within three seconds.
const TIMEOUT: Duration = Duration::from_millis(2500);

#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub struct Health {
    /// `ok` if the process lives, `ready` if it can serve.
    pub status: &'static str,
    /// How many seconds this machine's clock is ahead of the database's, by which the service goes; missing within 30
    /// seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub clock_ahead_seconds: Option<i64>,
}

/// Is the process up?
///
/// Looks at nothing else: whether requests can be answered is what `GET /readyz` says.
#[utoipa::path(
    get, path = "/healthz", tag = "operators",
    responses((
        status = 200, description = "Answered as long as the process runs", body = Health, example = json!({"status": "ok"}),
    )),
)]
pub async fn get_health() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "ok", clock_ahead_seconds: None })
}

/// Can the process answer?
///
/// `503` if the database does not answer within three seconds, or after a failed write until one succeeds again.
#[utoipa::path(
    get, path = "/readyz", tag = "operators",
    responses((
        status = 200, description = "The process can answer requests", body = Health,
        example = json!({"status": "ready"}),
    )),
)]
pub async fn get_readiness(app: Data<App>, pool: Data<Pool>) -> Result<HttpResponse, Error> {
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
    // A ping writes nothing: it succeeds on a full disk, too. Only a write shows that writes succeed again.
    store::health::write(&mut connection).await?;
    app.connections.writes.succeeded();
    Ok(())
}
