//! Which device calls.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::USER_AGENT;
use actix_web::{FromRequest, HttpRequest};

use crate::error::Error;
use crate::service::sessions::device;

/// What the `User-Agent` header makes of it, in a few words; empty without one.
pub struct Device(pub String);

impl FromRequest for Device {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let agent = request.headers().get(USER_AGENT).and_then(|value| value.to_str().ok());
        ready(Ok(Self(device(agent.unwrap_or_default()))))
    }
}
