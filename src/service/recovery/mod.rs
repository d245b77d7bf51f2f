//! Recovery: when a password or an address changes, or sessions are ended, everything that was issued before ends with
//! them, so that an intruder is shut out.
//!
//! These end at once: sessions except the caller's, remembered devices, personal access tokens, apps, stream tickets, addresses
//! of feeds, push subscriptions, and every link and reply address in mails that were sent, since each names the
//! account's recovery id. Streams end with the session or token
//! they were opened with. After a reset webhooks and standing orders are suspended until their owner resumes them; the
//! other changes only list them in the mail that follows. Standing orders are suspended one game at a time after the
//! commit, as no write locks two games; if the process dies in between, a worker goes on.

mod address;
mod links;

pub use address::{
    AnswerEmailChange, ChangeEmail, CurrentEmail, EmailChange, EmailChangeAnswer, EmailChangeStatus,
    PendingEmail, address, address_token, answer_address, cancel_address_change, change_address, which_end,
};
pub use links::{
    LinkRequest, answer_requests, log_in_token, mail_reset_link, request_link, reset_link, reset_token,
};

use secrecy::SecretString;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::access::Grant;
use super::accounts::owner;
use super::audit::{self, AuditKind};
use super::{apps, channels, devices, page_log_ins, sessions, webhooks};
use crate::error::{Code, Error, Sentence};
use crate::notifications::MailKind;
use crate::service::identity::Password;
use crate::service::tokens::{self, Purpose};
use crate::service::{App, Ctx, Tx};
use crate::store::accounts::AccountRow;
use crate::store::one_time_links::{self, LinkKind};
use crate::store::recoveries::{self, OrdersOfGame};
use crate::store::{self, Connection};
use crate::time_control::Instant;

/// Least seconds between two mails about ended sessions to an account.
const MIN_INTERVAL_SECONDS: i64 = 60;
/// The most accounts whose standing orders are suspended in one go.
const MAX_ACCOUNTS: i64 = 20;

/// Ends what the account had issued; its row must be locked by `owner`. `kept` is the session that stays.
pub(super) async fn end_issued(tx: &mut Tx<'_>, account: Uuid, kept: Option<Uuid>) -> Result<(), Error> {
    match kept {
        Some(kept) => sessions::end_others(tx, account, kept).await?,
        None => sessions::end_all(tx, account).await?,
    }
    apps::end_all(tx, account).await?;
    page_log_ins::end_all(tx, account).await?;
    let tokens = store::credentials::remove_personal_tokens(&mut tx.db, account).await?;
    if tokens > 0 {
        audit::record(tx, account, AuditKind::TokenEnded, json!({ "tokens": tokens })).await?;
    }
    devices::end_all(tx, account).await?;
    store::credentials::remove_stream_tickets(&mut tx.db, account).await?;
    store::feed_addresses::remove(&mut tx.db, account).await?;
    store::push::remove_all(&mut tx.db, account).await?;
    store::one_time_links::remove_all(&mut tx.db, account).await?;
    if let Some(row) = store::accounts::find(&mut tx.db, account).await? {
        store::mail_links::remove_all_to(&mut tx.db, &row.email_key).await?;
    }
    store::recoveries::remove_address_change(&mut tx.db, account).await?;
    recoveries::forget_tokens_in_replies(&mut tx.db, account).await?;
    // Links and reply addresses name the recovery id that they were made under, so that a new id ends them all.
    let id = uuid::Builder::from_random_bytes(tx.app.secrets.bytes()).into_uuid();
    Ok(recoveries::begin(&mut tx.db, account, id).await?)
}

/// Suspends webhooks and channels of games, and notes that standing orders are to be suspended; the account's row must be locked by `owner`.
pub(super) async fn suspend(tx: &mut Tx<'_>, account: Uuid) -> Result<(), Error> {
    webhooks::suspend_all(tx, account).await?;
    channels::suspend_all(tx, account).await?;
    Ok(recoveries::note_orders(&mut tx.ctx.db, account, tx.ctx.app.now()).await?)
}

/// Clears the sessions and tokens that this process has cached; to be called after the commit that ended some.
pub fn clear_credential_caches(app: &App) {
    app.revoked_sessions.invalidate();
    app.personal_token_cache.clear();
}

/// Locks the account until the transaction ends. Errors: `wrong_password` when the password that was checked is not the
/// present one any more, `session_ended` when the session that gave it is not.
pub async fn require_unchanged(ctx: &mut Ctx, row: &AccountRow, session: Uuid) -> Result<(), Error> {
    let locked = owner(&mut ctx.db, row.id).await?;
    if locked.password_hash != row.password_hash {
        return Err(Code::WrongPassword.at("password"));
    }
    Grant::Session(session).ensure_valid(ctx).await
}

/// Ends every session of `account` but `current`, and everything else that was issued. After the commit
/// [`clear_credential_caches`] must follow. Harmless to repeat.
pub async fn end_other_sessions(tx: &mut Tx<'_>, account: Uuid, current: Uuid) -> Result<(), Error> {
    owner(&mut tx.db, account).await?;
    // Checked under the lock of the account: of two sessions that end each other at the same moment, the first one
    // stays.
    Grant::Session(current).ensure_valid(tx).await?;
    end_issued(tx, account, Some(current)).await?;
    let since = tx.app.now() - chrono::TimeDelta::seconds(MIN_INTERVAL_SECONDS);
    if !store::mails::queued_since(&mut tx.db, account, MailKind::SessionsEnded.name(), since).await? {
        tx.mail_account(account, MailKind::SessionsEnded).await?;
    }
    Ok(())
}

