//! Is the process up, and can it answer?

use std::time::Duration;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::metrics::may_read;
use crate::error::{Code, Error};
use crate::service::App;
use crate::store::pool::NoConnection;
use crate::store::{self, Connection, Pool, sqlstate};

/// How long the database may take to answer. Callers are promised an answer within three seconds.
const TIMEOUT: Duration = Duration::from_millis(2500);
/// For longer than this no mail is stuck and no worker is silent where all is well, in seconds.
const MAILS_STUCK: i64 = 15 * 60;
const WORKER_SILENT: i64 = 60;

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
    /// What does not go on; only callers that may read the metrics are told.
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
/// missing workers make no server unready, since a balancer would then take away all of them: the same callers are told
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
    let is_told = may_read(&app, &request);
    let unready = |reason| match is_told {
        true => Code::Unavailable.with_reason(reason),
        false => Code::Unavailable.problem(),
    };
    if app.stopping.has_begun() {
        return Err(unready("stopping"));
    }
    let asked = tokio::time::timeout(TIMEOUT, ask(&app, &pool, is_told)).await;
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

/// Asks the database whether it answers and takes writes, and for what does not go on in the background, if the caller is
/// told of it.
async fn ask(app: &App, pool: &Pool, is_told: bool) -> Result<Vec<HealthReason>, Error> {
    let mut connection = store::pool::acquire(pool).await?;
    if app.connections.writes.are_failing() {
        // A ping writes nothing: it succeeds on a full disk, too. Only a write shows that writes succeed again.
        store::health::write(&mut connection).await?;
        app.connections.writes.succeeded();
    } else if !is_told {
        store::health::ping(&mut connection).await?;
    }
    if is_told { reasons(app, &mut connection).await } else { Ok(Vec::new()) }
}

async fn reasons(app: &App, connection: &mut Connection) -> Result<Vec<HealthReason>, Error> {
    let signs = store::health::signs(connection, app.now()).await?;
    let mails = (signs.mails_stuck_seconds > MAILS_STUCK).then_some(HealthReason {
        code: HealthReasonCode::MailsStuck,
        seconds: Some(signs.mails_stuck_seconds),
    });
    let worker = signs
        .heartbeat_seconds
        .is_none_or(|seconds| seconds > WORKER_SILENT)
        .then_some(HealthReason { code: HealthReasonCode::NoWorker, seconds: signs.heartbeat_seconds });
    Ok(mails.into_iter().chain(worker).collect())
}
