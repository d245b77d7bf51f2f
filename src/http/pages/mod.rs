//! The pages that the links of mails lead to, for players without a client at hand, in the language that their browser
//! prefers.
//!
//! A GET changes nothing, since mail programs follow every link. A button sends a POST, which calls the same use case
//! as the operation of the API. Pages have no scripts and load nothing from elsewhere, and all input is escaped.

pub mod account;
mod choices;
mod dead_link;
pub mod invitation;
mod mail_modes;
mod page;
mod press;
mod query;
pub mod refuse;
pub mod seat;
pub mod seat_offer;
pub mod sign_up;
mod table;
pub mod unsubscribe;
mod words;

use actix_web::HttpResponse;
use actix_web::web::Data;
use minijinja::context;
use serde::Deserialize;

use self::page::HtmlPage;
use self::query::PageQuery;
use self::words::PageWords;
use super::extract::{AcceptLanguage, Form};
use super::password::after_reset;
use crate::error::{Code, Error, Sentence};
use crate::service::accounts;
use crate::service::identity::Password;
use crate::service::recovery::{self, EmailChangeAnswer, EmailChangeStatus, ResetPassword};
use crate::service::{App, Ctx};
use crate::store::Pool;

/// The token in the query of a link from a mail; empty without one.
fn token(query: &PageQuery) -> String {
    query.get("token").unwrap_or_default().to_owned()
}

/// The answer to a change of address.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddressAnswerForm {
    token: String,
    answer: EmailChangeAnswer,
}

fn verify_page(words: &PageWords, token: &str, name: &str) -> HtmlPage {
    HtmlPage::new("verify.html", words, context! { token, name })
}

/// The page for an address that is confirmed already. The password stays as it is.
fn verified_page(words: &PageWords) -> Result<HttpResponse, Error> {
    done_page(words, words.say("verify", "done"), words.say("verify", "before"))
}

/// `GET /accounts/verify`
pub async fn show_verify(
    query: PageQuery,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let (token, words) = (token(&query), PageWords::new(language.0.code()));
    match accounts::whose_address(&mut ctx, &token).await {
        Ok(registration) if registration.was_verified => verified_page(&words),
        Ok(registration) => verify_page(&words, &token, &registration.account.name).shown(),
        Err(error) => refused(dead_link::blank(&words), &words, &error),
    }
}

/// What the page that confirms an address sends.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerifyForm {
    token: String,
    #[serde(default)]
    password: String,
}

/// `POST /accounts/verify`
pub async fn verify(
    app: Data<App>,
    pool: Data<Pool>,
    language: AcceptLanguage,
    form: Form<VerifyForm>,
) -> Result<HttpResponse, Error> {
    let words = PageWords::new(language.0.code());
    let VerifyForm { token, password } = form.0;
    let registration = {
        let mut ctx = Ctx::acquire(&app, &pool).await?;
        accounts::whose_address(&mut ctx, &token).await
    };
    let registration = match registration {
        Ok(registration) if registration.was_verified => return verified_page(&words),
        Ok(registration) => registration,
        Err(error) => return refused(dead_link::blank(&words), &words, &error),
    };
    let done = async {
        let password = Password::try_from(password);
        let password =
            password.map_err(|_| Code::InvalidField.field("password", Sentence::PasswordLength))?;
        // No connection is in use while passwords are hashed.
        let hash = app.passwords.hash(&app, password.into_secret()).await?;
        let mut ctx = Ctx::acquire(&app, &pool).await?;
        ctx.transaction(async |tx| accounts::verify(tx, &token, Some(&hash)).await).await
    };
    match done.await {
        Ok(done) if done.was_verified => verified_page(&words),
        Ok(_) => done_page(&words, words.say("verify", "done"), words.say("verify", "then")),
        Err(error) => refused(verify_page(&words, &token, &registration.account.name), &words, &error),
    }
}

fn reset_page(words: &PageWords, token: &str) -> HtmlPage {
    HtmlPage::new("reset.html", words, context! { token })
}

/// `GET /accounts/reset`
pub async fn show_reset(query: PageQuery, language: AcceptLanguage) -> Result<HttpResponse, Error> {
    reset_page(&PageWords::new(language.0.code()), &token(&query)).shown()
}

