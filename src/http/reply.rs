//! Sends a reply whose body is JSON text already.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;

use crate::service::once::Reply;

/// The same status and the same bytes, however often it is sent.
pub fn send(reply: Reply) -> HttpResponse {
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::OK);
    HttpResponse::build(status).content_type("application/json").body(reply.body)
}
