//! The only scripts of the pages for players: one that subscribes a browser to notifications, on the page with the button
//! for it, and the service worker that shows them. Neither is needed for anything else. (`/docs` has one of its own.)

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;

use super::etag::{self, IfNoneMatch};

const PUSH: &str = include_str!("push.js");
const SERVICE_WORKER: &str = include_str!("service-worker.js");

/// `GET /push.js`
pub async fn push(seen: IfNoneMatch) -> HttpResponse {
    send(PUSH, &seen)
}

/// `GET /service-worker.js`: at the root, so that notifications of all pages are its own.
pub async fn service_worker(seen: IfNoneMatch) -> HttpResponse {
    send(SERVICE_WORKER, &seen)
}

fn send(script: &'static str, seen: &IfNoneMatch) -> HttpResponse {
    let kind = (StatusCode::OK, "text/javascript; charset=utf-8");
    etag::content(&seen.0, kind, &[(CACHE_CONTROL, "public, no-cache")], script)
}
