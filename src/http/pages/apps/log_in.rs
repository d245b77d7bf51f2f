//! `/oauth/log-in/{link}`: the link of a mail, which logs in the browser that asked for the mail and no other one.

use actix_web::http::StatusCode;
use actix_web::{Error as WebError, HttpResponse};
use minijinja::context;

use super::super::device::{Browser, foreign_form};
use super::super::page::{HtmlPage, go_to};
use super::super::words::PageWords;
use super::done_page;
use crate::error::{Code, Error};
use crate::http::extract::Path;
use crate::http::language::AcceptLanguage;
use crate::service::Ctx;
use crate::service::page_log_ins;

/// `GET /oauth/log-in/{link}`
pub async fn show(
    link: Path<String>,
    browser: Browser,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let words = PageWords::new(language.0.code());
    let Some(opened) = browser.log_in(&mut ctx).await? else { return Ok(elsewhere(&words)?) };
    if !page_log_ins::is_link_of(&mut ctx, &opened, &link.0).await? {
        return Ok(elsewhere(&words)?);
    }
    // Who opens it again is where they wanted to be.
    if opened.account.is_some() {
        return Ok(go_to(opened.goes_to()));
    }
    let values = context! { address => format!("/oauth/log-in/{}", link.0) };
    Ok(HtmlPage::new("apps/log_in.html", &words, values).with_origin(None).shown()?)
}

/// `POST /oauth/log-in/{link}`
pub async fn press(
    link: Path<String>,
    browser: Browser,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let words = PageWords::new(language.0.code());
    if !browser.is_from_here() {
        return Ok(foreign_form(&words)?);
    }
    let Some(opened) = browser.log_in(&mut ctx).await? else { return Ok(elsewhere(&words)?) };
    match page_log_ins::log_in_by_link(&mut ctx, &opened, &link.0, &browser.label()).await {
        Ok(()) => Ok(go_to(opened.goes_to())),
        Err(error) if error.is(Code::InvalidField) => Ok(elsewhere(&words)?),
        Err(error) => Ok(done_page(&words, "link_elsewhere").refused(&error)?),
    }
}

/// The link belongs to another browser, was used, or is too old.
fn elsewhere(words: &PageWords) -> Result<HttpResponse, Error> {
    done_page(words, "link_elsewhere").with_status(StatusCode::FORBIDDEN)
}
