//! Entity tags: what a client has seen, so that it need not be sent again, or must not be overwritten.

use actix_web::http::Method;
use actix_web::http::header::{ETAG, HeaderName, IF_MATCH, IF_NONE_MATCH, VARY};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::error::{Code, Error};

/// How many bytes of a digest make a tag.
const DIGEST_BYTES: usize = 12;

/// The tag of something that counts its changes.
pub fn of(revision: i64) -> String {
    format!("\"{revision}\"")
}

/// Answers with JSON under a tag that follows from its bytes, or with 304 to somebody who has them.
pub fn tagged(request: &HttpRequest, body: &impl Serialize) -> Result<HttpResponse, Error> {
    let bytes = serde_json::to_vec(body).map_err(|error| Error::Internal(error.to_string()))?;
    let digest = Sha256::digest(&bytes);
    let tag = format!("\"{}\"", hex::encode(digest.get(..DIGEST_BYTES).unwrap_or_default()));
    Ok(send(request, &tag, bytes))
}

/// Answers with JSON under `tag`, or with 304 to somebody who has it.
pub fn answer(request: &HttpRequest, tag: &str, body: &impl Serialize) -> Result<HttpResponse, Error> {
    let bytes = serde_json::to_vec(body).map_err(|error| Error::Internal(error.to_string()))?;
    Ok(send(request, tag, bytes))
}

fn send(request: &HttpRequest, tag: &str, bytes: Vec<u8>) -> HttpResponse {
    let reads = request.method() == Method::GET || request.method() == Method::HEAD;
    let is_known = reads && names(request, &IF_NONE_MATCH, tag) == Some(true);
    let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((ETAG, tag)).insert_header((VARY, "Authorization"));
    if is_known { response.finish() } else { response.content_type("application/json").body(bytes) }
}

/// Does the header name this tag? `None` without the header.
fn names(request: &HttpRequest, header: &HeaderName, tag: &str) -> Option<bool> {
    let mut given = request.headers().get_all(header).peekable();
    given.peek()?;
    let mut listed = given.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    Some(listed.any(|one| {
        let one = one.trim();
        one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag
    }))
}

/// The revision that a write must find, as `If-Match` says it; `None` when any will do. Error: `precondition_failed` for
/// a tag that none of ours looks like.
pub fn wanted_revision(request: &HttpRequest) -> Result<Option<i64>, Error> {
    let Some(header) = request.headers().get(IF_MATCH) else { return Ok(None) };
    let given = header.to_str().unwrap_or_default().trim();
    if given == "*" {
        return Ok(None);
    }
    let inner = given.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let revision = inner.and_then(|text| text.parse().ok()).filter(|revision| *revision >= 0);
    revision.map(Some).ok_or_else(|| Code::PreconditionFailed.problem())
}
