//! `/notifications/refuse`: the owner of an address refuses mails that others cause, or allows them again. Each such
//! mail has the link, which needs no account.
//!
//! Mail programs POST to the address of the page itself (RFC 8058), with the token in it; the button posts a form.

use actix_web::HttpResponse;
use actix_web::web::Bytes;
use minijinja::context;

use super::page::HtmlPage;
use super::query::PageQuery;
use super::words::PageWords;
use super::{dead_click, dead_link, done_page, form_field, token, token_of_click};
use crate::error::Error;
use crate::http::extract::AcceptLanguage;
use crate::service::Ctx;
use crate::service::preferences;

/// `GET /notifications/refuse`
pub async fn show(query: PageQuery, language: AcceptLanguage, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    let (token, words) = (token(&query), PageWords::new(language.0.code()));
    match preferences::refuses_unasked(&mut ctx, &token).await {
        Ok(is_refused) => HtmlPage::new("refuse.html", &words, context! { token, is_refused }).shown(),
        Err(error) => dead_click(dead_link::blank(&words), &error),
    }
}

/// `POST /notifications/refuse`
pub async fn set(
    query: PageQuery,
    language: AcceptLanguage,
    form: Bytes,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let words = PageWords::new(language.0.code());
    let token = token_of_click(&query, &form);
    // The one-click POST of a mail program sends no answer, and means a refusal.
    let refuses = form_field(&form, "answer") != "allow";
    let (title, text) = if refuses { ("done", "then") } else { ("allowed", "allowed_then") };
    match preferences::set_refusal(&mut ctx, &token, refuses).await {
        Ok(()) => done_page(&words, words.say("refuse", title), words.say("refuse", text)),
        Err(error) => dead_click(dead_link::blank(&words), &error),
    }
}
