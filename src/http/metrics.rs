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

use super::origin;
use super::router::PathTemplate;
use crate::error::{Code, Error};
use crate::service::App;
use crate::store::{self, Pool, health, webhook_deliveries};
use crate::telemetry::metrics;

/// The pools of all worker threads of a server.
#[derive(Clone, Default)]
pub struct Pools(Arc<Mutex<Vec<Pool>>>);

impl Pools {
    pub fn add(&self, pool: &Pool) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(pool.clone());
    }

    fn tell(&self) {
        let pools = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let states: Vec<_> = pools.iter().map(Pool::status).collect();
        metrics::set_pools(
            states.iter().map(|state| state.size).sum(),
            states.iter().map(|state| state.available).sum(),
            states.iter().map(|state| state.waiting).sum(),
        );
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
    may_read(&app, &request)?;
    let handle = metrics::begin().ok_or_else(|| Error::bug("metrics were not started"))?;
    if metrics::backlog_is_due() {
        let mut db = store::pool::acquire(&pool).await?;
        let mails = health::backlog(&mut db, app.now()).await?;
        let webhooks = webhook_deliveries::backlog(&mut db, app.now()).await?;
        metrics::set_backlog(
            metrics::MailBacklogMetrics {
                open_decisions: mails.open_decisions,
                waiting_mails: mails.waiting_mails,
                oldest_seconds: mails.oldest_seconds,
                dead_letters: mails.dead_letters,
            },
            metrics::WebhookBacklogMetrics {
                waiting: webhooks.waiting,
                oldest_seconds: webhooks.oldest_seconds,
                failing: webhooks.failing,
            },
        );
    }
    pools.tell();
    metrics::set_memory();
    Ok(HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(handle.render()))
}

/// Lets in callers with the token that the operator set or, where none is set, callers on this machine. Others get the
/// answer of a path that does not exist.
fn may_read(app: &App, request: &HttpRequest) -> Result<(), Error> {
    let token = app.settings.http.metrics_token.expose_secret();
    let may = if token.is_empty() {
        origin::is_local(request, app)
    } else {
        let given = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let given = given.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
        // Hashes are compared because the time of comparing them tells nothing about how much of the token was right.
        Sha256::digest(given) == Sha256::digest(token)
    };
    if may { Ok(()) } else { Err(Code::RouteNotFound.problem()) }
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
