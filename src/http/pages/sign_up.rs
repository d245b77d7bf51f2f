//! `/sign-up/{link}`: the page where the owner of an address makes an account, without a password.

use actix_web::{Error as WebError, HttpResponse};
use minijinja::context;
use serde::Deserialize;

use super::invitation::new_player;
use super::link::opened;
use super::page::{HtmlPage, go_to};
use super::words::PageWords;
use crate::error::Error;
use crate::http::extract::{Path, PressedForm};
use crate::http::language::AcceptLanguage;
use crate::service::Ctx;
use crate::service::accounts;
use crate::service::identity::Language;
use crate::service::mail_links;

/// `GET /sign-up/{link}`
pub async fn show(
    link: Path<String>,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let email = opened(mail_links::open_sign_up_link(&mut ctx, &link.0).await?, &language)?;
    Ok(page(&link.0, &email, language.0).shown()?)
}

#[derive(Debug, Deserialize)]
#[serde(tag = "press", rename_all = "snake_case", deny_unknown_fields)]
pub enum SignUpForm {
    SignUp { name: String, language: String, time_zone: String },
}

/// `POST /sign-up/{link}`
pub async fn press(
    link: Path<String>,
    form: PressedForm<SignUpForm>,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let email = opened(mail_links::open_sign_up_link(&mut ctx, &link.0).await?, &language)?;
    match make(&mut ctx, &email, form.form).await {
        Ok(link) => Ok(go_to(&format!("/account/{link}?done=signed_up"))),
        Err(error) => Ok(page(&link.0, &email, language.0).again(error, &form.sent)?),
    }
}

/// Makes the account, and returns the link to its page.
async fn make(ctx: &mut Ctx, email: &str, form: Result<SignUpForm, Error>) -> Result<String, Error> {
    let SignUpForm::SignUp { name, language, time_zone } = form?;
    let new = new_player(&name, &language, &time_zone)?;
    ctx.transaction(async |tx| {
        let account = accounts::create_by_mail(tx, email, &new).await?;
        mail_links::create_account_link(tx, account).await
    })
    .await
}

fn page(token: &str, email: &str, language: Language) -> HtmlPage {
    let values = context! { address => format!("/sign-up/{token}"), email };
    HtmlPage::new("sign_up.html", &PageWords::new(language.code()), values)
}
