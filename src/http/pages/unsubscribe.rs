//! The page that ends mails of a kind (RFC 8058).
//!
//! Mail programs POST to the address of the page itself, with the token in it; the button of the page posts a form.

use actix_web::HttpResponse;
use actix_web::web::Bytes;
use minijinja::context;

use super::page::HtmlPage;
use super::query::PageQuery;
use super::words::PageWords;
use super::{dead_click, done_page, token, token_of_click};
use crate::error::Error;
use crate::http::extract::AcceptLanguage;
use crate::service::Ctx;
use crate::service::preferences;

/// `GET /notifications/unsubscribe`
pub async fn show(query: PageQuery, language: AcceptLanguage, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    let words = PageWords::new(language.0.code());
    let token = token(&query);
    match preferences::unsubscribe_scope(&mut ctx, &token).await {
        Ok(subject) => {
            let kind = words.topic(&ctx.app.rulesets, subject.word());
            HtmlPage::new("unsubscribe.html", &words, context! { token, kind }).shown()
        }
        Err(error) => refused(&words, &error),
    }
}

/// `POST /notifications/unsubscribe`
pub async fn end(
    query: PageQuery,
    language: AcceptLanguage,
    form: Bytes,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let words = PageWords::new(language.0.code());
    let token = token_of_click(&query, &form);
    let ended = ctx.transaction(async |tx| preferences::unsubscribe(tx, &token).await);
    match ended.await {
        Ok(subject) => {
            let kind = words.topic(&ctx.app.rulesets, subject.word());
            let then = words.say_of("unsubscribe", "then", context! { kind });
            done_page(&words, words.say("unsubscribe", "done"), then)
        }
        Err(error) => refused(&words, &error),
    }
}

fn refused(words: &PageWords, error: &Error) -> Result<HttpResponse, Error> {
    let title = words.say("unsubscribe", "title");
    dead_click(HtmlPage::new("message.html", words, context! { title, is_last => true }), error)
}
