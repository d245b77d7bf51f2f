//! Which pages of other origins may call the API from a browser (CORS).
//!
//! The API reads no cookie: a page can only use a token that it was given, so every page may call it unless the operator
//! names some. Pages of this server and everything else that a cookie opens are never opened to other origins.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, HeaderMap,
    HeaderValue, ORIGIN, VARY,
};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpResponse};

use crate::config::HttpSettings;
use crate::service::App;

/// The beginnings of the paths that pages of other origins may call: the API, its description, and what apps call without a
/// cookie. The pages where apps are allowed are not among them.
const OPEN: [&str; 8] = [
    "/v1/",
    "/openapi.json",
    "/openapi.yaml",
    "/oauth/token",
    "/oauth/device_authorization",
    "/oauth/revoke",
    "/oauth/introspect",
    "/.well-known/oauth-authorization-server",
];

/// The methods of the API.
const METHODS: HeaderValue = HeaderValue::from_static("GET, HEAD, POST, PUT, PATCH, DELETE");
/// The request headers that the API reads.
const READ: HeaderValue = HeaderValue::from_static(
    "Authorization, Content-Type, Accept-Language, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID",
);
/// The response headers by which a client goes on. Without their names here a browser hides them from the page.
const EXPOSED: HeaderValue = HeaderValue::from_static(
    "Content-Disposition, Content-Language, Deprecation, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, \
     Sunset, WWW-Authenticate, X-Request-Id",
);
/// How long a browser remembers the answer to a preflight request, in seconds.
const REMEMBERED: HeaderValue = HeaderValue::from_static("3600");
const EVERY_PAGE: HeaderValue = HeaderValue::from_static("*");
const ON_ORIGIN: HeaderValue = HeaderValue::from_static("Origin");

/// Answers preflight requests, and lets the page that called read the answer.
pub async fn admit(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let access = request.app_data::<Data<App>>().map(|app| Access::of(&request, &app.settings.http));
    let access = access.unwrap_or_default();
    if access.is_open && is_preflight(&request) {
        let mut response = HttpResponse::NoContent().finish();
        access.show(response.headers_mut(), true);
        return Ok(request.into_response(response));
    }
    let mut response = next.call(request).await?.map_into_boxed_body();
    access.show(response.headers_mut(), false);
    Ok(response)
}

/// A browser asks in advance whether a page may send what it wants to send.
fn is_preflight(request: &ServiceRequest) -> bool {
    let headers = request.headers();
    request.method() == Method::OPTIONS
        && headers.contains_key(ORIGIN)
        && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD)
}

/// What a request may be answered with.
#[derive(Default)]
struct Access {
    /// May pages of other origins call this path at all?
    is_open: bool,
    /// Is the answer the same whatever page calls?
    to_every_page: bool,
    /// The page that may read the answer.
    allowed: Option<HeaderValue>,
    /// Does a page of a browser call?
    by_page: bool,
}

impl Access {
    fn of(request: &ServiceRequest, settings: &HttpSettings) -> Self {
        let path = request.path();
        if settings.allowed_origins.is_empty() || !OPEN.iter().any(|open| path.starts_with(open)) {
            return Self::default();
        }
        let origin = request.headers().get(ORIGIN);
        let to_every_page = settings.allowed_origins.iter().any(|allowed| allowed == "*");
        let named = origin.filter(|origin| {
            settings.allowed_origins.iter().any(|allowed| allowed.as_bytes() == origin.as_bytes())
        });
        let allowed = if to_every_page { Some(EVERY_PAGE) } else { named.cloned() };
        Self { is_open: true, to_every_page, allowed, by_page: origin.is_some() }
    }

    fn show(&self, headers: &mut HeaderMap, is_preflight: bool) {
        if !self.is_open {
            return;
        }
        if !self.to_every_page {
            // A cache must not give the answer for one page to another one.
            headers.append(VARY, ON_ORIGIN);
        }
        // `*` is said also where no page calls: else a cache could keep an answer that a page may not read.
        let Some(allowed) = self.allowed.clone() else { return };
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, allowed);
        if is_preflight {
            headers.insert(ACCESS_CONTROL_ALLOW_METHODS, METHODS);
            headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, READ);
            headers.insert(ACCESS_CONTROL_MAX_AGE, REMEMBERED);
        } else if self.by_page {
            headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
        }
    }
}
