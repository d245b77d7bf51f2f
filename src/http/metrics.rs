//! `/metrics`: the metrics of this process, for Prometheus; and the middleware that counts requests.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::AUTHORIZATION;
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use secrecy::ExposeSecret;
use sha2::{Digest, Sha256};

use super::health::DATABASE_TIMEOUT;
use super::origin;
use super::router::PathTemplate;
use crate::error::{Code, Error};
use crate::service::App;
use crate::store::{self, Pool, diagnosis, health, webhook_deliveries};
use crate::telemetry::metrics::{self, BacklogMetrics, CensusMetrics, Refresh};

/// What the metrics of a process are read from beside the database: the pools of its threads, and when its numbers were
/// last read.
#[derive(Clone, Default)]
pub struct Pools {
    pools: Arc<Mutex<Vec<Pool>>>,
    refresh: Arc<Refresh>,
}

impl Pools {
    pub fn add(&self, pool: &Pool) {
        self.pools.lock().unwrap_or_else(PoisonError::into_inner).push(pool.clone());
    }

    /// How many connections are open and idle, and how many requests wait for one.
    fn counts(&self) -> (usize, usize, usize) {
        let pools = self.pools.lock().unwrap_or_else(PoisonError::into_inner);
        let states: Vec<_> = pools.iter().map(Pool::status).collect();
        (
            states.iter().map(|state| state.size).sum(),
            states.iter().map(|state| state.available).sum(),
            states.iter().map(|state| state.waiting).sum(),
        )
    }
}

/// Show metrics
///
/// Counters and gauges of this process in the text format of Prometheus. Once the operator has set
/// `http.metrics_token`, it is sent as a bearer token. Without one, only callers on the same machine see them; for all
/// others there is no such path.
#[utoipa::path(
    get, path = "/metrics", tag = "operators",
    responses((
        status = 200, description = "Metrics in the text format of Prometheus", body = String, content_type = "text/plain",
        example = json!("# HELP althing_streams Event streams that are open.\n# TYPE althing_streams gauge\nalthing_streams 4\n"),
    )),
    extensions(("x-problem-codes" = json!(["route_not_found"]))),
)]
pub async fn get_metrics(
    app: Data<App>,
    pool: Data<Pool>,
    pools: Data<Pools>,
    request: HttpRequest,
) -> Result<HttpResponse, Error> {
    if !may_read(&app, &request) {
        return Err(Code::RouteNotFound.problem());
    }
    let handle = metrics::begin().ok_or_else(|| Error::bug("metrics were not started"))?;
    if pools.refresh.backlog_is_due(app.now()) {
        // Prometheus gives up after ten seconds, and then nobody would hear that the database does not answer.
        let asked = tokio::time::timeout(DATABASE_TIMEOUT, ask_database(&app, &pool, &pools.refresh)).await;
        let backlog = match asked {
            Ok(Ok(backlog)) => Some(backlog),
            Ok(Err(error)) => {
                tracing::warn!(%error, "the database could not be asked for its numbers");
                None
            }
            Err(_) => None,
        };
        metrics::set_backlog(backlog.as_ref());
    }
    let (waits, waited) = app.connections.waits.total();
    let are_failing = app.connections.writes.is_failing();
    metrics::set_pools(pools.counts(), (waits, waited.as_secs()), are_failing);
    metrics::set_clock_error(app.clock.off_by().as_seconds_f64());
    metrics::set_process();
    Ok(HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(handle.render()))
}

/// Reads the numbers that only the database knows; those of a census, if they are due, are set at once.
async fn ask_database(app: &App, pool: &Pool, refresh: &Refresh) -> Result<BacklogMetrics, Error> {
    let mut db = store::pool::acquire(pool).await?;
    // The numbers are read all the same: what they say is still true.
    if app.connections.writes.is_failing() && health::write(&mut db).await.is_ok() {
        app.connections.writes.succeeded();
    }
    let now = app.now();
    let mails = health::backlog(&mut db).await?;
    let webhooks = webhook_deliveries::backlog(&mut db).await?;
    let heartbeat = diagnosis::last_heartbeat(&mut db).await?;
    let backlog = BacklogMetrics {
        open_decisions: mails.open_decisions,
        waiting_mails: mails.waiting_mails,
        mails_stuck_seconds: health::mails_stuck_seconds(&mut db, now).await?,
        dead_letters: mails.dead_letters,
        waiting_webhooks: webhooks.waiting,
        failing_webhooks: webhooks.failing,
        heartbeat_seconds: heartbeat.map(|at| (now - at).num_seconds()),
        queues: diagnosis::queue_ages(&mut db, now).await?,
    };
    if refresh.census_is_due(now) {
        let games = health::games_by_state(&mut db).await?;
        let games = games.into_iter().map(|games| (games.state, games.count)).collect();
        metrics::set_census(&CensusMetrics { games, accounts: health::accounts(&mut db).await? });
    }
    Ok(backlog)
}

/// Is this a caller with the token that the operator set or, where none is set, a caller on this machine?
pub fn may_read(app: &App, request: &HttpRequest) -> bool {
    let token = app.settings.http.metrics_token.expose_secret();
    if token.is_empty() {
        origin::is_local(request, app)
    } else {
        let given = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let given = given.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
        // Hashes are compared because the time of comparing them tells nothing about how much of the token was right.
        Sha256::digest(given) == Sha256::digest(token)
    }
}

/// Counts a request under the template of its path: paths themselves would make a label for each game.
pub async fn measure(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let begun = Instant::now();
    let method = method(request.method().as_str());
    let answer = next.call(request).await;
    if let Ok(response) = &answer {
        let route = PathTemplate::of(response.request()).unwrap_or_else(|| "none".into());
        metrics::request_answered(method, route, response.status().as_u16(), begun.elapsed().as_secs_f64());
    }
    answer
}

/// The method as a label. Any unknown method is `other`, so that a client can't add labels without bound.
pub(super) fn method(name: &str) -> &'static str {
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    known.into_iter().find(|known| *known == name).unwrap_or("other")
}
