//! Logging in, staying logged in, logging out.
//!
//! A log-in is a session: a family of refresh tokens of which only the newest is valid. Each use gives the next one; a
//! token that comes a second time may be stolen, so the whole family ends. When a session ends, its refresh tokens
//! end at once, and its access tokens within a second in every process ([`RevokedSessions`]).

mod log_in;
mod revoked;

pub(in crate::service) use log_in::ensure_unchanged;
pub use log_in::{
    LogInCandidate, LogInRefusal, ProvenLogIn, TypedLogIn, candidate, check_code, device, known_device, open,
    open_by_code, open_by_link, prove, record_failure, whose_code, whose_link,
};
pub use revoked::RevokedSessions;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use utoipa::ToSchema;
use uuid::Uuid;

use self::log_in::issue_device_token;
use super::accounts::{self, Account};
use super::audit::{self, AuditKind};
use super::tokens::{self, Claims, Purpose};
use crate::error::{Code, Error};
use crate::service::page::{self, Page};
use crate::service::{Ctx, Tx};
use crate::store::sessions::{RefreshToken, TokenHolder};
use crate::store::{self, Connection};
use crate::time_control::Instant;

/// What a log-in or a refresh gives.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionTokens {
    /// For the `Authorization` header of every call.
    pub access_token: String,
    pub token_type: &'static str,
    /// How many seconds the access token is valid.
    pub expires_in: i64,
    /// Valid for one call of `POST /v1/sessions/refresh`.
    pub refresh_token: String,
    /// Send it with later log-ins of this device, so that they succeed even while others try wrong passwords. Opens
    /// nothing by itself.
    pub device_token: String,
    pub account: Account,
}

async fn next_tokens(ctx: &mut Ctx, session: Uuid, account: Account) -> Result<SessionTokens, Error> {
    let settings = Arc::clone(&ctx.app.settings);
    let settings = &settings.accounts;
    let refresh_token = BASE64_URL_SAFE_NO_PAD.encode(ctx.app.secrets.bytes::<32>());
    let refresh = RefreshToken {
        hash: hash(&refresh_token),
        session,
        created_at: ctx.app.now(),
        expires_at: ctx.app.now() + TimeDelta::seconds(settings.refresh_seconds),
    };
    store::sessions::add_refresh(&mut ctx.db, &refresh).await?;
    let claims = Claims { account: account.id, session: Some(session), id: None };
    let access_token = tokens::issue(ctx, Purpose::Access, claims, settings.access_seconds).await?;
    Ok(SessionTokens {
        access_token,
        token_type: "Bearer",
        expires_in: settings.access_seconds,
        refresh_token,
        device_token: issue_device_token(ctx, account.id, session).await?,
        account,
    })
}

/// Tokens are long and random, so a plain hash is enough to make a copy of the database worthless.
fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}

/// The account and session of a refresh token, used up or not.
pub async fn holder(connection: &mut Connection, token: &str) -> Result<TokenHolder, Error> {
    let holder = store::sessions::holder(connection, &hash(token)).await?;
    holder.ok_or_else(|| Code::RefreshTokenInvalid.problem())
}

/// Trades a refresh token for the next pair. Errors: `refresh_token_invalid`; after `refresh_token_reused` the caller
/// must roll back and call [`end_reused`] in another transaction.
pub async fn refresh(tx: &mut Tx<'_>, token: &str) -> Result<SessionTokens, Error> {
    let (hash, now) = (hash(token), tx.app.now());
    // The update is guarded, so that only one of two requests with the same token gets the next one.
    let Some(session) = store::sessions::use_refresh(&mut tx.db, &hash, now).await? else {
        let used = store::sessions::was_used(&mut tx.db, &hash).await?;
        let code = if used { Code::RefreshTokenReused } else { Code::RefreshTokenInvalid };
        return Err(code.problem());
    };
    // This locks the session, so that it can't end while a token is added to it.
    let Some(account) = store::sessions::touch(&mut tx.bare(), session, now).await? else {
        return Err(Code::RefreshTokenInvalid.problem());
    };
    let account = accounts::show(&mut tx.db, account).await?;
    next_tokens(tx, session, account).await
}

/// Ends the session of a token that came a second time. Runs in a transaction of its own: an error has rolled back that
/// of [`refresh`].
pub async fn end_reused(tx: &mut Tx<'_>, holder: TokenHolder) -> Result<(), Error> {
    let TokenHolder { session, account } = holder;
    if store::sessions::end(&mut tx.ctx.db, session, tx.ctx.app.now()).await? {
        tracing::warn!(%session, "a refresh token was used twice; its session is ended");
        let detail = json!({ "session": session });
        audit::record(tx, account, AuditKind::RefreshTokenReused, detail).await?;
    }
    Ok(())
}

/// Logs out. Harmless to repeat.
pub async fn log_out(tx: &mut Tx<'_>, account: Uuid, session: Uuid) -> Result<(), Error> {
    if store::sessions::end(&mut tx.ctx.db, session, tx.ctx.app.now()).await? {
        audit::record(tx, account, AuditKind::LoggedOut, json!({ "session": session })).await?;
    }
    Ok(())
}

/// Ends every session of an account. After the commit [`RevokedSessions::invalidate`] must follow.
pub async fn end_all(tx: &mut Tx<'_>, account: Uuid) -> Result<(), Error> {
    store::sessions::end_all(&mut tx.ctx.db, account, None, tx.ctx.app.now()).await?;
    Ok(())
}

/// A log-in that is still valid.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Session {
    pub id: Uuid,
    /// The User-Agent of the log-in; empty if it sent none.
    pub device: String,
    /// When you logged in.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// When its tokens were last refreshed; the log-in until then.
    #[schema(value_type = String, format = DateTime)]
    pub last_used_at: Instant,
    /// `true` for the session of this request.
    pub current: bool,
}

/// Where `account` is logged in. Error: `invalid_parameter` for a cursor of another list.
pub async fn page(
    ctx: &mut Ctx,
    account: Uuid,
    current: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<Session>, Error> {
    let list = format!("sessions of {account}");
    let place = page::place(&list, after)?;
    let most = i64::from(limit) + 1;
    let rows = store::sessions::page(&mut ctx.db, account, ctx.app.now(), place, most).await?;
    Ok(page::cut(&list, rows, limit, &place, |row| row.id).map(|row| Session {
        current: row.id == current,
        id: row.id,
        device: row.device,
        created_at: row.created_at,
        last_used_at: row.last_used_at,
    }))
}

/// Ends a session of `account`. Harmless to repeat.
pub async fn end_one(tx: &mut Tx<'_>, account: Uuid, session: Uuid) -> Result<(), Error> {
    if !store::sessions::is_of(&mut tx.db, session, account).await? {
        return Err(Code::SessionNotFound.problem());
    }
    if store::sessions::end(&mut tx.ctx.db, session, tx.ctx.app.now()).await? {
        audit::record(tx, account, AuditKind::SessionEnded, json!({ "session": session })).await?;
    }
    Ok(())
}

/// Ends every session of `account` but `current`.
pub async fn end_others(tx: &mut Tx<'_>, account: Uuid, current: Uuid) -> Result<(), Error> {
    let ended = store::sessions::end_all(&mut tx.ctx.db, account, Some(current), tx.ctx.app.now()).await?;
    if ended > 0 {
        let detail = json!({ "sessions": ended });
        audit::record(tx, account, AuditKind::OtherSessionsEnded, detail).await?;
    }
    Ok(())
}
