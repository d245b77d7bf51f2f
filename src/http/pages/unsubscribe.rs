//! The page that ends mails of a kind (RFC 8058).
//!
//! Mail programs POST to the address of the page itself, with the token in it; the button of the page posts a form.

use actix_web::HttpResponse;
use actix_web::web::Bytes;
use minijinja::context;

use super::page::HtmlPage;
use super::query::PageQuery;
use super::words::PageWords;
use super::{dead_click, done_page, form as page_form, page, token, token_of_click};
use crate::error::Error;
use crate::http::extract::AcceptLanguage;
use crate::service::preferences::{self, UnsubscribeScope};
use crate::service::{App, Ctx};

/// `GET /notifications/unsubscribe`
pub async fn show(query: PageQuery, language: AcceptLanguage, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    let words = PageWords::new(language.0.code());
    let token = token(&query);
    match preferences::unsubscribe_scope(&mut ctx, &token).await {
        Ok(subject) => form(&ctx.app, &words, token, subject).shown(),
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
            let then = words.say_of("unsubscribe", "then", about(&ctx.app, &words, subject));
            done_page(&words, words.say("unsubscribe", "done"), then)
        }
        Err(error) => refused(&words, &error),
    }
}

fn form(app: &App, words: &PageWords, token: String, subject: UnsubscribeScope) -> HtmlPage {
    let text = vec![words.say_of("unsubscribe", "text", about(app, words, subject))];
    HtmlPage { text, ..page(words, "unsubscribe", page_form(words, "unsubscribe", token)) }
}

fn about(app: &App, words: &PageWords, subject: UnsubscribeScope) -> minijinja::Value {
    context! { kind => words.topic(&app.rulesets, subject.word()) }
}

fn refused(words: &PageWords, error: &Error) -> Result<HttpResponse, Error> {
    let title = words.say("unsubscribe", "title");
    dead_click(HtmlPage { language: words.code(), title, ..HtmlPage::default() }, words, error)
}
