//! The pages on which players allow apps to act for them, and log in to do so.
//!
//! They are opened by a cookie: that of a remembered device, or one of a log-in for some minutes. So each form is taken
//! from this server alone (`Origin`), and with a token that follows from the cookie; and no other site can frame them.

pub mod consent;
pub mod device;
pub mod log_in;

use std::net::IpAddr;

use actix_web::web::Data;
use minijinja::{Value, context};
use serde::Deserialize;

use super::account::scope_phrase;
use super::device::{Browser, FORM_TOKEN};
use super::page::HtmlPage;
use super::words::PageWords;
use crate::error::{Code, Error, Sentence};
use crate::http::extract::FormFields;
use crate::http::language::AcceptLanguage;
use crate::service::access::{AccountCredential, Scopes};
use crate::service::devices::OpenedDevice;
use crate::service::identity::EmailAddress;
use crate::service::limits::{self, CountedAction, LimitSubject, PasswordTry};
use crate::service::page_log_ins::{self, LogInToken, OpenedLogIn};
use crate::service::recovery::{self, LinkRequest};
use crate::service::{App, Ctx, sessions};
use crate::store::Pool;
use crate::store::accounts::AccountRow;
use crate::texts::capital;

/// What the buttons of these pages send.
#[derive(Debug, Deserialize)]
#[serde(tag = "press", rename_all = "snake_case")]
pub enum AppForm {
    /// Mail a link and a code to log in.
    MailLogIn {
        email: String,
    },
    TypeCode {
        code: String,
    },
    UsePassword {
        login: String,
        password: String,
    },
    /// Show the app that waits for this code.
    FindDevice {},
    Allow {
        /// Ticked by a player who started the program themself.
        started: Option<String>,
    },
    Deny {},
}

/// Who looks at a page: whom the browser is logged in as, or whose mail it waits for.
pub struct Visitor {
    device: Option<OpenedDevice>,
    log_in: Option<OpenedLogIn>,
}

/// Whom a browser is logged in as.
pub struct KnownVisitor<'v> {
    pub account: &'v AccountRow,
    pub credential: AccountCredential,
    form_token: String,
}

impl Visitor {
    pub async fn of(ctx: &mut Ctx, browser: &Browser) -> Result<Self, Error> {
        let device = browser.device(ctx).await?.filter(|device| !device.is_banned);
        Ok(Self { device, log_in: browser.log_in(ctx).await? })
    }

    /// The same, with the log-in that the browser gets the cookie of.
    async fn with_new(ctx: &mut Ctx, browser: &Browser, new: Option<&LogInToken>) -> Result<Self, Error> {
        let visitor = Self::of(ctx, browser).await?;
        match new {
            Some(token) => Ok(Self { log_in: page_log_ins::open(ctx, &token.to_string()).await?, ..visitor }),
            None => Ok(visitor),
        }
    }

    /// The account that the browser is logged in as. A log-in for some minutes goes before a remembered device: it was
    /// made on this page, to be another player than that of the device.
    pub fn known(&self) -> Option<KnownVisitor<'_>> {
        let by_log_in = self.log_in.as_ref().and_then(|log_in| {
            let account = log_in.account.as_ref()?;
            Some(KnownVisitor { account, credential: log_in.credential(), form_token: log_in.form_token() })
        });
        by_log_in.or_else(|| {
            let device = self.device.as_ref()?;
            let credential = AccountCredential::Device { account: device.account.id, id: device.id };
            Some(KnownVisitor { account: &device.account, credential, form_token: device.form_token() })
        })
    }

    /// In the language of the player, or of the browser.
    pub fn words(&self, language: &AcceptLanguage) -> PageWords {
        let known = self.known();
        PageWords::new(known.map_or(language.0.code(), |known| known.account.language.as_str()))
    }
}

impl KnownVisitor<'_> {
    /// Was the form sent by a page that this visitor had opened?
    fn has_sent(&self, browser: &Browser, form: &FormFields) -> bool {
        browser.is_from_here() && form.has(FORM_TOKEN, &self.form_token)
    }
}

/// An app that asks for access, as its page shows it.
pub struct AskingApp<'a> {
    /// What it calls itself.
    pub client: &'a str,
    pub scopes: Scopes,
    /// The part of the name of the text that says where it is: `site`, `loopback`, `scheme`, `device`.
    pub kind: &'static str,
    /// Where the browser goes back to.
    pub host: Option<&'a str>,
    /// The code of a program without a browser, as it was typed.
    pub user_code: Option<&'a str>,
}

