//! Links that anyone may request for an address: to prove it, to set a new password, or to log in.
//!
//! A request is only written down, so that it takes as long whether the address has an account or not. A worker finds out
//! which account is meant.

use chrono::TimeDelta;
use serde_json::json;
use uuid::Uuid;

use crate::error::Error;
use crate::notifications::{MailKind, enqueue};
use crate::service::App;
use crate::service::audit::{self, AuditKind};
use crate::service::identity::EmailAddress;
use crate::service::tokens::{self, Claims, Purpose};
use crate::store::log_in_links::LogInLinkRow;
use crate::store::password_resets::PasswordResetRow;
use crate::store::recoveries::AddressRequest;
use crate::store::{self, Connection};

/// The most requests that are answered in one transaction.
const AT_ONCE: i64 = 100;
/// How long no account gets a second mail of the same kind, in seconds, however often it is requested.
const PAUSE_SECONDS: i64 = 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkRequest {
    Verification,
    /// A link to set a new password.
    Reset,
    LogIn,
}

impl LinkRequest {
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

/// Writes down what was requested for an address.
pub async fn request_link(
    app: &App,
    connection: &mut Connection,
    request: LinkRequest,
    email: &EmailAddress,
) -> Result<(), Error> {
    let (id, now) = (app.new_id(), app.now());
    Ok(store::recoveries::add_address_request(connection, id, request.mail().name(), &email.key(), now)
        .await?)
}

/// Answers the requests: queues the mails for the accounts that are meant.
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
    let request = LinkRequest::ALL.into_iter().find(|request| request.mail().name() == asked.kind);
    let Some(request) = request else { return Ok(()) };
    let (id, now) = (account.id, app.now());
    // An address that is proved needs no proof, and one that is not opens nothing.
    if account.verified_at.is_some() == (request == LinkRequest::Verification) {
        return Ok(());
    }
    let since = now - TimeDelta::seconds(PAUSE_SECONDS);
    if store::mails::queued_since(connection, id, request.mail().name(), since).await? {
        return Ok(());
    }
    let settings = &app.settings.accounts;
    match request {
        LinkRequest::Verification => {}
        LinkRequest::Reset => {
            let expires_at = now + TimeDelta::seconds(settings.reset_seconds);
            let reset = PasswordResetRow { account_id: id, id: app.new_id(), asked_at: now, expires_at };
            store::password_resets::put(connection, &reset).await?;
            audit::record(connection, app, id, AuditKind::PasswordResetAsked, json!({})).await?;
        }
        LinkRequest::LogIn => {
            let expires_at = now + TimeDelta::seconds(settings.log_in_link_seconds);
            let link = LogInLinkRow { account_id: id, id: app.new_id(), asked_at: now, expires_at };
            store::log_in_links::put(connection, &link).await?;
            audit::record(connection, app, id, AuditKind::LogInLinkAsked, json!({})).await?;
        }
    }
    enqueue::to_account(app, connection, id, request.mail(), None).await
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
