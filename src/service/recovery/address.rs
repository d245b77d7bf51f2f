//! A new mail address: the old mailbox must agree, and the new one must answer. Either can cancel the change.

use chrono::TimeDelta;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{end_issued, require_unchanged};
use crate::error::{Code, Error, Sentence};
use crate::notifications::{MailKind, enqueue, unasked};
use crate::service::accounts::{self, owner};
use crate::service::audit::{self, AuditKind};
use crate::service::identity::EmailAddress;
use crate::service::tokens::{self, Claims, Purpose};
use crate::service::{Ctx, Tx};
use crate::store::accounts::AccountRow;
use crate::store::recoveries::AddressChangeRow;
use crate::store::{self};
use crate::time_control::Instant;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangeEmail {
    /// The address that mails shall go to.
    #[schema(value_type = String, format = "email", max_length = 254)]
    pub email: EmailAddress,
    /// Your password, to be sure that it is you.
    #[schema(value_type = String, format = "password")]
    pub password: SecretString,
}

/// A change that waits for answers from both mailboxes.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PendingEmail {
    /// The address that waits to be confirmed.
    pub email: String,
    /// Has the old mailbox agreed?
    pub approved: bool,
    /// Has the new mailbox answered?
    pub proved: bool,
    /// Until when the links in the mails work.
    #[schema(value_type = String, format = DateTime)]
    pub expires_at: Instant,
}

/// Where mail goes, and where it is to go.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CurrentEmail {
    /// Where mail goes now.
    pub email: String,
    /// The change that waits for answers; null if none does.
    pub change: Option<PendingEmail>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerEmailChange {
    /// The token from the mail.
    pub token: String,
    pub answer: EmailChangeAnswer,
}

/// `confirm`: go on with the change; `cancel`: keep the old address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EmailChangeAnswer {
    /// Go on with the change.
    Confirm,
    /// The change must not be.
    Cancel,
}

/// `waiting`: the other mailbox has not answered yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EmailChangeStatus {
    /// The other mailbox has not answered yet.
    Waiting,
    /// The new address holds.
    Changed,
    /// Everything stays as it was.
    Cancelled,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct EmailChange {
    pub status: EmailChangeStatus,
}

/// Mails both addresses for the owner of `old`, whose password was checked in `session`. Whether another account has
/// the new address is mailed to that address alone. Errors: `invalid_field` for the present address, `wrong_password`,
/// `session_ended`.
pub async fn change_address(
    tx: &mut Tx<'_>,
    old: &AccountRow,
    session: Uuid,
    email: &EmailAddress,
) -> Result<PendingEmail, Error> {
    let (now, key, account) = (tx.app.now(), email.key(), old.id);
    require_unchanged(tx, old, session).await?;
    if old.email_key == key {
        return Err(Code::InvalidField.field("email", Sentence::SameAddress));
    }
    let change = AddressChangeRow {
        account_id: account,
        id: tx.app.new_id(),
        email: email.as_str().to_owned(),
        email_key: key.clone(),
        asked_at: now,
        expires_at: now + TimeDelta::seconds(tx.app.settings.accounts.address_change_seconds),
        approved_at: None,
        proved_at: None,
        session_id: Some(session),
    };
    store::recoveries::put_address_change(&mut tx.db, &change).await?;
    let taken = store::accounts::owner_of(&mut tx.db, &key).await?.is_some();
    let kind = if taken { MailKind::AddressWanted } else { MailKind::ProveAddress };
    enqueue::to_account(&tx.ctx.app, &mut tx.ctx.db, account, kind, Some(&change.email)).await?;
    tx.mail_account(account, MailKind::ApproveAddress).await?;
    audit::record(tx, account, AuditKind::AddressChangeAsked, json!({})).await?;
    Ok(change.into())
}

/// The address of an account, and the change that waits.
pub async fn address(ctx: &mut Ctx, account: Uuid) -> Result<CurrentEmail, Error> {
    let email = accounts::show(&mut ctx.db, account).await?.email;
    let change = store::recoveries::find_address_change(&mut ctx.db, account).await?;
    let change = change.filter(|change| change.expires_at > ctx.app.now()).map(PendingEmail::from);
    Ok(CurrentEmail { email, change })
}

