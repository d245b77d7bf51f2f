//! What happens around every request: a span with a request id, and headers that no handler has to think of.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::{DefaultHeaders, Next};
use actix_web::web::Data;
use actix_web::{Error, HttpMessage, HttpRequest};
use tracing::field::Empty;
use tracing::{Level, Span};
use tracing_actix_web::{RequestId, RootSpanBuilder};

use super::origin;
use crate::app::App;
use crate::service::audit;

/// The span around one request. The query is left out on purpose: links in mails carry tokens there.
///
/// Most requests look at something and are answered, and nothing is logged then: a span for each would be a good part
/// of their cost. So a look has one from its beginning only where finer lines are asked for; one that fails gets it at
/// its end.
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
        let looked = outcome.as_ref().is_ok_and(|response| response.request().method().is_safe());
        let error = outcome.as_ref().map_or_else(Some, |response| response.response().error());
        span.in_scope(|| {
            if let Some(error) = error.filter(|_| status.is_server_error()) {
                tracing::error!(%error, "request failed");
            }
            match looked && !failed {
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
        path = request.path(),
        status = Empty,
    )
}

/// Answers the request so that what is noted in the audit log says where it came from, and puts the id under which it
/// is logged into the response, for people who report a problem.
pub async fn identify(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let id = request.extensions().get::<RequestId>().map(ToString::to_string);
    let app = request.app_data::<Data<App>>();
    let origin = app.and_then(|app| origin::of(request.peer_addr()?.ip(), request.headers(), app));
    let mut response = audit::on_behalf(origin, next.call(request)).await?;
    if let Some(value) = id.and_then(|id| HeaderValue::from_str(&id).ok()) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), value);
    }
    Ok(response)
}

/// Headers of every response that does not bring its own: nothing is sniffed, framed, referred to or kept by caches.
pub fn safe_headers() -> DefaultHeaders {
    DefaultHeaders::new()
        .add(("X-Content-Type-Options", "nosniff"))
        .add(("X-Frame-Options", "DENY"))
        .add(("Referrer-Policy", "no-referrer"))
        .add(("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"))
        .add(("Cache-Control", "no-store"))
}
