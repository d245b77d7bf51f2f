//! `/account`: the owner of a mail address asks for the link to their own page here. `/account/{link}`: that page, with
//! what waits for a player in all games, new games, and settings.

mod form;
mod show;

use actix_web::{Error as WebError, HttpResponse};
use minijinja::context;
use serde::Deserialize;

use self::form::{AccountForm, AccountPress};
use self::show::page;
use super::link::opened;
use super::page::{HtmlPage, PageQuery};
use super::words::PageWords;
use crate::error::{Code, Error, Sentence};
use crate::http::extract::{Path, PressedForm};
use crate::http::language::AcceptLanguage;
use crate::service::Ctx;
use crate::service::identity::EmailAddress;
use crate::service::mail_links;
use crate::service::recovery::{self, LinkRequest};

/// `GET /account`
pub async fn ask(words: PageWords) -> Result<HttpResponse, Error> {
    ask_page(&words).shown()
}

fn ask_page(words: &PageWords) -> HtmlPage {
    HtmlPage::new("ask.html", words, context! {})
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddressForm {
    email: String,
}

/// `POST /account`: the answer is the same whether the address has an account or not.
pub async fn request_link(
    language: AcceptLanguage,
    form: PressedForm<AddressForm>,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let words = PageWords::new(language.0.code());
    let PressedForm { form, sent } = form;
    let requested = async {
        let email = EmailAddress::try_from(form?.email);
        let email = email.map_err(|_| Code::InvalidField.field("email", Sentence::MustBeEmail))?;
        recovery::request_link(&mut ctx, LinkRequest::AccountPage, &email, Some(language.0)).await
    };
    match requested.await {
        Ok(()) => {
            ctx.app.events.notify();
            let (title, says) = (words.say("ask", "done"), words.say("ask", "then"));
            HtmlPage::new("message.html", &words, context! { title, says, is_last => true }).shown()
        }
        Err(error) => ask_page(&words).again(error, &sent),
    }
}

/// `GET /account/{link}`
pub async fn show(
    link: Path<String>,
    query: PageQuery,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let account = opened(mail_links::open_account_link(&mut ctx, &link.0).await?, &language)?;
    let page = page(&mut ctx, &link.0, &account, query.get("show")).await?;
    Ok(page.done(query.get("done")).shown()?)
}

/// `POST /account/{link}`
pub async fn press(
    link: Path<String>,
    form: PressedForm<AccountForm>,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let token = link.0;
    let account = opened(mail_links::open_account_link(&mut ctx, &token).await?, &language)?;
    let part = form.form.as_ref().ok().and_then(AccountForm::part);
    let pressed = AccountPress { token: &token, account: &account, sent: &form.sent };
    Ok(match pressed.carry_out(&mut ctx, form.form).await {
        Ok(next) => next.respond(&address(&token), part)?,
        Err(error) => page(&mut ctx, &token, &account, part).await?.again(error, &form.sent)?,
    })
}

fn address(token: &str) -> String {
    format!("/account/{token}")
}
