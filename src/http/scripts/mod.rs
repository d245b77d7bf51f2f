//! The only scripts of the service: one that subscribes a browser to notifications, on the page with the button for it,
//! and the service worker that shows them. Neither is needed for anything else.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, ETAG, HeaderName};

use super::etag::{IfNoneMatch, tag_of};

const PUSH: &str = include_str!("push.js");
const SERVICE_WORKER: &str = include_str!("service-worker.js");
const SNIFF: HeaderName = HeaderName::from_static("x-content-type-options");

/// `GET /push.js`
pub async fn push(seen: IfNoneMatch) -> HttpResponse {
    send(PUSH, &seen)
}

/// `GET /service-worker.js`: at the root, so that notifications of all pages are its own.
pub async fn service_worker(seen: IfNoneMatch) -> HttpResponse {
    send(SERVICE_WORKER, &seen)
}

fn send(script: &'static str, seen: &IfNoneMatch) -> HttpResponse {
    let tag = tag_of(script);
    let is_known = seen.0.has(&tag);
    let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((ETAG, tag));
    response.insert_header((CACHE_CONTROL, "public, no-cache"));
    response.insert_header((SNIFF, "nosniff"));
    if is_known {
        response.finish()
    } else {
        response.content_type("text/javascript; charset=utf-8").body(script)
    }
}
