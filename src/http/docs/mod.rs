//! `/docs`: what the service does, for authors of clients. Made from the description itself, so that both say the same:
//! a page for each operation, type and code, and a guide, a changelog, a policy, the pipe and the handbook of operators,
//! which are written by hand.
//!
//! Knows the description, the codes and the settings; no database. The pages are public and the same for everyone. They
//! can be read without scripts. Their one script searches, and sends requests that a reader tries, to this server alone.

mod codes;
mod examples;
mod groups;
pub mod markdown;
mod operation_page;
mod rates;
mod reference;
mod search;
mod site;
mod try_form;
mod types;
mod unfolding;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, LOCATION};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use self::site::Site;
use super::compression::FixedText;
use super::etag::{self, IfNoneMatch};
use super::extract::Path;
use crate::cache::MadeOnce;
use crate::error::Error;
use crate::service::App;
use crate::service::tag::Seen;

const STYLE: &str = include_str!("style.css");

const SCRIPT: &str = include_str!("docs.js");

/// Style sheet, icon and script come from here, and what the script asks for is here, too; nothing stands within the pages
/// that a browser would run. `blob:` is for a picture that was asked for: the script shows it.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' blob:; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
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

/// `/docs/docs.js`
pub async fn script(seen: IfNoneMatch) -> HttpResponse {
    send(StatusCode::OK, "text/javascript; charset=utf-8", SCRIPT.to_owned(), &seen.0)
}

/// `/docs/search.json`: fetched when somebody begins to search.
pub async fn search(app: Data<App>, request: HttpRequest, seen: IfNoneMatch) -> Result<HttpResponse, Error> {
    static MADE: MadeOnce<Vec<&str>, FixedText> = MadeOnce::new();
    let site = Site::of(&app.rulesets)?;
    let make = || {
        let index = site.search_index().map_err(|error| error.to_string())?;
        Ok(FixedText::new("application/json", index))
    };
    let index = MADE.get(app.rulesets.ids(), "the index of the documentation", make);
    let index = index.ok_or_else(|| Error::internal("the index of the documentation", "it can't be made"))?;
    Ok(index.answer(&request, &seen.0))
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
