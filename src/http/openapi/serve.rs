//! `/openapi.json` and `/openapi.yaml`: the description; and `/`, which says where it is.

use actix_web::http::header::{ACCEPT, LOCATION, VARY};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::document::Description;
use crate::error::Error;
use crate::http::compression::FixedText;
use crate::http::etag::IfNoneMatch;
use crate::service::App;

/// The description as JSON.
pub async fn json(app: Data<App>, request: HttpRequest, seen: IfNoneMatch) -> Result<HttpResponse, Error> {
    let description = Description::of(&app.rulesets)?;
    let text = description.json_text.get_or_init(|| FixedText::new("application/json", description.json()));
    Ok(text.answer(&request, &seen.0))
}

pub async fn yaml(app: Data<App>, request: HttpRequest, seen: IfNoneMatch) -> Result<HttpResponse, Error> {
    let description = Description::of(&app.rulesets)?;
    let text = description.yaml_text.get_or_init(|| FixedText::new("application/yaml", description.yaml()));
    Ok(text.answer(&request, &seen.0))
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
