//! The description of the service, OpenAPI 3.1: made from the code, served, and kept in `openapi.yaml`.
//!
//! The handlers' annotations say what an operation takes and gives, and the arguments of the handlers what it needs.
//! What follows from that is added here: the problems every operation can end in, the key that makes a repeat harmless,
//! and the rulesets' own types. A client can ask for a part of it. Knows every handler, and nothing of what they do.

mod directions;
mod document;
mod events;
pub(super) mod examples;
mod narrowed;
mod operations;
mod responses;
mod rulesets;
mod shared;
mod webhooks;
mod yaml;

use actix_web::http::header::{ACCEPT, LOCATION, VARY};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use self::narrowed::narrow;
use super::compression::FixedText;
use super::etag::IfNoneMatch;
use super::extract::Query;
use crate::cache::MadeOnce;
use crate::error::{Code, Error, Mistake, RequestPart, Sentence};
use crate::service::App;
use crate::service::rulesets::RulesetRegistry;

pub use document::{Description, describe};
pub(super) use events::{AccountStreamEvent, CompetitionStreamEvent, GameStreamEvent, PersonStreamEvent};
pub use narrowed::{Narrowing, Without};
pub(super) use responses::example_problem;

/// `/openapi.json`
pub(super) async fn json(
    app: Data<App>,
    request: HttpRequest,
    wanted: Query<Narrowing>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    Ok(served(&app.rulesets, wanted.0, Format::Json)?.answer(&request, &seen.0))
}

/// `/openapi.yaml`
pub(super) async fn yaml(
    app: Data<App>,
    request: HttpRequest,
    wanted: Query<Narrowing>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    Ok(served(&app.rulesets, wanted.0, Format::Yaml)?.answer(&request, &seen.0))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Format {
    Json,
    Yaml,
}

/// The description as it is sent. There are as many as there are rulesets times few, so each is kept once it was asked for.
fn served(
    rulesets: &RulesetRegistry,
    narrowing: Narrowing,
    format: Format,
) -> Result<&'static FixedText, Error> {
    static MADE: MadeOnce<(Vec<&str>, Narrowing, Format), FixedText> = MadeOnce::new();
    let known = rulesets.ids();
    if let Some(ruleset) = narrowing.ruleset.as_ref().filter(|wanted| !known.contains(&wanted.as_str())) {
        let allowed = known.into_iter().map(str::to_owned).collect();
        let sentence = Sentence::NotAmong { allowed, given: Some(ruleset.clone()) };
        return Err(Code::InvalidParameter
            .mistaken(vec![Mistake::new(RequestPart::Parameter("ruleset".to_owned()), sentence)]));
    }
    let whole = &Description::of(rulesets)?.document;
    let make = || {
        let part = (!narrowing.is_whole()).then(|| narrow(whole, &narrowing, &known));
        let document = part.as_ref().unwrap_or(whole);
        Ok(match format {
            Format::Json => FixedText::new("application/json", document::as_json(document)),
            Format::Yaml => FixedText::new("application/yaml", document::as_yaml(document)),
        })
    };
    let made = MADE.get((known.clone(), narrowing.clone(), format), "a description of the API", make);
    made.ok_or_else(|| Error::internal("a description of the API", "it can't be made"))
}

/// `/`: a browser is led to the documentation, a program is told where everything is.
pub(super) async fn home(request: HttpRequest) -> HttpResponse {
    let asks = request.headers().get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if asks.contains("text/html") {
        return HttpResponse::SeeOther()
            .insert_header((LOCATION, "/docs"))
            .insert_header((VARY, "Accept"))
            .finish();
    }
    HttpResponse::Ok().insert_header((VARY, "Accept")).json(serde_json::json!({
        "service": "althing",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "/openapi.json",
        "docs": "/docs",
    }))
}
