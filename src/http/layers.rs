//! What happens around every request: a span with a request id, and headers that no handler has to think of.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::{DefaultHeaders, Next};
use actix_web::web::Data;
use actix_web::{Error, HttpMessage};
use tracing::Span;
use tracing::field::Empty;
use tracing_actix_web::{RequestId, RootSpanBuilder};

use super::origin;
use crate::app::App;
use crate::service::audit;

/// The span around one request. The query is left out on purpose: links in mails carry tokens there.
pub struct RequestSpan;

impl RootSpanBuilder for RequestSpan {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let id = request.extensions().get::<RequestId>().copied();
        tracing::info_span!(
            "request",
            request_id = id.map(tracing::field::display),
            method = %request.method(),
            path = request.path(),
            status = Empty,
        )
    }

    fn on_request_end<B: MessageBody>(span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        let status = match outcome {
            Ok(response) => response.status(),
            Err(error) => error.as_response_error().status_code(),
        };
        span.record("status", status.as_u16());
        // Most requests look at something and are answered: a line for each would be most of a log, and of its cost.
        let looked = outcome.as_ref().is_ok_and(|response| response.request().method().is_safe());
        span.in_scope(|| match looked && status.as_u16() < 400 {
            true => tracing::debug!("answered"),
            false => tracing::info!("answered"),
        });
    }
}

/// Puts the id under which a request is logged into its response, for people who report a problem.
pub async fn show_request_id(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let id = request.extensions().get::<RequestId>().map(ToString::to_string);
    let mut response = next.call(request).await?;
    if let Some(value) = id.and_then(|id| HeaderValue::from_str(&id).ok()) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), value);
    }
    Ok(response)
}

/// Answers the request so that what is noted in the audit log says where it came from.
pub async fn know_origin(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let app = request.app_data::<Data<App>>();
    let origin = app.and_then(|app| origin::of(request.peer_addr()?.ip(), request.headers(), app));
    audit::on_behalf(origin, next.call(request)).await
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
