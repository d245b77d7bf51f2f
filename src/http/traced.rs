//! The layer that tells a collector of traces about each request: its route, never its address, query or body.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage};
use tracing::field::Empty;
use tracing::{Instrument, Span};
use tracing_actix_web::RequestId;

use super::address::Template;
use super::metrics::method;
use crate::traces::TARGET;

/// Answers the request within a span that carries its id, and afterwards the template of its address and the status.
/// A stream counts until it begins.
pub async fn trace(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let method = method(request.method().as_str());
    let span = begin(method, &request);
    let answer = next.call(request).instrument(span.clone()).await;
    match &answer {
        Ok(response) => end(&span, method, response),
        Err(error) => conclude(&span, error.as_response_error().status_code().as_u16()),
    }
    answer
}

/// The names of the fields are those that OpenTelemetry agreed on for HTTP servers.
fn begin(method: &'static str, request: &ServiceRequest) -> Span {
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

fn end<B>(span: &Span, method: &str, response: &ServiceResponse<B>) {
    if !span.is_disabled()
        && let Some(route) = Template::of(response.request())
    {
        span.record("otel.name", format!("{method} {route}"));
        span.record("http.route", route);
    }
    conclude(span, response.status().as_u16());
}

fn conclude(span: &Span, status: u16) {
    span.record("http.response.status_code", status);
    if status >= 500 {
        span.record("otel.status_code", "ERROR");
    }
}
