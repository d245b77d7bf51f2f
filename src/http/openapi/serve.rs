//! `/openapi.json` and `/openapi.yaml`: the description; and `/`, which says where it is.

use std::sync::OnceLock;

use actix_web::http::header::{ACCEPT, LOCATION, VARY};
use actix_web::{HttpRequest, HttpResponse};

use super::document::{Description, description};
use crate::error::Error;
use crate::http::compression::FixedText;
use crate::http::etag::IfNoneMatch;

fn made() -> Result<&'static Description, Error> {
    description().map_err(|defect| Error::internal("the description of the API", defect))
}

/// The description as JSON.
pub async fn json(request: HttpRequest, seen: IfNoneMatch) -> Result<HttpResponse, Error> {
    static TEXT: OnceLock<FixedText> = OnceLock::new();
    let made = made()?;
    Ok(TEXT.get_or_init(|| FixedText::new("application/json", &made.json)).answer(&request, &seen.0))
}

pub async fn yaml(request: HttpRequest, seen: IfNoneMatch) -> Result<HttpResponse, Error> {
    static TEXT: OnceLock<FixedText> = OnceLock::new();
    let made = made()?;
    Ok(TEXT.get_or_init(|| FixedText::new("application/yaml", &made.yaml)).answer(&request, &seen.0))
}

/// What this is: a browser is led to the documentation, a program is told where everything is.
pub async fn home(request: HttpRequest) -> HttpResponse {
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
