//! Where somebody is logged in, and ending that.

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::clock::Instant;
use crate::error::{Code, Error};
use crate::service::audit::{self, Kind};
use crate::service::cursor;
use crate::store::{self, Connection};

/// A log-in that still holds.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Session {
    /// Its id.
    pub id: Uuid,
    /// The device, as its User-Agent named itself; empty when it did not.
    pub device: String,
    /// When somebody logged in there.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// When it was last refreshed, or else the log-in.
    #[schema(value_type = String, format = DateTime)]
    pub last_used_at: Instant,
    /// Is it the one that asks?
    pub current: bool,
}

/// A page of sessions, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Sessions {
    /// The sessions.
    pub sessions: Vec<Session>,
    /// Pass this as `cursor` for the next page; null on the last one.
    pub next_cursor: Option<String>,
}

/// Where `account` is logged in. Error: `invalid_parameter` for a cursor of another list.
pub async fn page(
    app: &App,
    connection: &mut Connection,
    account: Uuid,
    current: Uuid,
    after: Option<&str>,
    limit: u16,
) -> Result<Sessions, Error> {
    let list = format!("sessions of {account}");
    let before = after.map(|after| cursor::read(&list, after)).transpose()?;
    let most = i64::from(limit) + 1;
    let mut rows = store::sessions::page(connection, account, app.now(), before, most).await?;
    let next_cursor = cursor::cut(&list, &mut rows, limit, |row| row.id);
    let sessions = rows.into_iter().map(|row| Session {
        current: row.id == current,
        id: row.id,
        device: row.device,
        created_at: row.created_at,
        last_used_at: row.last_used_at,
    });
    Ok(Sessions { sessions: sessions.collect(), next_cursor })
}

/// Ends a session of `account`; to be called in a transaction. Harmless to repeat. Error: `session_not_found`.
pub async fn end_one(
    app: &App,
    connection: &mut Connection,
    account: Uuid,
    session: Uuid,
) -> Result<(), Error> {
    if !store::sessions::is_of(connection, session, account).await? {
        return Err(Code::SessionNotFound.problem());
    }
    if store::sessions::end(connection, session, app.now()).await? {
        audit::note(connection, app, account, Kind::SessionEnded, json!({ "session": session })).await?;
    }
    Ok(())
}

/// Ends every session of `account` but `current`; to be called in a transaction.
pub async fn end_others(
    app: &App,
    connection: &mut Connection,
    account: Uuid,
    current: Uuid,
) -> Result<(), Error> {
    let ended = store::sessions::end_all(connection, account, Some(current), app.now()).await?;
    if ended > 0 {
        let detail = json!({ "sessions": ended });
        audit::note(connection, app, account, Kind::OtherSessionsEnded, detail).await?;
    }
    Ok(())
}
