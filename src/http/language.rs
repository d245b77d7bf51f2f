//! The language that a caller prefers, as a task-local value of the request.

use std::borrow::Cow;

use actix_web::body::MessageBody;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header::{ACCEPT_LANGUAGE, HeaderMap, Quality, QualityItem};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpRequest};

use super::endpoint::Argument;
use crate::service::App;
use crate::service::identity::Language;
use crate::texts::{FALLBACK, problems};
use rules::Refusal;

/// The longest `Accept-Language` or `Accept-Encoding` that is read; a longer one is ignored. No browser sends one, and
/// reading 60 kB of it costs twenty times as much as refusing a request.
pub const MOST_LIST_BYTES: usize = 2_000;

tokio::task_local! {
    /// The language, and the app, whose rulesets have texts of their own and whose club has a name.
    static OF_REQUEST: (&'static str, Option<Data<App>>);
}

/// Sets the language for as long as the request is answered.
pub async fn prefer(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let reader = (of(request.headers()).code(), request.app_data::<Data<App>>().cloned());
    OF_REQUEST.scope(reader, next.call(request)).await
}

/// The language for the problem of this request. It is task-local because actix turns an error into a response without
/// passing the request.
pub fn of_request() -> &'static str {
    OF_REQUEST.try_with(|(language, _)| *language).unwrap_or(FALLBACK)
}

/// The ruleset's text about its refusal.
pub fn of_refusal(refusal: &Refusal, language: &'static str) -> Cow<'static, str> {
    let app = OF_REQUEST.try_with(|(_, app)| app.clone()).ok().flatten();
    problems::refusal(language, app.iter().flat_map(|app| app.rulesets.iter()), refusal)
}

/// The name of the club, for the head of a page. Outside of a request, as in tests of pages, there is none.
pub fn club_of_request() -> String {
    let app = OF_REQUEST.try_with(|(_, app)| app.clone()).ok().flatten();
    app.map(|app| app.settings.club.name.clone()).unwrap_or_default()
}

/// Of our languages the one that `Accept-Language` prefers; English where it names none of them.
pub fn of(headers: &HeaderMap) -> Language {
    preferred(headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default())
}

/// The language of a page: the one of ours that `Accept-Language` prefers, or English if it names none of them.
pub struct AcceptLanguage(pub Language);

impl Argument for AcceptLanguage {
    async fn read(request: &HttpRequest, _: &mut Payload) -> Result<Self, Error> {
        Ok(Self(of(request.headers())))
    }
}

/// `nb` and `no` are read as Nynorsk, the nearest of our languages.
fn preferred(accepted: &str) -> Language {
    if accepted.len() > MOST_LIST_BYTES {
        return Language::default();
    }
    let mut best = (Quality::ZERO, Language::default());
    // An entry that can't be parsed is skipped, so that the rest of the list counts.
    for QualityItem { item, quality } in accepted.split(',').filter_map(|part| part.trim().parse().ok()) {
        let tag: String = item;
        let main = tag.split(['-', ';', ' ']).next().unwrap_or_default().to_ascii_lowercase();
        let main = if main == "nb" || main == "no" { "nn" } else { main.as_str() };
        if let Ok(language) = Language::offered(main)
            && quality > best.0
        {
            best = (quality, language);
        }
    }
    best.1
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
