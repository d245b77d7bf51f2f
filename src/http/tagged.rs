//! Replies to reads of a game: with its tag, or nothing but the tag when the caller has the rest.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, ETAG, VARY};
use serde::Serialize;

use crate::service::tag::Tag;

/// It may be kept by whoever asked, and is asked for again each time.
const KEPT: &str = "private, no-cache";

/// The whole answer.
pub fn send(tag: &Tag, body: &impl Serialize) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((ETAG, tag.to_string()))
        .insert_header((VARY, "Authorization"))
        .insert_header((CACHE_CONTROL, KEPT))
        .json(body)
}

/// The caller has it already.
pub fn not_modified(tag: &Tag) -> HttpResponse {
    HttpResponse::NotModified()
        .insert_header((ETAG, tag.to_string()))
        .insert_header((VARY, "Authorization"))
        .insert_header((CACHE_CONTROL, KEPT))
        .finish()
}
