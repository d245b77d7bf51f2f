//! Middleware around every request: spans for the log and for traces, headers that every response has, bounds of paths.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::ConnectionType;
use actix_web::http::header::{HeaderName, HeaderValue, UPGRADE};
use actix_web::middleware::{DefaultHeaders, Next};
use actix_web::web::Data;
use actix_web::{Error, HttpMessage, HttpRequest};
use tracing::field::Empty;
use tracing::{Instrument, Level, Span};
use tracing_actix_web::{RequestId, RootSpanBuilder};

use super::metrics::method;
use super::origin;
use super::router::PathTemplate;
use crate::error::Code;
use crate::notifications::enqueue;
use crate::service::App;
use crate::service::audit;
use crate::telemetry::traces::TARGET;

/// The prefixes of the pages that links in mails lead to, of feeds, and of pictures for chats. A secret follows, which
/// must not be logged.
const LINK_PAGES: [&str; 8] =
    ["/seat/", "/invite/", "/offer/", "/account/", "/sign-up/", "/feeds/", "/pictures/", "/oauth/log-in/"];

/// The span around one request. The query is left out on purpose: links in mails carry tokens there.
///
/// Most requests only read, succeed and log nothing: a span for each was a tenth of the cost of a read. So a read has a
/// span from its beginning only where the log level is DEBUG or finer; a read whose response is an error gets its span
/// at its end.
pub struct RequestSpan;

impl RootSpanBuilder for RequestSpan {
    fn on_request_start(request: &ServiceRequest) -> Span {
        match request.method().is_safe() && !tracing::enabled!(Level::DEBUG) {
            true => Span::none(),
            false => span(request.request()),
        }
    }

    fn on_request_end<B: MessageBody>(begun: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        let status = match outcome {
            Ok(response) => response.status(),
            Err(error) => error.as_response_error().status_code(),
        };
        let failed = status.is_client_error() || status.is_server_error();
        let span = match outcome {
            Ok(response) if begun.is_none() && failed => span(response.request()),
            _ => begun,
        };
        span.record("status", status.as_u16());
        let is_read = outcome.as_ref().is_ok_and(|response| response.request().method().is_safe());
        let error = outcome.as_ref().map_or_else(Some, |response| response.response().error());
        span.in_scope(|| {
            if let Some(error) = error.filter(|_| status.is_server_error()) {
                tracing::error!(%error, "request failed");
            }
            match is_read && !failed {
                true => tracing::debug!("answered"),
                false => tracing::info!("answered"),
            }
        });
    }
}

fn span(request: &HttpRequest) -> Span {
    let id = request.extensions().get::<RequestId>().copied();
    tracing::info_span!(
        "request",
        request_id = id.map(tracing::field::display),
        method = %request.method(),
        path = loggable(request.path()),
        status = Empty,
    )
}

/// A path without the secret of a link.
fn loggable(path: &str) -> &str {
    LINK_PAGES.into_iter().find(|pages| path.starts_with(pages)).unwrap_or(path)
}

/// Gives the origin of the request to the audit log and its id to the mails that it causes, and puts the id that is
/// logged into the response, so that a report of a problem can name it.
pub async fn identify(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let id = request.extensions().get::<RequestId>().copied();
    let app = request.app_data::<Data<App>>();
    let origin = app.and_then(|app| origin::of(request.peer_addr()?.ip(), request.headers(), app));
    let answering = audit::on_behalf(origin, next.call(request));
    let mut response = enqueue::on_request(id.map(|id| *id), answering).await?;
    if let Some(value) = id.and_then(|id| HeaderValue::from_str(&id.to_string()).ok()) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), value);
    }
    Ok(response)
}

/// Far more than a path of ours has: the longest name of a player takes a few hundred bytes with every letter escaped.
const MOST_PATH_BYTES: usize = 2_000;

/// Answers a path that is too long with 404 before it is routed and looked up in the database: a path of 60 kB cost
/// thirty times as much as refusing a request.
pub async fn refuse_long_paths(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse, Error> {
    if request.path().len() > MOST_PATH_BYTES {
        return Ok(request.error_response(Code::RouteNotFound.problem()).map_into_boxed_body());
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}

/// Closes the connection after answering a request that offers to continue it in HTTP/2 (`Upgrade: h2c`).
///
/// The web framework takes the offer for the end of HTTP/1.1 on that connection: it answers, says `Connection:
/// upgrade`, and hangs up. A client that offers HTTP/2 with its first request, as Java's does, keeps the connection
/// for its next one, and if that is a POST, which must not be sent twice, the client fails. A server may ignore the
/// offer (RFC 9110, 7.8); this one says plainly that the connection ends.
pub async fn decline_http2(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let offers = |value: &HeaderValue| value.to_str().is_ok_and(|value| value.to_lowercase().contains("h2c"));
    let is_offered = request.headers().get_all(UPGRADE).any(offers);
    let mut response = next.call(request).await?;
    if is_offered {
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    Ok(response)
}

/// Headers for every response that does not set them itself: they forbid sniffing, framing, referrers and caching.
pub fn safe_headers() -> DefaultHeaders {
    DefaultHeaders::new()
        .add(("X-Content-Type-Options", "nosniff"))
        .add(("X-Frame-Options", "DENY"))
        .add(("Referrer-Policy", "no-referrer"))
        .add(("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"))
        .add(("Cache-Control", "no-store"))
}

/// Exports a trace of a request, with the template of its path and never its path, query or body. The span has the id
/// of the request from its beginning, and the template and the status at its end. The span of a stream ends when the
/// stream begins.
pub async fn trace(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let method = method(request.method().as_str());
    let span = begin_trace(method, &request);
    let answer = next.call(request).instrument(span.clone()).await;
    match &answer {
        Ok(response) => end_trace(&span, method, response),
        Err(error) => conclude(&span, error.as_response_error().status_code().as_u16()),
    }
    answer
}

/// The names of the fields follow OpenTelemetry's conventions for HTTP servers.
fn begin_trace(method: &'static str, request: &ServiceRequest) -> Span {
    let id = request.extensions().get::<RequestId>().copied();
    tracing::info_span!(
        target: TARGET,
        "request",
        otel.name = method,
        otel.kind = "server",
        otel.status_code = Empty,
        request.id = id.map(tracing::field::display),
        http.request.method = method,
        http.route = Empty,
        http.response.status_code = Empty,
    )
}

fn end_trace<B>(span: &Span, method: &str, response: &ServiceResponse<B>) {
    if !span.is_disabled()
        && let Some(route) = PathTemplate::of(response.request())
    {
        span.record("otel.name", format!("{method} {route}"));
        span.record("http.route", &*route);
    }
    conclude(span, response.status().as_u16());
}

fn conclude(span: &Span, status: u16) {
    span.record("http.response.status_code", status);
    if status >= 500 {
        span.record("otel.status_code", "ERROR");
    }
}