/// `POST /accounts/reset`
pub async fn reset(
    app: Data<App>,
    pool: Data<Pool>,
    language: AcceptLanguage,
    form: Form<ResetPassword>,
) -> Result<HttpResponse, Error> {
    let words = PageWords::new(language.0.code());
    let ResetPassword { token, password } = form.0;
    let done = async {
        {
            let mut ctx = Ctx::acquire(&app, &pool).await?;
            recovery::whose_password(&mut ctx, &token).await?;
        }
        let hash = app.passwords.hash(&app, password.into_secret()).await?;
        let mut ctx = Ctx::acquire(&app, &pool).await?;
        ctx.transaction(async |tx| recovery::reset_password(tx, &token, &hash).await).await?;
        after_reset(&mut ctx).await;
        Ok::<_, Error>(())
    };
    match done.await {
        Ok(()) => done_page(&words, words.say("reset", "done"), words.say("reset", "then")),
        Err(error) => refused(reset_page(&words, &token), &words, &error),
    }
}

/// `name`: of the account whose address is to change.
fn address_page(words: &PageWords, token: &str, name: Option<String>) -> HtmlPage {
    HtmlPage::new("address.html", words, context! { token, name })
}

/// `GET /accounts/email`: it shows whose address is to change. The new mailbox may know nothing of the account.
pub async fn show_address(
    query: PageQuery,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let words = PageWords::new(language.0.code());
    let token = token(&query);
    let name = async {
        let (claims, _) = recovery::which_end(&mut ctx, &token).await?;
        Ok::<_, Error>(accounts::show(&mut ctx.db, claims.account).await?.name)
    };
    match name.await {
        Ok(name) => address_page(&words, &token, Some(name)).shown(),
        Err(error) => refused(address_page(&words, &token, None), &words, &error),
    }
}

/// `POST /accounts/email`
pub async fn answer_address(
    language: AcceptLanguage,
    given: Form<AddressAnswerForm>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let words = PageWords::new(language.0.code());
    let AddressAnswerForm { token, answer } = given.0;
    let done = ctx.transaction(async |tx| recovery::answer_address(tx, &token, answer).await);
    let (title, text) = match done.await.map(|progress| progress.status) {
        Ok(EmailChangeStatus::Waiting) => ("waiting", "waiting_then"),
        Ok(EmailChangeStatus::Changed) => {
            recovery::clear_credential_caches(&ctx.app);
            ctx.app.events.notify();
            ("done", "then")
        }
        Ok(EmailChangeStatus::Cancelled) => ("cancelled", "cancelled_then"),
        Err(error) => return refused(address_page(&words, &token, None), &words, &error),
    };
    done_page(&words, words.say("address", title), words.say("address", text))
}

/// A page that says what was done, with the link to the player's own page.
fn done_page(words: &PageWords, title: String, text: String) -> Result<HttpResponse, Error> {
    HtmlPage::of_message(words, title, text).shown()
}

/// The page for a malformed address, which can't be a link of ours.
pub fn refuse_address(language: &'static str, error: &Error) -> Result<HttpResponse, Error> {
    let words = PageWords::new(language);
    dead_link::blank(&words).refused(error)
}

/// The token of a link to unsubscribe. It is in the query when a mail program posts to the link by itself (RFC 8058),
/// and in the form when the button of the page was pressed.
fn token_of_click(query: &PageQuery, form: &[u8]) -> String {
    Some(token(query)).filter(|token| !token.is_empty()).unwrap_or_else(|| form_field(form, "token"))
}

fn form_field(form: &[u8], name: &str) -> String {
    let field = form_urlencoded::parse(form).find(|(given, _)| given == name);
    field.map(|(_, value)| value.into_owned()).unwrap_or_default()
}

/// The page about a bad link, without a button: pressing one would fail again.
fn dead_click(page: HtmlPage, error: &Error) -> Result<HttpResponse, Error> {
    let is_known = matches!(error, Error::Known(_));
    let error = if is_known { error } else { &Code::Unavailable.problem() };
    page.refused(error)
}

/// The page again with the problem. If its link is dead, the form is left out, since pressing a button would fail
/// again.
fn refused(mut page: HtmlPage, words: &PageWords, error: &Error) -> Result<HttpResponse, Error> {
    if error.is(Code::TokenInvalid) || error.is(Code::TokenExpired) {
        page = dead_link::blank(words);
    }
    page.refused(error)
}
