//! `/openapi.json`, `/openapi.yaml` and `/docs`: the description and a page to try it out on.

use std::sync::{Arc, LazyLock};

use actix_web::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, LOCATION, VARY};
use actix_web::{HttpRequest, HttpResponse};
use utoipa_swagger_ui::Config;

use super::document::{Description, description};
use crate::error::{Code, Error};
use crate::http::extract::Path;

/// The page runs its own scripts and styles and talks to this server; nothing comes from anywhere else.
const PAGE_POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                           frame-ancestors 'none'";

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

/// What this is: a browser is led to the interactive description, a program is told where everything is.
pub async fn home(request: HttpRequest) -> HttpResponse {
    let asks = request.headers().get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if asks.contains("text/html") {
        return HttpResponse::SeeOther()
            .insert_header((LOCATION, "/docs/"))
            .insert_header((VARY, "Accept"))
            .finish();
    }
    HttpResponse::Ok().insert_header((VARY, "Accept")).json(serde_json::json!({
        "service": "althing",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "/openapi.json",
        "docs": "/docs/",
    }))
}

/// The page without its slash, from where its parts would not be found.
pub async fn docs_home() -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((LOCATION, "/docs/")).finish()
}

pub async fn docs(file: Path<String>) -> Result<HttpResponse, Error> {
    // Without a validator: the page would ask one on the internet for its opinion.
    static PAGE: LazyLock<Arc<Config<'static>>> =
        LazyLock::new(|| Arc::new(Config::from("/openapi.json").validator_url("none")));
    let part = utoipa_swagger_ui::serve(&file.0, Arc::clone(&PAGE));
    let part = part.map_err(|error| Error::internal("a part of the description", error.to_string()))?;
    let part = part.ok_or_else(|| Code::RouteNotFound.problem())?;
    let mut response = HttpResponse::Ok();
    response.insert_header((CONTENT_SECURITY_POLICY, PAGE_POLICY));
    response.insert_header((CACHE_CONTROL, "public, max-age=3600"));
    Ok(response.content_type(part.content_type).body(part.bytes.into_owned()))
}
