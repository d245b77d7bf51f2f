//! `/sign-up/{link}`: the page where the owner of an address makes an account, without a password.

use actix_web::HttpResponse;
use minijinja::context;
use serde::Deserialize;

use super::dead_link;
use super::invitation::new_player;
use super::page::{HtmlPage, go_to};
use super::words::PageWords;
use crate::error::Error;
use crate::http::extract::{AcceptLanguage, Path, PressedForm};
use crate::service::Ctx;
use crate::service::accounts;
use crate::service::identity::Language;
use crate::service::mail_links;

/// `GET /sign-up/{link}`
pub async fn show(link: Path<String>, language: AcceptLanguage, mut ctx: Ctx) -> Result<HttpResponse, Error> {
    match mail_links::open_sign_up_link(&mut ctx, &link.0).await? {
        Ok(email) => page(&link.0, &email, language.0).shown(),
        Err(dead) => dead_link::refused(dead, language.0.code()),
    }
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
) -> Result<HttpResponse, Error> {
    let email = match mail_links::open_sign_up_link(&mut ctx, &link.0).await? {
        Ok(email) => email,
        Err(dead) => return dead_link::refused(dead, language.0.code()),
    };
    let made = match form.form {
        Ok(form) => make(&mut ctx, &email, form).await,
        Err(error) => Err(error),
    };
    match made {
        Ok(link) => Ok(go_to(&format!("/account/{link}?done=signed_up"))),
        Err(error) => page(&link.0, &email, language.0).again(error, &form.sent),
    }
}

/// Makes the account: the link to its page.
async fn make(ctx: &mut Ctx, email: &str, form: SignUpForm) -> Result<String, Error> {
    let SignUpForm::SignUp { name, language, time_zone } = form;
    let new = new_player(&name, &language, time_zone)?;
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
