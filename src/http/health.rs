//! Is the process up, and can it answer?

use std::time::Duration;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::metrics::may_read;
use crate::error::{Code, Error};
use crate::service::App;
use crate::service::outages::MAX_SILENT_SECONDS;
use crate::store::pool::NoConnection;
use crate::store::{self, Connection, Pool, sqlstate};

/// How long the database may take to answer. Callers are promised an answer within three seconds.
pub(super) const DATABASE_TIMEOUT: Duration = Duration::from_millis(2500);
/// No mail is stuck for longer where all is well, in seconds.
const MAILS_STUCK_SECONDS: i64 = 15 * 60;

#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub struct Health {
    /// `ok` if the process lives, `ready` if it can serve; `degraded` if it can, but `reasons` says what does not go on in
    /// the background.
    pub status: &'static str,
    /// How many seconds this machine's clock is ahead of the database's, by which the service goes; missing within 30
    /// seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub clock_ahead_seconds: Option<i64>,
    /// What does not go on; only for callers that may read the metrics.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1)]
    pub reasons: Vec<HealthReason>,
}

#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub struct HealthReason {
    pub code: HealthReasonCode,
    /// For how long it has been so, in seconds; missing if it was never otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seconds: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HealthReasonCode {
    /// A mail has been unable to leave for more than fifteen minutes.
    MailsStuck,
    /// No worker has given a sign of life for more than a minute: no mail leaves, no bot plays and no time runs out.
    NoWorker,
}

impl Health {
    fn new(status: &'static str) -> Self {
        Self { status, clock_ahead_seconds: None, reasons: Vec::new() }
    }
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
    HttpResponse::Ok().json(Health::new("ok"))
}

/// Can the process answer?
///
/// `503` if the database does not answer within three seconds, after a failed write until one succeeds again, and once
/// the process was asked to end. To callers that may read the metrics `reason` says which. Mails that do not leave and
/// missing workers make no server unready, since a balancer would then take away all of them: the same callers read
/// `degraded`.
#[utoipa::path(
    get, path = "/readyz", tag = "operators",
    responses((
        status = 200, description = "The process can answer requests", body = Health,
        example = json!({"status": "ready"}),
    )),
)]
pub async fn get_readiness(
    app: Data<App>,
    pool: Data<Pool>,
    request: HttpRequest,
) -> Result<HttpResponse, Error> {
    let sees_reasons = may_read(&app, &request);
    let unready = |reason| match sees_reasons {
        true => Code::Unavailable.with_reason(reason),
        false => Code::Unavailable.problem(),
    };
    if app.stopping.has_begun() {
        return Err(unready("stopping"));
    }
    if !sessions_know_statements(&app, &pool).await {
        return Err(unready("database_sessions"));
    }
    let asked = tokio::time::timeout(DATABASE_TIMEOUT, ask(&app, &pool, sees_reasons)).await;
    let asked = asked.unwrap_or_else(|_| Err(NoConnection("the database does not answer".to_owned()).into()));
    let reasons = asked.map_err(|error| {
        tracing::warn!(%error, "the process is not ready");
        match &error {
            Error::Store(error) => unready(sqlstate::outage_reason(error)),
            _ => unready("database_unreachable"),
        }
    })?;
    let status = if reasons.is_empty() { "ready" } else { "degraded" };
    let clock_ahead_seconds = app.clock.is_wrong_by().map(|by| by.num_seconds());
    Ok(HttpResponse::Ok().json(Health { status, clock_ahead_seconds, reasons }))
}

/// Does each session know what was prepared on its connection? Asks only after a statement was unknown, because requests that
/// come to the right session by chance would hide it.
async fn sessions_know_statements(app: &App, pool: &Pool) -> bool {
    if !app.connections.sessions.is_failing() {
        return true;
    }
    let checked = tokio::time::timeout(DATABASE_TIMEOUT, pool.manager().target().check_sessions()).await;
    match checked.unwrap_or_else(|_| Err("the database does not answer".to_owned())) {
        Ok(()) => app.connections.sessions.succeeded(),
        Err(error) => tracing::warn!(%error, "the process is not ready"),
    }
    !app.connections.sessions.is_failing()
}

/// Asks the database whether it answers and takes writes, and for what does not go on in the background, if the caller may
/// see that.
async fn ask(app: &App, pool: &Pool, sees_reasons: bool) -> Result<Vec<HealthReason>, Error> {
    let mut connection = store::pool::acquire(pool).await?;
    if app.connections.writes.is_failing() {
        // A ping writes nothing: it succeeds on a full disk, too. Only a write shows that writes succeed again.
        store::health::write(&mut connection).await?;
        app.connections.writes.succeeded();
    } else if !sees_reasons {
        store::health::ping(&mut connection).await?;
    }
    if sees_reasons { reasons(app, &mut connection).await } else { Ok(Vec::new()) }
}

async fn reasons(app: &App, connection: &mut Connection) -> Result<Vec<HealthReason>, Error> {
    let now = app.now();
    let mut reasons = Vec::new();
    let stuck = store::health::mails_stuck_seconds(connection, now).await?;
    if stuck > MAILS_STUCK_SECONDS {
        reasons.push(HealthReason { code: HealthReasonCode::MailsStuck, seconds: Some(stuck) });
    }
    let heartbeat = store::diagnosis::last_heartbeat(connection).await?;
    let silent = heartbeat.map(|at| (now - at).num_seconds());
    if silent.is_none_or(|seconds| seconds > MAX_SILENT_SECONDS) {
        reasons.push(HealthReason { code: HealthReasonCode::NoWorker, seconds: silent });
    }
    Ok(reasons)
}