/// The page that asks whether an app may act for the visitor, or asks them to log in first. `as_other`: although the
/// browser is logged in.
fn asking_page(
    words: &PageWords,
    app: &AskingApp<'_>,
    visitor: &Visitor,
    address: &str,
    as_other: bool,
) -> HtmlPage {
    let known = visitor.known().filter(|_| !as_other);
    let scopes = app.scopes.list().into_iter().map(|scope| capital(&scope_phrase(words, scope)));
    let values = context! {
        address,
        client => app.client,
        kind => app.kind,
        host => app.host,
        user_code => app.user_code,
        scopes => scopes.collect::<Vec<_>>(),
        name => known.as_ref().map(|known| &known.account.name),
        is_mailed => visitor.log_in.as_ref().is_some_and(|log_in| log_in.account.is_none()),
        as_other,
    };
    let page = HtmlPage::new("apps/consent.html", words, values);
    page.with_origin(known.map(|known| known.form_token))
}

/// A page that says what came of it.
fn done_page(words: &PageWords, text: &str) -> HtmlPage {
    let (title, says) = (words.say("apps", text), words.say("apps", &format!("{text}_then")));
    HtmlPage::new("message.html", words, done_values(title, says))
}

fn done_values(title: String, says: String) -> Value {
    context! { title, says, is_last => true }
}

/// A form that logs in, and where it came from.
struct LogInRequest<'r> {
    app: &'r Data<App>,
    pool: &'r Data<Pool>,
    browser: &'r Browser,
    from: IpAddr,
    language: &'r AcceptLanguage,
    /// Path and query of the page that the browser goes on with when it opens the link of the mail.
    goes_to: &'r str,
}

impl LogInRequest<'_> {
    /// Does what the form asks. Returns the log-in that the browser gets the cookie of, if it is a new one.
    async fn carry_out(&self, form: AppForm) -> Result<Option<LogInToken>, Error> {
        match form {
            AppForm::MailLogIn { email } => self.mail(email).await.map(Some),
            AppForm::TypeCode { code } => {
                let mut ctx = Ctx::acquire(self.app, self.pool).await?;
                let wrong = || Code::InvalidField.field("code", Sentence::CodeWrong);
                let opened = self.browser.log_in(&mut ctx).await?.ok_or_else(wrong)?;
                page_log_ins::log_in_by_code(&mut ctx, &opened, &code, &self.browser.label()).await?;
                Ok(None)
            }
            AppForm::UsePassword { login, password } => self.use_password(&login, password).await.map(Some),
            AppForm::FindDevice {} | AppForm::Allow { .. } | AppForm::Deny {} => {
                Err(Code::InvalidField.at("press"))
            }
        }
    }

    /// The answer is the same whether the address has an account or not.
    async fn mail(&self, email: String) -> Result<LogInToken, Error> {
        let email = EmailAddress::try_from(email);
        let email = email.map_err(|_| Code::InvalidField.field("email", Sentence::MustBeEmail))?;
        let mut ctx = Ctx::acquire(self.app, self.pool).await?;
        limits::take(&mut ctx, CountedAction::Mail, LimitSubject::Address(self.from)).await?;
        // Together: a worker that answered the request before there is a log-in would mail nothing.
        let token = ctx.transaction(async |tx| {
            let language = Some(self.language.0);
            let request = recovery::request_link(tx, LinkRequest::PageLogIn, &email, language).await?;
            page_log_ins::begin(tx, request, self.goes_to).await
        });
        let token = token.await?;
        ctx.app.events.notify();
        Ok(token)
    }

    /// As `POST /v1/sessions` does.
    async fn use_password(&self, login: &str, password: String) -> Result<LogInToken, Error> {
        let tried = PasswordTry::Stranger(login, self.from);
        // No connection is in use while passwords are hashed.
        let candidate = {
            let mut ctx = Ctx::acquire(self.app, self.pool).await?;
            limits::password_tried(&mut ctx, tried).await?;
            sessions::candidate(&mut ctx.db, login).await?
        };
        let proven = match sessions::prove(self.app, candidate, password.into()).await {
            Ok(proven) => proven,
            Err(unproven) => {
                let mut ctx = Ctx::acquire(self.app, self.pool).await?;
                return Err(sessions::record_failure(&mut ctx, unproven).await);
            }
        };
        let mut ctx = Ctx::acquire(self.app, self.pool).await?;
        limits::password_right(&mut ctx, tried).await?;
        let device = self.browser.label();
        ctx.transaction(async |tx| page_log_ins::log_in_by_password(tx, &proven, self.goes_to, &device).await)
            .await
    }
}
