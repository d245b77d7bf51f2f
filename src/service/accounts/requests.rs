//! What strangers ask for an address: another link to prove it, to set a new password, or to log in.
//!
//! The request only writes down what was asked, so that it takes as long whoever has the address, or nobody. A worker
//! finds out who is meant.

use chrono::TimeDelta;
use serde_json::json;
use uuid::Uuid;

use super::EmailAddress;
use crate::app::App;
use crate::error::Error;
use crate::notifications::MailKind;
use crate::notifications::enqueue;
use crate::service::audit::{self, Kind};
use crate::service::tokens::{self, Claims, Purpose};
use crate::store::log_in_links::LogInLinkRow as Link;
use crate::store::password_resets::PasswordResetRow as Reset;
use crate::store::recoveries::AddressRequest;
use crate::store::{self, Connection};

/// The most requests that are answered in one transaction.
const AT_ONCE: i64 = 100;
/// How long nobody gets a second mail of the same kind, in seconds, whoever asks for it.
const PAUSE_SECONDS: i64 = 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Request {
    Verification,
    /// A link to set a new password.
    Reset,
    LogIn,
}

impl Request {
    const ALL: [Self; 3] = [Self::Verification, Self::Reset, Self::LogIn];

    /// The mail that answers it; its name is what is stored.
    fn mail(self) -> MailKind {
        match self {
            Self::Verification => MailKind::VerifyAddress,
            Self::Reset => MailKind::ResetPassword,
            Self::LogIn => MailKind::LogIn,
        }
    }
}

/// Writes down what was asked for an address.
pub async fn ask(
    app: &App,
    connection: &mut Connection,
    request: Request,
    email: &EmailAddress,
) -> Result<(), Error> {
    let (id, now) = (app.new_id(), app.now());
    Ok(store::recoveries::add_address_request(connection, id, request.mail().name(), &email.key(), now)
        .await?)
}

/// Answers what was asked: queues the mails for those who are meant.
pub async fn answer_requests(app: &App, connection: &mut Connection) -> Result<(), Error> {
    store::transaction(connection, async |connection| {
        for asked in store::recoveries::take_address_requests(connection, AT_ONCE).await? {
            answer(app, connection, &asked).await?;
        }
        Ok(())
    })
    .await
}

async fn answer(app: &App, connection: &mut Connection, asked: &AddressRequest) -> Result<(), Error> {
    let Some(account) = store::accounts::by_email(connection, &asked.email_key).await? else { return Ok(()) };
    let request = Request::ALL.into_iter().find(|request| request.mail().name() == asked.kind);
    let (id, verified) = (account.id, account.verified_at.is_some());
    match request {
        Some(request @ Request::Verification)
            if !verified && may_be_sent(app, connection, id, request).await? =>
        {
            enqueue::to_account(app, connection, id, request.mail(), None).await
        }
        Some(request @ Request::Reset) if verified && may_be_sent(app, connection, id, request).await? => {
            reset(app, connection, id).await
        }
        Some(request @ Request::LogIn) if verified && may_be_sent(app, connection, id, request).await? => {
            log_in(app, connection, id).await
        }
        _ => Ok(()),
    }
}

async fn may_be_sent(
    app: &App,
    connection: &mut Connection,
    account: Uuid,
    request: Request,
) -> Result<bool, Error> {
    let since = app.now() - TimeDelta::seconds(PAUSE_SECONDS);
    Ok(!store::mails::queued_since(connection, account, request.mail().name(), since).await?)
}

async fn reset(app: &App, connection: &mut Connection, account: Uuid) -> Result<(), Error> {
    let now = app.now();
    let expires_at = now + TimeDelta::seconds(app.settings.accounts.reset_seconds);
    let reset = Reset { account_id: account, id: app.new_id(), asked_at: now, expires_at };
    store::password_resets::put(connection, &reset).await?;
    audit::note(connection, app, account, Kind::PasswordResetAsked, json!({})).await?;
    enqueue::to_account(app, connection, account, Request::Reset.mail(), None).await
}

async fn log_in(app: &App, connection: &mut Connection, account: Uuid) -> Result<(), Error> {
    let now = app.now();
    let expires_at = now + TimeDelta::seconds(app.settings.accounts.log_in_link_seconds);
    let link = Link { account_id: account, id: app.new_id(), asked_at: now, expires_at };
    store::log_in_links::put(connection, &link).await?;
    audit::note(connection, app, account, Kind::LogInLinkAsked, json!({})).await?;
    enqueue::to_account(app, connection, account, Request::LogIn.mail(), None).await
}

/// The token for the mail that logs in; `None` when there is nothing to send any more.
pub async fn log_in_token(
    app: &App,
    connection: &mut Connection,
    account: Uuid,
) -> Result<Option<String>, Error> {
    let link = store::log_in_links::find(connection, account).await?;
    let Some(link) = link.filter(|link| link.expires_at > app.now()) else { return Ok(None) };
    let claims = Claims { account, session: None, id: Some(link.id) };
    let seconds = (link.expires_at - app.now()).num_seconds();
    tokens::issue(app, connection, Purpose::LogIn, claims, seconds).await.map(Some)
}
