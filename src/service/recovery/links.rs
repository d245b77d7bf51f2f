//! Links that anyone may request for an address: to prove it, to set a new password, to log in, or to open the page of the
//! account, which is made there if there is none.
//!
//! A request is only stored, so that it takes as long whether the address has an account or not. A worker finds out
//! which account is meant.

use chrono::TimeDelta;
use serde_json::json;
use uuid::Uuid;

use crate::error::{Code, Error};
use crate::notifications::{MailKind, enqueue, unasked};
use crate::service::audit::{self, AuditKind};
use crate::service::identity::{EmailAddress, Language};
use crate::service::page_log_ins;
use crate::service::tokens::{self, Claims, Purpose};
use crate::service::{Ctx, Tx};
use crate::store::one_time_links::{self, AddressRequest, LinkKind, OneTimeLink};
use crate::store::{self};
use crate::time_control::Instant;

/// The most requests that are read at once.
const MAX_REQUESTS: i64 = 100;
/// Least seconds between two mails of one kind to an account, however often it is requested.
const MIN_INTERVAL_SECONDS: i64 = 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkRequest {
    Verification,
    /// A link to set a new password.
    Reset,
    LogIn,
    /// A link to the page of the account, or for an address without one to the page where it is made.
    AccountPage,
    /// A link and a code by which a browser logs in on a page: see `service::page_log_ins`.
    PageLogIn,
}

impl LinkRequest {
    const ALL: [Self; 5] = [Self::Verification, Self::Reset, Self::LogIn, Self::AccountPage, Self::PageLogIn];

    /// The mail that answers it; its name is what is stored.
    fn mail(self) -> MailKind {
        match self {
            Self::Verification => MailKind::VerifyAddress,
            Self::Reset => MailKind::ResetPassword,
            Self::LogIn => MailKind::LogIn,
            Self::AccountPage => MailKind::AccountLink,
            Self::PageLogIn => MailKind::PageLogIn,
        }
    }
}

/// Stores what was requested for an address, and returns the id of the request; `language` is that of the caller.
pub async fn request_link(
    ctx: &mut Ctx,
    request: LinkRequest,
    email: &EmailAddress,
    language: Option<Language>,
) -> Result<Uuid, Error> {
    let kind = request.mail().name().to_owned();
    let language = language.map(|language| language.code().to_owned());
    let request = AddressRequest { id: ctx.app.new_id(), kind, email_key: email.key(), language };
    one_time_links::add_request(&mut ctx.db, &request, ctx.app.now()).await?;
    Ok(request.id)
}

/// Answers the requests, each in a transaction of its own: queues the mails for the accounts that are meant. A request
/// that can't be answered does not delay the others; the error is that of the last such request.
pub async fn answer_requests(ctx: &mut Ctx) -> Result<(), Error> {
    let mut outcome = Ok(());
    for request in one_time_links::requests(&mut ctx.db, MAX_REQUESTS).await? {
        let answered = ctx.transaction(async |tx| {
            if one_time_links::take_request(&mut tx.bare(), request.id).await? {
                answer(tx, &request).await?;
            }
            Ok::<_, Error>(())
        });
        outcome = answered.await.or(outcome);
    }
    outcome
}

async fn answer(tx: &mut Tx<'_>, asked: &AddressRequest) -> Result<(), Error> {
    let request = LinkRequest::ALL.into_iter().find(|known| known.mail().name() == asked.kind);
    let Some(request) = request else { return Ok(()) };
    let since = tx.app.now() - TimeDelta::seconds(MIN_INTERVAL_SECONDS);
    let row = store::accounts::by_email(&mut tx.db, &asked.email_key).await?;
    let is_verified = row.as_ref().is_some_and(|row| row.verified_at.is_some());
    if request == LinkRequest::AccountPage && !is_verified {
        return invite_to_sign_up(tx, asked, since).await;
    }
    let Some(row) = row else { return Ok(()) };
    let account = row.id;
    // A verified address needs no verification; an unverified one gets no reset or log-in link.
    if is_verified == (request == LinkRequest::Verification) {
        return Ok(());
    }
    if request == LinkRequest::PageLogIn {
        return page_log_ins::mail(tx, asked.id, account).await;
    }
    if store::mails::queued_since(&mut tx.db, account, request.mail().name(), since).await? {
        return Ok(());
    }
    let settings = &tx.app.settings.accounts;
    let link = match request {
        LinkRequest::Verification | LinkRequest::AccountPage | LinkRequest::PageLogIn => None,
        LinkRequest::Reset => {
            Some((LinkKind::ResetPassword, settings.reset_seconds, AuditKind::PasswordResetAsked))
        }
        LinkRequest::LogIn => {
            Some((LinkKind::LogIn, settings.log_in_link_seconds, AuditKind::LogInLinkAsked))
        }
    };
    if let Some((kind, seconds, audit_kind)) = link {
        open_link(tx, account, kind, seconds).await?;
        audit::record(tx, account, audit_kind, json!({})).await?;
    }
    tx.mail_account(account, request.mail()).await
}

