//! Headers that handlers read: the idempotency key, the device, the language.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{ACCEPT_LANGUAGE, HeaderName, USER_AGENT};
use actix_web::{FromRequest, HttpRequest};

use crate::error::{Code, Error};
use crate::http::endpoint::Argument;
use crate::service::identity::Language;
use crate::service::sessions::device;

/// The longest `Idempotency-Key` that is taken, in characters.
const MAX_KEY_CHARS: usize = 100;

/// A name the caller gave to this request; a repeat under the same name is answered as the first was.
pub fn idempotency_key(request: &HttpRequest) -> Result<Option<String>, Error> {
    let Some(header) = request.headers().get("idempotency-key") else { return Ok(None) };
    let key = header.to_str().unwrap_or_default();
    if (1..=MAX_KEY_CHARS).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok(Some(key.to_owned()));
    }
    let detail = format!("A key is 1 to {MAX_KEY_CHARS} visible ASCII characters without spaces.");
    Err(Code::InvalidParameter.field("Idempotency-Key", detail))
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

/// The language of a page: the first of ours that `Accept-Language` prefers; English where it names
/// none.
pub struct AcceptLanguage(pub Language);

impl FromRequest for AcceptLanguage {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(preferred(text(request, &ACCEPT_LANGUAGE)))))
    }
}

impl Argument for AcceptLanguage {}

/// A header as text; empty where there is none, or one that is no text.
fn text<'r>(request: &'r HttpRequest, name: &HeaderName) -> &'r str {
    request.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// `nb` and `no` are read as nynorsk: it is what is nearest.
fn preferred(accepted: &str) -> Language {
    let mut best = (0, Language::default());
    for part in accepted.split(',') {
        let (tag, weight) = part.split_once(';').unwrap_or((part, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(1000, thousandths);
        let main = tag.trim().split('-').next().unwrap_or_default().to_ascii_lowercase();
        let main = if main == "nb" || main == "no" { "nn".to_owned() } else { main };
        if let Ok(language) = Language::try_from(main)
            && weight > best.0
        {
            best = (weight, language);
        }
    }
    best.1
}

/// A weight from 0 to 1 with up to three digits behind the point.
fn thousandths(weight: &str) -> u32 {
    let (whole, rest) = weight.trim().split_once('.').unwrap_or((weight.trim(), ""));
    if whole == "1" {
        return 1000;
    }
    format!("{rest:0<3}").get(..3).and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_wanted_language_of_ours_is_taken() {
        for (accepted, code) in [
            ("", "en"),
            ("fr", "en"),
            ("de-AT,de;q=0.9,en;q=0.8", "de"),
            ("fr, en;q=0.5, sv;q=0.75", "sv"),
            ("nb-NO,nb;q=0.9", "nn"),
            ("nn;q=0, sv;q=nonsense", "en"),
        ] {
            assert_eq!(preferred(accepted).code(), code, "{accepted}");
        }
    }
}
