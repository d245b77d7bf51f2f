//! `/openapi.json` and `/openapi.yaml`: the description; and `/`, which says where it is.

use actix_web::http::header::{ACCEPT, LOCATION, VARY};
use actix_web::{HttpRequest, HttpResponse};

use super::document::{Description, description};
use crate::error::Error;

fn made() -> Result<&'static Description, Error> {
    description().map_err(|defect| Error::internal("the description of the API", defect))
}

/// The description as JSON.
pub async fn json() -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().content_type("application/json").body(made()?.json.as_str()))
}

pub async fn yaml() -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Ok().content_type("application/yaml").body(made()?.yaml.as_str()))
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
