//! The pages of the links that stop mails: `/unsubscribe/{token}` ends those of a kind, and with `/notifications/refuse`
//! the owner of an address refuses mails that others cause, or allows them again, which needs no account.
//!
//! Mail programs POST to the address of the page itself (RFC 8058), with the token in it; the button posts a form.

use actix_web::HttpResponse;
use actix_web::web::Bytes;
use minijinja::context;

use super::page::{HtmlPage, PageQuery};
use super::words::PageWords;
use super::{done_page, link};
use crate::error::{Code, Error};
use crate::http::extract::Path;
use crate::service::Ctx;
use crate::service::preferences;

/// `GET /unsubscribe/{token}`
pub async fn show_unsubscribe(
    token: Path<String>,
    words: PageWords,
    ctx: Ctx,
) -> Result<HttpResponse, Error> {
    unsubscribe_page(token.0, "../notifications/unsubscribe", &words, ctx).await
}

/// `GET /notifications/unsubscribe`, to which links of earlier releases lead.
pub async fn show_unsubscribe_of_query(
    query: PageQuery,
    words: PageWords,
    ctx: Ctx,
) -> Result<HttpResponse, Error> {
    unsubscribe_page(query.token(), "unsubscribe", &words, ctx).await
}

/// The page with the button, whose form goes to `action`.
async fn unsubscribe_page(
    token: String,
    action: &str,
    words: &PageWords,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    match preferences::unsubscribe_scope(&mut ctx, &token).await {
        Ok(subject) => {
            let kind = words.topic(&ctx.app.rulesets, subject.word());
            HtmlPage::new("unsubscribe.html", words, context! { token, kind, action }).shown()
        }
        Err(error) => not_unsubscribed(words, &error),
    }
}

/// `POST /unsubscribe/{token}`
pub async fn unsubscribe(token: Path<String>, words: PageWords, ctx: Ctx) -> Result<HttpResponse, Error> {
    stop_mails(token.0, words, ctx).await
}

/// `POST /notifications/unsubscribe`
pub async fn unsubscribe_by_form(
    query: PageQuery,
    words: PageWords,
    form: Bytes,
    ctx: Ctx,
) -> Result<HttpResponse, Error> {
    stop_mails(token_of_click(&query, &form), words, ctx).await
}

async fn stop_mails(token: String, words: PageWords, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    let ended = ctx.transaction(async |tx| preferences::unsubscribe(tx, &token).await);
    match ended.await {
        Ok(subject) => {
            let kind = words.topic(&ctx.app.rulesets, subject.word());
            let then = words.say_of("unsubscribe", "then", context! { kind });
            done_page(&words, words.say("unsubscribe", "done"), then)
        }
        Err(error) => not_unsubscribed(&words, &error),
    }
}

fn not_unsubscribed(words: &PageWords, error: &Error) -> Result<HttpResponse, Error> {
    let title = words.say("unsubscribe", "title");
    dead_click(HtmlPage::new("message.html", words, context! { title, is_last => true }), error)
}

/// `GET /notifications/refuse`
pub async fn show_refuse(query: PageQuery, words: PageWords, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    let token = query.token();
    match preferences::refuses_unasked(&mut ctx, &token).await {
        Ok(is_refused) => HtmlPage::new("refuse.html", &words, context! { token, is_refused }).shown(),
        Err(error) => dead_click(link::blank(&words), &error),
    }
}

/// `POST /notifications/refuse`
pub async fn refuse(
    query: PageQuery,
    words: PageWords,
    form: Bytes,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let token = token_of_click(&query, &form);
    // The one-click POST of a mail program sends no answer, and means a refusal.
    let refuses = form_field(&form, "answer").as_deref() != Some("allow");
    let (title, text) = if refuses { ("done", "then") } else { ("allowed", "allowed_then") };
    match preferences::set_refusal(&mut ctx, &token, refuses).await {
        Ok(()) => done_page(&words, words.say("refuse", title), words.say("refuse", text)),
        Err(error) => dead_click(link::blank(&words), &error),
    }
}

/// The token is in the query when a mail program posts to the link by itself, and in the form when the button of the
/// page was pressed.
fn token_of_click(query: &PageQuery, form: &[u8]) -> String {
    let in_query = Some(query.token()).filter(|token| !token.is_empty());
    in_query.or_else(|| form_field(form, "token")).unwrap_or_default()
}

fn form_field(form: &[u8], name: &str) -> Option<String> {
    let field = form_urlencoded::parse(form).find(|(given, _)| given == name);
    field.map(|(_, value)| value.into_owned())
}

/// The page about a bad link, without a button: pressing one would fail again.
fn dead_click(page: HtmlPage, error: &Error) -> Result<HttpResponse, Error> {
    let is_known = matches!(error, Error::Known(_));
    let error = if is_known { error } else { &Code::Unavailable.problem() };
    page.refused(error)
}
