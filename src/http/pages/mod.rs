//! The pages that the links of mails lead to, for players without a client at hand, and those that everybody may see, in
//! the language that their browser prefers.
//!
//! A GET changes nothing, since mail programs follow every link. A button sends a POST, which calls the same use case
//! as the operation of the API. Pages load nothing from elsewhere, all input is escaped, and one
//! of them alone has a script, by which a browser is subscribed to notifications.

mod access;
pub mod account;
pub mod aids;
pub mod apps;
mod choices;
pub mod club;
pub mod competition;
mod device;
pub mod game;
mod hour_sentences;
pub mod icons;
pub mod invitation;
mod link;
pub mod one_click;
mod page;
pub mod play;
mod public;
pub mod seat;
pub mod seat_offer;
pub mod sign_up;
mod time_zones;
mod words;

use actix_web::web::Data;
use actix_web::{Error as WebError, HttpResponse};
use minijinja::context;
use serde::Deserialize;

use self::page::{HtmlPage, PageQuery};
use self::words::PageWords;
use super::extract::Form;
use super::password::after_reset;
use crate::error::{Code, Error, Sentence};
use crate::service::accounts;
use crate::service::identity::Password;
use crate::service::recovery::{self, AnswerEmailChange, EmailChangeStatus, ResetPassword};
use crate::service::{App, Ctx};
use crate::store::Pool;

fn verify_page(words: &PageWords, token: &str, name: &str) -> HtmlPage {
    HtmlPage::new("verify.html", words, context! { token, name })
}

/// The page for an address that is confirmed already. The password stays as it is.
fn verified_page(words: &PageWords) -> Result<HttpResponse, Error> {
    done_page(words, words.say("verify", "done"), words.say("verify", "before"))
}

/// `GET /accounts/verify`
pub async fn show_verify(query: PageQuery, words: PageWords, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    let token = query.token();
    match accounts::whose_address(&mut ctx, &token).await {
        Ok(registration) if registration.was_verified => verified_page(&words),
        Ok(registration) => verify_page(&words, &token, &registration.account.name).shown(),
        Err(error) => refused(link::blank(&words), &words, &error),
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
    words: PageWords,
    form: Form<VerifyForm>,
) -> Result<HttpResponse, Error> {
    let VerifyForm { token, password } = form.0;
    let registration = {
        let mut ctx = Ctx::acquire(&app, &pool).await?;
        accounts::whose_address(&mut ctx, &token).await
    };
    let registration = match registration {
        Ok(registration) if registration.was_verified => return verified_page(&words),
        Ok(registration) => registration,
        Err(error) => return refused(link::blank(&words), &words, &error),
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
pub async fn show_reset(query: PageQuery, words: PageWords) -> Result<HttpResponse, Error> {
    reset_page(&words, &query.token()).shown()
}

/// `POST /accounts/reset`
pub async fn reset(
    app: Data<App>,
    pool: Data<Pool>,
    words: PageWords,
    form: Form<ResetPassword>,
) -> Result<HttpResponse, Error> {
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
pub async fn show_address(query: PageQuery, words: PageWords, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    let token = query.token();
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
    words: PageWords,
    given: Form<AnswerEmailChange>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let AnswerEmailChange { token, answer } = given.0;
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
pub fn refuse_address(language: &'static str, error: &Error) -> WebError {
    link::refusal(link::blank(&PageWords::new(language)).refused(error))
}

/// The page again with the problem. If its link is dead, the form is left out, since pressing a button would fail
/// again.
fn refused(mut page: HtmlPage, words: &PageWords, error: &Error) -> Result<HttpResponse, Error> {
    if error.is(Code::TokenInvalid) || error.is(Code::TokenExpired) {
        page = link::blank(words);
    }
    page.refused(error)
}
