//! The description of the service, OpenAPI 3.1: made from the code, served, and kept in `openapi.yaml`.
//!
//! The handlers' annotations say what an operation takes and gives, and the arguments of the handlers what it needs.
//! What follows from that is added here: the problems every operation can end in, the key that makes a repeat harmless,
//! and the rulesets' own types. Knows every handler, and nothing of what they do.

mod directions;
mod document;
mod events;
pub(super) mod examples;
mod operations;
mod responses;
mod rulesets;
mod shared;
mod webhooks;
mod yaml;

use actix_web::http::header::{ACCEPT, LOCATION, VARY};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::compression::FixedText;
use super::etag::IfNoneMatch;
use crate::error::Error;
use crate::service::App;

pub use document::{Description, describe};
pub(super) use events::{AccountStreamEvent, GameStreamEvent, PersonStreamEvent};

/// `/openapi.json`
pub(super) async fn json(
    app: Data<App>,
    request: HttpRequest,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    let description = Description::of(&app.rulesets)?;
    let text = description.json_text.get_or_init(|| FixedText::new("application/json", description.json()));
    Ok(text.answer(&request, &seen.0))
}

/// `/openapi.yaml`
pub(super) async fn yaml(
    app: Data<App>,
    request: HttpRequest,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    let description = Description::of(&app.rulesets)?;
    let text = description.yaml_text.get_or_init(|| FixedText::new("application/yaml", description.yaml()));
    Ok(text.answer(&request, &seen.0))
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
