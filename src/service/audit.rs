//! The audit log: what happened to the security of an account, for its owner and the operators to read.
//!
//! A note is written in the transaction that it is about. It never holds a password, a token or a mail address.

use std::net::IpAddr;

use chrono::TimeDelta;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

use super::cursor;
use crate::app::App;
use crate::clock::Instant;
use crate::error::Error;
use crate::store::{self, Connection};

/// How long a note is kept, in days.
const KEPT_DAYS: i64 = 366;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words say it")]
pub enum Kind {
    AddressVerified,
    LoggedIn,
    LogInFailed,
    LoggedOut,
    SessionEnded,
    OtherSessionsEnded,
    RefreshTokenReused,
    PasswordChanged,
    PasswordResetAsked,
    PasswordReset,
    LogInLinkAsked,
    AddressChangeAsked,
    AddressChangeApproved,
    AddressChangeProved,
    AddressChangeCancelled,
    AddressChanged,
    NameChanged,
    DataExported,
    AccountDeleted,
    TokenMade,
    TokenEnded,
    Blocked,
    Unblocked,
    Banned,
    BanLifted,
    GameVoided,
    Announced,
    AnnouncementEnded,
    DeadLetterRetried,
    DeadLetterDropped,
    Kicked,
    WebhookMade,
    WebhookRemoved,
    WebhookSecretRotated,
}

impl Kind {
    /// The word that is stored and shown.
    pub fn word(self) -> &'static str {
        match self {
            Self::AddressVerified => "address_verified",
            Self::LoggedIn => "logged_in",
            Self::LogInFailed => "log_in_failed",
            Self::LoggedOut => "logged_out",
            Self::SessionEnded => "session_ended",
            Self::OtherSessionsEnded => "other_sessions_ended",
            Self::RefreshTokenReused => "refresh_token_reused",
            Self::PasswordChanged => "password_changed",
            Self::PasswordResetAsked => "password_reset_asked",
            Self::PasswordReset => "password_reset",
            Self::LogInLinkAsked => "log_in_link_asked",
            Self::AddressChangeAsked => "address_change_asked",
            Self::AddressChangeApproved => "address_change_approved",
            Self::AddressChangeProved => "address_change_proved",
            Self::AddressChangeCancelled => "address_change_cancelled",
            Self::AddressChanged => "address_changed",
            Self::NameChanged => "name_changed",
            Self::DataExported => "data_exported",
            Self::AccountDeleted => "account_deleted",
            Self::TokenMade => "token_made",
            Self::TokenEnded => "token_ended",
            Self::Blocked => "blocked",
            Self::Unblocked => "unblocked",
            Self::Banned => "banned",
            Self::BanLifted => "ban_lifted",
            Self::GameVoided => "game_voided",
            Self::Announced => "announced",
            Self::AnnouncementEnded => "announcement_ended",
            Self::DeadLetterRetried => "dead_letter_retried",
            Self::DeadLetterDropped => "dead_letter_dropped",
            Self::Kicked => "kicked",
            Self::WebhookMade => "webhook_made",
            Self::WebhookRemoved => "webhook_removed",
            Self::WebhookSecretRotated => "webhook_secret_rotated",
        }
    }
}

tokio::task_local! {
    /// Where the request that is being answered came from.
    static ORIGIN: IpAddr;
}

/// Does `work` for a request from `origin`: what is noted meanwhile says so.
pub async fn on_behalf<T>(origin: Option<IpAddr>, work: impl Future<Output = T>) -> T {
    match origin {
        Some(origin) => ORIGIN.scope(origin, work).await,
        None => work.await,
    }
}

/// Notes what happened to `account` (the nil id: to nobody we know). `detail` is a small JSON object without secrets.
pub async fn note(
    connection: &mut Connection,
    app: &App,
    account: Uuid,
    kind: Kind,
    detail: Value,
) -> Result<(), Error> {
    let address = ORIGIN.try_with(IpAddr::to_string).ok();
    write(connection, app, account, kind, address, &detail).await
}

/// Notes that an account is a pseudonym now: not even where the request came from is kept.
pub async fn note_departure(connection: &mut Connection, app: &App, account: Uuid) -> Result<(), Error> {
    write(connection, app, account, Kind::AccountDeleted, None, &json!({})).await
}

async fn write(
    connection: &mut Connection,
    app: &App,
    account: Uuid,
    kind: Kind,
    address: Option<String>,
    detail: &Value,
) -> Result<(), Error> {
    let row = store::operators::AuditRow {
        id: app.new_id(),
        account_id: account,
        kind: kind.word().to_owned(),
        at: app.now(),
        address,
        detail: detail.to_string(),
    };
    Ok(store::operators::add_audit(connection, &row).await?)
}

/// Forgets what was noted more than a year ago.
pub async fn forget(app: &App, connection: &mut Connection) -> Result<(), Error> {
    Ok(store::operators::forget_audit(connection, app.now() - TimeDelta::days(KEPT_DAYS)).await?)
}

/// A note as the owner of the account reads it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Note {
    /// Later notes have greater ids.
    pub id: Uuid,
    /// What happened: a word such as `logged_in`, `log_in_failed`, `password_changed`. There may be new ones.
    pub kind: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub at: Instant,
    /// The network address the request came from; null for what the server did by itself.
    pub address: Option<String>,
    /// More about it; what it holds depends on the kind.
    #[schema(value_type = Object)]
    pub detail: Value,
}

/// A page of the log, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Notes {
    /// The notes.
    pub notes: Vec<Note>,
    /// Pass this as `cursor` for the next page; null on the last one.
    pub next_cursor: Option<String>,
}

/// What was noted about `account`. Error: `invalid_parameter` for a cursor of another list.
pub async fn page(
    connection: &mut Connection,
    account: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Notes, Error> {
    let list = format!("audit of {account}");
    let before = after.map(|after| cursor::read(&list, after)).transpose()?;
    let mut rows = store::operators::page_of_audit(connection, account, before, i64::from(limit) + 1).await?;
    let next_cursor = cursor::cut(&list, &mut rows, limit, |row| row.id);
    Ok(Notes { notes: rows.into_iter().map(Note::from).collect(), next_cursor })
}

impl From<store::operators::AuditRow> for Note {
    fn from(row: store::operators::AuditRow) -> Self {
        let detail = serde_json::from_str(&row.detail).unwrap_or_default();
        Self { id: row.id, kind: row.kind, at: row.at, address: row.address, detail }
    }
}
