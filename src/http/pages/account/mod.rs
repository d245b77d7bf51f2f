//! `/account`: the owner of a mail address asks for the link to their own page here. `/account/{link}`: that page, with
//! what waits for a player in all games, new games, and settings.

mod form;
mod show;

use actix_web::HttpResponse;
use minijinja::context;
use serde::Deserialize;

use self::form::{AccountForm, AccountPress};
use self::show::page;
use super::dead_link;
use super::page::HtmlPage;
use super::query::PageQuery;
use super::words::PageWords;
use crate::error::{Code, Error, Sentence};
use crate::http::extract::{AcceptLanguage, Path, PressedForm};
use crate::service::Ctx;
use crate::service::identity::EmailAddress;
use crate::service::mail_links;
use crate::service::recovery::{self, LinkRequest};

/// `GET /account`
pub async fn ask(language: AcceptLanguage) -> Result<HttpResponse, Error> {
    ask_page(&PageWords::new(language.0.code())).shown()
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
    let email = form.form.and_then(|form| {
        let address = EmailAddress::try_from(form.email);
        address.map_err(|_| Code::InvalidField.field("email", Sentence::MustBeEmail))
    });
    let requested = match email {
        Ok(email) => {
            let kind = LinkRequest::AccountPage;
            recovery::request_link(&mut ctx, kind, &email, Some(language.0)).await
        }
        Err(error) => Err(error),
    };
    match requested {
        Ok(()) => {
            ctx.app.events.notify();
            let (title, says) = (words.say("ask", "done"), words.say("ask", "then"));
            HtmlPage::new("message.html", &words, context! { title, says, is_last => true }).shown()
        }
        Err(error) => ask_page(&words).again(error, &form.sent),
    }
}

/// `GET /account/{link}`
pub async fn show(
    link: Path<String>,
    query: PageQuery,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    match mail_links::open_account_link(&mut ctx, &link.0).await? {
        Ok(account) => {
            let page = page(&mut ctx, &link.0, &account, query.get("show")).await?;
            page.done(query.get("done")).shown()
        }
        Err(dead) => dead_link::refused(dead, language.0.code()),
    }
}

/// `POST /account/{link}`
pub async fn press(
    link: Path<String>,
    form: PressedForm<AccountForm>,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, Error> {
    let token = link.0;
    let account = match mail_links::open_account_link(&mut ctx, &token).await? {
        Ok(account) => account,
        Err(dead) => return dead_link::refused(dead, language.0.code()),
    };
    let part = form.form.as_ref().ok().and_then(AccountForm::part);
    let next = match form.form {
        Ok(form) => AccountPress { token: &token, account: &account }.carry_out(&mut ctx, form).await,
        Err(error) => Err(error),
    };
    match next {
        Ok(next) => next.respond(&address(&token), part),
        Err(error) => page(&mut ctx, &token, &account, part).await?.again(error, &form.sent),
    }
}

fn address(token: &str) -> String {
    format!("/account/{token}")
}
