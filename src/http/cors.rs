//! Which web pages may call the service from a browser.

use actix_cors::Cors;
use actix_web::middleware::Condition;

use crate::settings::HttpSettings;

/// For how long a browser remembers the answer, in seconds.
const REMEMBERED: usize = 3600;

/// The layer; there is none unless the operator names pages. Tokens go in a header that pages set themselves, so no
/// cookies are let through.
pub fn layer(settings: &HttpSettings) -> Condition<Cors> {
    let mut cors = Cors::default()
        .allowed_methods(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
        .allowed_headers([
            "authorization",
            "content-type",
            "idempotency-key",
            "if-match",
            "if-none-match",
            "last-event-id",
        ])
        .expose_headers(["etag", "location", "retry-after", "x-request-id"])
        .max_age(REMEMBERED);
    for origin in &settings.allowed_origins {
        cors = if origin == "*" { cors.allow_any_origin() } else { cors.allowed_origin(origin) };
    }
    Condition::new(!settings.allowed_origins.is_empty(), cors)
}
