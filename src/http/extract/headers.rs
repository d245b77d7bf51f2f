//! Headers that handlers read: the idempotency key, the device, the language.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{HeaderName, USER_AGENT};
use actix_web::{FromRequest, HttpRequest};

use crate::error::{Code, Error, Sentence};
use crate::http::endpoint::Argument;
use crate::http::language;
use crate::service::identity::Language;
use crate::service::sessions::device;

/// The longest `Idempotency-Key` that is taken, in characters.
const MAX_KEY_CHARS: usize = 100;

/// The key that the client gave to this request; a repeat with the same key is answered as the first was.
pub fn idempotency_key(request: &HttpRequest) -> Result<Option<String>, Error> {
    let Some(header) = request.headers().get("idempotency-key") else { return Ok(None) };
    let key = header.to_str().unwrap_or_default();
    if (1..=MAX_KEY_CHARS).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok(Some(key.to_owned()));
    }
    Err(Code::InvalidParameter.field("Idempotency-Key", Sentence::MustBeKey { most: MAX_KEY_CHARS }))
}

/// The device that calls, from its `User-Agent` header, in a few words; empty without one.
pub struct Device(pub String);

impl FromRequest for Device {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(device(text(request, &USER_AGENT)))))
    }
}

impl Argument for Device {}

/// The language of a page: of ours the one that `Accept-Language` prefers; English where it names none of them.
pub struct AcceptLanguage(pub Language);

impl FromRequest for AcceptLanguage {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(language::of(request.headers()))))
    }
}

impl Argument for AcceptLanguage {}

/// The text of a header; empty where it is missing or is no text.
fn text<'r>(request: &'r HttpRequest, name: &HeaderName) -> &'r str {
    request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}
