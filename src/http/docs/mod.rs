//! `/docs`: what the service does, for authors of clients. Made from the description itself, so that both say the same:
//! a page for each operation, type and code, and a guide, a changelog and a policy that are written by hand.
//!
//! Knows the description, the codes and the settings; no database. The pages are public and the same for everyone. They
//! run nothing and load nothing but their style sheet and their icon.

mod codes;
mod examples;
pub mod markdown;
mod operation_page;
mod rates;
mod reference;
mod site;
mod types;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, LOCATION};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use self::site::Site;
use super::etag::{self, IfNoneMatch};
use super::extract::Path;
use crate::error::Error;
use crate::service::App;
use crate::service::tag::Seen;

const STYLE: &str = include_str!("style.css");

/// The page has one style sheet and one icon, from here; it runs nothing, sends nothing and loads nothing else.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";
/// For how long a browser shows a page without asking: a new release shows within minutes.
const CACHED: &str = "public, max-age=600";

const HTML: &str = "text/html; charset=utf-8";

/// `/docs`
pub async fn home(app: Data<App>, seen: IfNoneMatch) -> Result<HttpResponse, Error> {
    show("", &app, &seen.0)
}

/// `/docs/style.css`
pub async fn style(seen: IfNoneMatch) -> HttpResponse {
    send(StatusCode::OK, "text/css; charset=utf-8", STYLE.to_owned(), &seen.0)
}

/// `/docs/{page}`
pub async fn page(
    page: Path<String>,
    request: HttpRequest,
    app: Data<App>,
    seen: IfNoneMatch,
) -> Result<HttpResponse, Error> {
    let page = page.0;
    match page.strip_suffix('/') {
        // As it was written: what was decoded may not be an address any more.
        Some(_) => Ok(moved(request.path().trim_end_matches('/'))),
        None if page.is_empty() => Ok(moved("/docs")),
        None if page == "operations" => Ok(moved("/docs#operations")),
        None => show(&page, &app, &seen.0),
    }
}

fn moved(target: &str) -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((LOCATION, target)).finish()
}

fn show(address: &str, app: &App, seen: &Seen) -> Result<HttpResponse, Error> {
    let site = Site::of(&app.rulesets)?;
    match site.page(address, &app.settings)? {
        Some(page) => Ok(send(StatusCode::OK, HTML, page, seen)),
        None => Ok(send(StatusCode::NOT_FOUND, HTML, site.missing()?, &Seen::Nothing)),
    }
}

fn send(status: StatusCode, content_type: &str, body: String, seen: &Seen) -> HttpResponse {
    let headers = [(CONTENT_SECURITY_POLICY, POLICY), (CACHE_CONTROL, CACHED)];
    etag::content(seen, (status, content_type), &headers, body)
}
