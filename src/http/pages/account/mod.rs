//! `/account`: the owner of a mail address asks for the link to their own page here. `/account/{link}`, or `/home` for a
//! remembered device: that page, with what waits for a player in all games, new games, and settings.

mod club;
mod competitions;
mod credentials;
mod form;
mod news;
mod show;
mod times;

use actix_web::http::header::CONTENT_DISPOSITION;
use actix_web::{Error as WebError, HttpResponse};
use minijinja::context;
use serde::Deserialize;

pub(super) use self::credentials::scope_phrase;
use self::form::{AccountForm, AccountPress, AfterAccountPress};
use super::access::PageAccess;
use super::device::{self, Browser, foreign_form};
use super::link::opened;
use super::page::{HtmlPage, PageQuery, go_to};
use super::play::device as remembered;
use super::words::PageWords;
use crate::error::{Code, Error, Sentence};
use crate::http::extract::{Path, PressedForm};
use crate::http::language::AcceptLanguage;
use crate::service::Ctx;
use crate::service::addresses::HOME;
use crate::service::identity::EmailAddress;
use crate::service::mail_links;
use crate::service::recovery::{self, LinkRequest};
use crate::store::accounts::AccountRow;

/// `GET /account`
pub async fn ask(words: PageWords) -> Result<HttpResponse, Error> {
    ask_page(&words).shown()
}

pub(super) fn ask_page(words: &PageWords) -> HtmlPage {
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
        recovery::request_link(&mut ctx, LinkRequest::AccountPage, &email, Some(language.0)).await.map(|_| ())
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
    browser: Browser,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let account = opened(mail_links::open_account_link(&mut ctx, &link.0).await?, &language)?;
    let page = AccountPage { access: PageAccess::Link(&link.0), account: &account, browser: &browser };
    Ok(page.show(&mut ctx, &query).await?.done(query.get("done")).shown()?)
}

/// `POST /account/{link}`
pub async fn press(
    link: Path<String>,
    form: PressedForm<AccountForm>,
    browser: Browser,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let account = opened(mail_links::open_account_link(&mut ctx, &link.0).await?, &language)?;
    let page = AccountPage { access: PageAccess::Link(&link.0), account: &account, browser: &browser };
    Ok(page.press(&mut ctx, form).await?)
}

/// `GET /home`: the same page for a remembered device.
pub async fn show_home(
    query: PageQuery,
    browser: Browser,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let Some(device) = remembered(&mut ctx, &browser, &language).await? else {
        return Ok(ask_page(&PageWords::new(language.0.code())).shown()?);
    };
    let page =
        AccountPage { access: PageAccess::Device(&device), account: &device.account, browser: &browser };
    let page = page.show(&mut ctx, &query).await?.done(query.get("done"));
    let mut response = page.shown()?;
    device::remember(&ctx.app, &mut response, &device.token)?;
    Ok(response)
}

/// `POST /home`
pub async fn press_home(
    form: PressedForm<AccountForm>,
    browser: Browser,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let Some(device) = remembered(&mut ctx, &browser, &language).await? else {
        return Ok(go_to(HOME));
    };
    if !browser.has_sent(&device, &form.sent) {
        return Ok(foreign_form(&PageWords::new(&device.account.language))?);
    }
    let page =
        AccountPage { access: PageAccess::Device(&device), account: &device.account, browser: &browser };
    Ok(page.press(&mut ctx, form).await?)
}

/// The page of an account, however it was opened.
struct AccountPage<'p> {
    access: PageAccess<'p>,
    account: &'p AccountRow,
    browser: &'p Browser,
}

impl AccountPage<'_> {
    fn address(&self) -> String {
        match self.access {
            PageAccess::Link(token) => format!("/account/{token}"),
            PageAccess::Device(_) => HOME.to_owned(),
        }
    }

    async fn show(&self, ctx: &mut Ctx, query: &PageQuery) -> Result<HtmlPage, Error> {
        let address = self.address();
        let page = show::page(ctx, &address, (self.access, self.account), query).await?;
        Ok(page.with_access(self.access).with_home(address))
    }

    /// The part of the page that a button stands on.
    async fn show_part(&self, ctx: &mut Ctx, part: Option<&str>) -> Result<HtmlPage, Error> {
        let query = part.map(|part| format!("show={part}")).unwrap_or_default();
        self.show(ctx, &PageQuery::from(query.as_str())).await
    }

    async fn press(
        &self,
        ctx: &mut Ctx,
        PressedForm { form, sent }: PressedForm<AccountForm>,
    ) -> Result<HttpResponse, Error> {
        let part = form.as_ref().ok().and_then(AccountForm::part);
        let part = part.as_deref();
        let pressed =
            AccountPress { access: self.access, account: self.account, browser: self.browser, sent: &sent };
        match pressed.carry_out(ctx, form).await {
            Ok(next) => self.respond(ctx, next, part).await,
            Err(error) => self.show_part(ctx, part).await?.again(error, &sent),
        }
    }

    async fn respond(
        &self,
        ctx: &mut Ctx,
        next: AfterAccountPress,
        part: Option<&str>,
    ) -> Result<HttpResponse, Error> {
        let words = || PageWords::new(&self.account.language);
        match next {
            AfterAccountPress::Page(next) => next.respond(&self.address(), part),
            AfterAccountPress::Remembered(token) => {
                let mut response = go_to(&format!("{HOME}?done=device_remembered"));
                device::remember(&ctx.app, &mut response, &token)?;
                Ok(response)
            }
            AfterAccountPress::SignedOut(text) => {
                let page = HtmlPage::of_message(&words(), words().say("home", text), String::new());
                let mut response = page.shown()?;
                device::forget(&ctx.app, &mut response)?;
                Ok(response)
            }
            // Shown at once: a redirect would lose what is shown only once.
            AfterAccountPress::TokenMade(token) => {
                let page = self.show_part(ctx, part).await?;
                page.with(context! { new_token => token }).done(Some("token_made")).shown()
            }
            AfterAccountPress::Export(export) => {
                let name = "attachment; filename=\"althing.json\"";
                Ok(HttpResponse::Ok().insert_header((CONTENT_DISPOSITION, name)).json(export))
            }
        }
    }
}
