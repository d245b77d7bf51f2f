//! The language that a caller prefers, known to everything that is done for the request.

use std::borrow::Cow;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{ACCEPT_LANGUAGE, HeaderMap};
use actix_web::middleware::Next;
use actix_web::web::Data;

use crate::service::App;
use crate::service::identity::Language;
use crate::texts::{FALLBACK, problems};
use rules::Refusal;

/// A longer list of languages or of codings counts as none: no browser sends one, and to read 60 kB of them costs twenty
/// times as much as to refuse a request.
pub const MOST_LIST_BYTES: usize = 2_000;

tokio::task_local! {
    /// The language, and who knows the texts of the rulesets.
    static OF_REQUEST: (&'static str, Option<Data<App>>);
}

/// Makes the language known while the request is answered.
pub async fn prefer(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let reader = (of(request.headers()).code(), request.app_data::<Data<App>>().cloned());
    OF_REQUEST.scope(reader, next.call(request)).await
}

/// The language that the problem of this request is told in. An error becomes a response without seeing the request.
pub fn of_request() -> &'static str {
    OF_REQUEST.try_with(|(language, _)| *language).unwrap_or(FALLBACK)
}

/// What the ruleset says of its refusal in a language.
pub fn of_refusal(refusal: &Refusal, language: &'static str) -> Cow<'static, str> {
    let app = OF_REQUEST.try_with(|(_, app)| app.clone()).ok().flatten();
    problems::refusal(language, app.iter().flat_map(|app| app.rulesets.iter()), refusal)
}

/// The first of ours that `Accept-Language` prefers; English where it names none.
pub fn of(headers: &HeaderMap) -> Language {
    preferred(headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default())
}

/// `nb` and `no` are read as nynorsk: it is what is nearest.
fn preferred(accepted: &str) -> Language {
    if accepted.len() > MOST_LIST_BYTES {
        return Language::default();
    }
    let mut best = (0, Language::default());
    for part in accepted.split(',') {
        let (tag, weight) = part.split_once(';').unwrap_or((part, ""));
        let weight = weight.trim().strip_prefix("q=").map_or(1000, thousandths);
        let main = tag.trim().split('-').next().unwrap_or_default().to_ascii_lowercase();
        let main = if main == "nb" || main == "no" { "nn" } else { main.as_str() };
        if let Ok(language) = Language::offered(main)
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
        assert_eq!(preferred(&format!("de,{}", "fr,".repeat(MOST_LIST_BYTES))).code(), "en");
    }
}
