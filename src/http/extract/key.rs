//! The `Idempotency-Key` header.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use crate::error::{Code, Error};

/// The longest key that is taken, in characters.
const LONGEST: usize = 100;

/// A name the caller gave to this request; a repeat under the same name is answered as the first was.
pub struct IdempotencyKey(pub Option<String>);

impl FromRequest for IdempotencyKey {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let Some(header) = request.headers().get("idempotency-key") else { return ready(Ok(Self(None))) };
        let key = header.to_str().unwrap_or_default();
        let usable = (1..=LONGEST).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
        ready(if usable {
            Ok(Self(Some(key.to_owned())))
        } else {
            Err(Code::InvalidParameter.field(
                "Idempotency-Key",
                format!("A key is 1 to {LONGEST} visible ASCII characters without spaces."),
            ))
        })
    }
}
