//! Replies under an entity tag: what a client has seen, so that it need not be sent again, or must not be overwritten.

use std::fmt::Display;

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, ETAG, VARY};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::error::Error;
use crate::service::tag::Seen;

/// It may be kept by whoever asked, and is asked for again each time.
const KEPT: &str = "private, no-cache";
/// Most answers are no longer, so that room is made for them once.
const USUAL_BYTES: usize = 8 << 10;
/// How many bytes of a digest make a tag.
const DIGEST_BYTES: usize = 12;

/// The whole answer, as JSON.
pub fn send(tag: &impl Display, body: &impl Serialize) -> HttpResponse {
    let mut text = Vec::with_capacity(USUAL_BYTES);
    if let Err(error) = serde_json::to_writer(&mut text, body) {
        return HttpResponse::from_error(Error::Internal(error.to_string()));
    }
    HttpResponse::Ok()
        .insert_header((ETAG, tag.to_string()))
        .insert_header((VARY, "Authorization"))
        .insert_header((CACHE_CONTROL, KEPT))
        .content_type("application/json")
        .body(text)
}

pub fn not_modified(tag: &impl Display) -> HttpResponse {
    HttpResponse::NotModified()
        .insert_header((ETAG, tag.to_string()))
        .insert_header((VARY, "Authorization"))
        .insert_header((CACHE_CONTROL, KEPT))
        .finish()
}

/// Whichever of the two it is for somebody who has seen that.
pub fn answer(seen: &Seen, tag: &impl Display, body: &impl Serialize) -> HttpResponse {
    if seen.has(tag) { not_modified(tag) } else { send(tag, body) }
}

/// The same under a tag that follows from the bytes of the answer.
pub fn answer_by_content(seen: &Seen, body: &impl Serialize) -> Result<HttpResponse, Error> {
    let bytes = serde_json::to_vec(body).map_err(|error| Error::Internal(error.to_string()))?;
    let digest = Sha256::digest(&bytes);
    let tag = format!("\"{}\"", hex::encode(digest.get(..DIGEST_BYTES).unwrap_or_default()));
    Ok(answer(seen, &tag, body))
}
