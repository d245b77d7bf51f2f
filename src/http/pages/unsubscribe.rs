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
use crate::http::ctx::Ctx;
use crate::http::extract::AcceptLanguage;
use crate::service::App;
use crate::service::preferences::{self, UnsubscribeScope};
use crate::store;

/// `GET /notifications/unsubscribe`
pub async fn show(
    query: PageQuery,
    language: AcceptLanguage,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let words = PageWords::new(language.0.code());
    let token = token(&query);
    match preferences::unsubscribe_scope(&app, &mut db, &token).await {
        Ok(subject) => form(&app, &words, token, subject).shown(),
        Err(error) => refused(&words, &error),
    }
}

/// `POST /notifications/unsubscribe`
pub async fn end(
    query: PageQuery,
    language: AcceptLanguage,
    form: Bytes,
    Ctx { app, mut db }: Ctx,
) -> Result<HttpResponse, Error> {
    let words = PageWords::new(language.0.code());
    let token = token_of_click(&query, &form);
    let ended = store::transaction(&mut db, async |db| preferences::unsubscribe(&app, db, &token).await);
    match ended.await {
        Ok(subject) => {
            let then = words.say_of("unsubscribe", "then", about(&app, &words, subject));
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