/// Cancels a pending change. Harmless to repeat.
pub async fn cancel_address_change(tx: &mut Tx<'_>, account: Uuid) -> Result<(), Error> {
    if store::recoveries::remove_address_change(&mut tx.ctx.db, account).await? {
        audit::record(tx, account, AuditKind::AddressChangeCancelled, json!({})).await?;
    }
    Ok(())
}

/// The token for a mail about a change, and the new address; `None` when there is nothing to send any more.
pub async fn address_token(
    ctx: &mut Ctx,
    account: Uuid,
    purpose: Purpose,
) -> Result<Option<(String, String)>, Error> {
    let change = store::recoveries::find_address_change(&mut ctx.db, account).await?;
    let Some(change) = change.filter(|change| change.expires_at > ctx.app.now()) else { return Ok(None) };
    let claims = Claims { account, session: None, id: Some(change.id) };
    let seconds = (change.expires_at - ctx.app.now()).num_seconds();
    let token = tokens::issue(ctx, purpose, claims, seconds).await?;
    Ok(Some((token, change.email)))
}

/// The account whose address a token is about, and which mailbox it was sent to.
pub async fn which_end(ctx: &mut Ctx, token: &str) -> Result<(Claims, Purpose), Error> {
    match tokens::check(ctx, Purpose::ApproveAddress, token).await {
        Ok(claims) => Ok((claims, Purpose::ApproveAddress)),
        Err(error) if error.is(Code::TokenInvalid) => {
            let claims = tokens::check(ctx, Purpose::ProveAddress, token).await?;
            Ok((claims, Purpose::ProveAddress))
        }
        Err(error) => Err(error),
    }
}

/// Takes the answer of one mailbox. After the commit [`super::clear_credential_caches`] must follow. Errors:
/// `token_invalid` for a change that is over, or followed by a newer one; `address_taken`.
pub async fn answer_address(
    tx: &mut Tx<'_>,
    token: &str,
    verdict: EmailChangeAnswer,
) -> Result<EmailChange, Error> {
    let (claims, end) = which_end(tx, token).await?;
    owner(&mut tx.db, claims.account).await?;
    let change = store::recoveries::find_address_change(&mut tx.db, claims.account).await?;
    let change = change.filter(|change| Some(change.id) == claims.id && change.expires_at > tx.app.now());
    let over = || Code::TokenInvalid.because(Sentence::ChangeOver);
    let mut change = change.ok_or_else(over)?;
    if verdict == EmailChangeAnswer::Cancel {
        cancel_address_change(tx, change.account_id).await?;
        return Ok(EmailChange { status: EmailChangeStatus::Cancelled });
    }
    let (stamp, kind) = match end {
        Purpose::ApproveAddress => (&mut change.approved_at, AuditKind::AddressChangeApproved),
        _ => (&mut change.proved_at, AuditKind::AddressChangeProved),
    };
    if stamp.is_none() {
        *stamp = Some(tx.app.now());
        audit::record(tx, change.account_id, kind, json!({})).await?;
    }
    let state = if change.approved_at.is_some() && change.proved_at.is_some() {
        carry_out(tx, &change).await?;
        EmailChangeStatus::Changed
    } else {
        store::recoveries::put_address_change(&mut tx.db, &change).await?;
        EmailChangeStatus::Waiting
    };
    Ok(EmailChange { status: state })
}

/// Both mailboxes agree. No link in the old mailbox is valid from now on, and only the session that requested this
/// stays.
async fn carry_out(tx: &mut Tx<'_>, change: &AddressChangeRow) -> Result<(), Error> {
    let account = change.account_id;
    let old = owner(&mut tx.db, account).await?.email;
    if !store::accounts::set_address(&mut tx.db, account, &change.email, &change.email_key).await? {
        return Err(Code::AddressTaken.problem());
    }
    unasked::allow(&mut tx.db, &change.email_key).await?;
    end_issued(tx, account, change.session_id).await?;
    audit::record(tx, account, AuditKind::AddressChanged, json!({})).await?;
    enqueue::to_account(&tx.ctx.app, &mut tx.ctx.db, account, MailKind::AddressChanged, Some(&old)).await?;
    tx.mail_account(account, MailKind::AddressChanged).await
}

impl From<AddressChangeRow> for PendingEmail {
    fn from(row: AddressChangeRow) -> Self {
        Self {
            email: row.email,
            approved: row.approved_at.is_some(),
            proved: row.proved_at.is_some(),
            expires_at: row.expires_at,
        }
    }
}
