//! `/account`: the owner of a mail address asks for the link to their own page here. `/account/{link}`: that page, with
//! what waits for a player in all games, new games, and settings.

mod form;
mod games;
mod home;
mod settings;

use actix_web::{HttpResponse, ResponseError};
use serde::Deserialize;
use std::sync::Arc;

use self::form::{AccountForm, AccountPress, AfterAccountForm};
use self::home::AccountWriter;
use super::page::{Button, HtmlPage, PageForm, Section, go_to};
use super::query::PageQuery;
use super::words::PageWords;
use super::{choices, dead_link};
use crate::error::{Code, Error, Sentence};
use crate::http::extract::{AcceptLanguage, Path, PressedForm};
use crate::service::Ctx;
use crate::service::identity::EmailAddress;
use crate::service::mail_links;
use crate::service::recovery::{self, LinkRequest};
use crate::store::accounts::AccountRow;

/// `GET /account`
pub async fn ask(language: AcceptLanguage) -> Result<HttpResponse, Error> {
    ask_page(&PageWords::new(language.0.code())).shown()
}

fn ask_page(words: &PageWords) -> HtmlPage {
    let form = PageForm {
        id: "ask".to_owned(),
        action: "/account".to_owned(),
        inputs: vec![choices::email(words.say("ask", "email"))],
        ..PageForm::default()
    };
    HtmlPage {
        language: words.code(),
        title: words.say("ask", "title"),
        text: vec![words.say("ask", "text")],
        sections: vec![Section {
            forms: vec![form.with(Button::new(words.say("ask", "button")))],
            ..Section::default()
        }],
        ..HtmlPage::default()
    }
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
            let text = vec![words.say("ask", "then")];
            let title = words.say("ask", "done");
            HtmlPage { language: words.code(), title, text, ..HtmlPage::default() }.shown()
        }
        Err(error) if !error.status_code().is_server_error() => {
            ask_page(&words).again(&error, &form.sent).with_status(error.status_code())
        }
        Err(error) => ask_page(&words).refused(&words, &error),
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
            let (part, done) = (query.get("show"), query.get("done"));
            let page = page(&mut ctx, &link.0, &account, part).await?;
            let done = done.and_then(|done| PageWords::new(page.language).done(done));
            HtmlPage { done, ..page }.shown()
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
    let here = address(&token);
    match next {
        Ok(AfterAccountForm::Page(done)) => {
            let part = part.map(|part| format!("show={part}&")).unwrap_or_default();
            Ok(go_to(&format!("{here}?{part}done={done}")))
        }
        Ok(AfterAccountForm::Elsewhere(address)) => Ok(go_to(&address)),
        Ok(AfterAccountForm::Nowhere(done)) => {
            let words = PageWords::new(&account.language);
            HtmlPage { done: words.done(done), ..dead_link::page(&words, "elsewhere") }.shown()
        }
        Err(error) if !error.status_code().is_server_error() => {
            let status = error.status_code();
            let page = page(&mut ctx, &token, &account, part).await?;
            page.again(&error, &form.sent).with_status(status)
        }
        Err(error) => Err(error),
    }
}

async fn page(
    ctx: &mut Ctx,
    token: &str,
    account: &AccountRow,
    part: Option<&str>,
) -> Result<HtmlPage, Error> {
    let (words, app) = (PageWords::new(&account.language), Arc::clone(&ctx.app));
    let address = address(token);
    let writer = AccountWriter { app: &app, words: &words, account, address: &address };
    match part {
        Some(games::PART) => writer.games(&mut ctx.db).await,
        Some(settings::PART) => writer.settings(ctx).await,
        _ => writer.home(ctx).await,
    }
}

fn address(token: &str) -> String {
    format!("/account/{token}")
}