/// Makes a link valid from now on, in place of an older one.
async fn open_link(tx: &mut Tx<'_>, account: Uuid, kind: LinkKind, seconds: i64) -> Result<(), Error> {
    let requested_at = tx.app.now();
    let expires_at = requested_at + TimeDelta::seconds(seconds);
    let link = OneTimeLink { id: tx.app.new_id(), requested_at, expires_at };
    Ok(one_time_links::put(&mut tx.db, account, kind, &link).await?)
}

/// The path of the page that sets a new password, with a token that is valid once, as it is mailed; for an operator at
/// the shell, who hands it to a player whom no mail reaches. Errors: as [`mail_reset_link`].
pub async fn reset_link(tx: &mut Tx<'_>, account: Uuid) -> Result<String, Error> {
    require_verified(tx, account).await?;
    let seconds = tx.app.settings.accounts.reset_seconds;
    open_link(tx, account, LinkKind::ResetPassword, seconds).await?;
    audit::record(tx, account, AuditKind::PasswordResetAsked, json!({})).await?;
    let token = reset_token(tx, account).await?.ok_or_else(|| Code::TokenInvalid.problem())?;
    Ok(format!("/accounts/reset?token={token}"))
}

/// Mails the link that sets a new password, unless it was mailed a moment ago. Errors: `account_not_found`,
/// `address_not_verified`.
pub async fn mail_reset_link(tx: &mut Tx<'_>, account: Uuid) -> Result<(), Error> {
    let email_key = require_verified(tx, account).await?;
    let kind = LinkRequest::Reset.mail().name().to_owned();
    answer(tx, &AddressRequest { id: tx.app.new_id(), kind, email_key, language: None }).await
}

/// The key of the verified address of an account.
async fn require_verified(tx: &mut Tx<'_>, account: Uuid) -> Result<String, Error> {
    let row = store::accounts::find(&mut tx.db, account).await?.filter(|row| row.deleted_at.is_none());
    let row = row.ok_or_else(|| Code::AccountNotFound.problem())?;
    if row.verified_at.is_none() {
        return Err(Code::AddressNotVerified.problem());
    }
    Ok(row.email_key)
}

/// Mails an address without an account a link to make one, unless it has just been sent one. Anybody can type an address
/// in: one whose owner wants no mail that others cause gets at most one such mail a day, by which they can allow it.
async fn invite_to_sign_up(ctx: &mut Ctx, asked: &AddressRequest, since: Instant) -> Result<(), Error> {
    let kind = MailKind::SignUp.name();
    let is_refused = unasked::is_refused(&mut ctx.db, &asked.email_key).await?;
    let partition = enqueue::partition_of(&asked.email_key);
    let since = if is_refused { ctx.app.now() - TimeDelta::days(1) } else { since };
    if store::mails::queued_in_since(&mut ctx.db, partition, kind, since).await? {
        return Ok(());
    }
    enqueue::to_address(&ctx.app, &mut ctx.db, MailKind::SignUp, &asked.email_key, asked.language.as_deref())
        .await
}

/// The token for the mail that lets an account set a new password; `None` when there is nothing to send any more.
pub async fn reset_token(ctx: &mut Ctx, account: Uuid) -> Result<Option<String>, Error> {
    token(ctx, account, LinkKind::ResetPassword, Purpose::ResetPassword).await
}

/// The token for the mail that logs in; `None` when there is nothing to send any more.
pub async fn log_in_token(ctx: &mut Ctx, account: Uuid) -> Result<Option<String>, Error> {
    token(ctx, account, LinkKind::LogIn, Purpose::LogIn).await
}

async fn token(
    ctx: &mut Ctx,
    account: Uuid,
    kind: LinkKind,
    purpose: Purpose,
) -> Result<Option<String>, Error> {
    let link = one_time_links::find(&mut ctx.db, account, kind).await?;
    let Some(link) = link.filter(|link| link.expires_at > ctx.app.now()) else { return Ok(None) };
    let claims = Claims { account, session: None, id: Some(link.id) };
    let seconds = (link.expires_at - ctx.app.now()).num_seconds();
    tokens::issue(ctx, purpose, claims, seconds).await.map(Some)
}