/// Suspends the standing orders of accounts that were recovered, game by game. Any number of processes may do so.
pub async fn suspend_orders(ctx: &mut Ctx) -> Result<(), Error> {
    for (account, until) in recoveries::noted_orders(&mut ctx.db, MAX_ACCOUNTS).await? {
        for game in recoveries::games_with_orders(&mut ctx.db, account, until).await? {
            suspend_in(ctx, game, account, until).await?;
        }
        recoveries::orders_done(&mut ctx.db, account, until).await?;
    }
    Ok(())
}

/// Raises the order counter, so that a concurrent write that used these orders is retried without them.
async fn suspend_in(ctx: &mut Ctx, game: Uuid, account: Uuid, until: Instant) -> Result<(), Error> {
    ctx.transaction(async |tx| {
        store::positions::raise_changes(&mut tx.db, game).await?;
        Ok(store::orders::suspend(&mut tx.ctx.db, game, account, until, tx.ctx.app.now()).await?)
    })
    .await
}

/// What acts for an account without its player, or is suspended since a reset.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Automatic {
    /// Its webhooks, by description, and the channels of games that it set.
    pub webhooks: Vec<String>,
    /// The games with standing orders, by name, and how many orders.
    pub orders: Vec<(String, i64)>,
}

/// What the mail that follows a recovery lists.
pub async fn automatic(connection: &mut Connection, account: Uuid) -> Result<Automatic, Error> {
    let orders = recoveries::orders_by_game(connection, account).await?;
    let mut webhooks = webhooks::enabled_or_suspended(connection, account).await?;
    webhooks.extend(channels::names(connection, account).await?);
    Ok(Automatic {
        webhooks,
        orders: orders.into_iter().map(|OrdersOfGame { name, orders }| (name, orders)).collect(),
    })
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResetPassword {
    /// The token from the mail.
    pub token: String,
    #[schema(value_type = String, format = "password", min_length = 8, max_length = 128)]
    pub password: Password,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The password until now.
    #[schema(value_type = String, format = "password")]
    pub old_password: SecretString,
    #[schema(value_type = String, format = "password", min_length = 8, max_length = 128)]
    pub new_password: Password,
}

/// Whose password a token may set.
pub async fn whose_password(ctx: &mut Ctx, token: &str) -> Result<Uuid, Error> {
    Ok(tokens::check(ctx, Purpose::ResetPassword, token).await?.account)
}

/// Sets the password, ends everything that the account had issued, and suspends its webhooks and standing orders. After
/// the commit [`super::clear_credential_caches`] and [`super::suspend_orders`] must follow. Error: `token_invalid` for
/// a link that was used, or followed by a newer one.
pub async fn reset_password(tx: &mut Tx<'_>, token: &str, password_hash: &str) -> Result<(), Error> {
    let claims = tokens::check(tx, Purpose::ResetPassword, token).await?;
    let (account, id) = (claims.account, claims.id.unwrap_or_default());
    owner(&mut tx.db, account).await?;
    if !one_time_links::use_up(&mut tx.ctx.db, account, LinkKind::ResetPassword, id, tx.ctx.app.now()).await?
    {
        return Err(Code::TokenInvalid.because(Sentence::LinkUsed));
    }
    store::accounts::set_password(&mut tx.db, account, password_hash).await?;
    end_issued(tx, account, None).await?;
    suspend(tx, account).await?;
    audit::record(tx, account, AuditKind::PasswordReset, json!({})).await?;
    tx.mail_account(account, MailKind::PasswordWasReset).await
}

/// Checks the password of a caller who is logged in, given in `field`. Error: `wrong_password`, to be recorded with
/// [`record_wrong_password`].
pub async fn check_password(
    app: &App,
    row: &AccountRow,
    password: SecretString,
    field: &'static str,
) -> Result<(), Error> {
    let matches = app.passwords.matches(password, Some(row.password_hash.clone())).await?;
    if matches { Ok(()) } else { Err(Code::WrongPassword.at(field)) }
}

/// Records a wrong password of a caller who is logged in: it may be an intruder.
pub async fn record_wrong_password(ctx: &mut Ctx, account: Uuid) -> Result<(), Error> {
    let detail = json!({ "code": Code::WrongPassword.row().0 });
    audit::record(ctx, account, AuditKind::LogInFailed, detail).await
}

/// Sets the password of `old`, and ends every session but `current` and everything else that the account had issued.
/// Errors: `wrong_password` when the password was changed at the same moment, `session_ended`.
pub async fn change_password(
    tx: &mut Tx<'_>,
    old: &AccountRow,
    current: Uuid,
    password_hash: &str,
) -> Result<(), Error> {
    require_unchanged(tx, old, current).await?;
    store::accounts::set_password(&mut tx.db, old.id, password_hash).await?;
    end_issued(tx, old.id, Some(current)).await?;
    audit::record(tx, old.id, AuditKind::PasswordChanged, json!({})).await?;
    tx.mail_account(old.id, MailKind::PasswordChanged).await
}
