//! Mails that were given up: listed, tried again, put away.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::clock::Instant;
use crate::error::{Code, Error};
use crate::service::audit::{self, Kind};
use crate::store::Connection;
use crate::store::mails::listed::{self, ListedMail};
use crate::store::mails::queue::MailKey;

/// A mail that was given up.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DeadLetter {
    /// Names it.
    pub id: String,
    /// What it was for: a word such as `your_turn`, `verify_address` or `invitation`.
    pub kind: String,
    /// Who was to get it; null when somebody was invited by a mail address, which is told to nobody.
    pub account: Option<Uuid>,
    /// The game it is about, if it is about one.
    pub game: Option<Uuid>,
    /// How often it was tried.
    pub attempts: i16,
    /// Why it was given up; addresses are left out.
    pub problem: Option<String>,
    /// The same in words that stay as they are, such as `dead: 550 5.1.1`.
    pub reason: Option<String>,
    /// The `X-Request-Id` of the request that caused it, as the log has it; null where none did, such as for a deadline.
    pub request_id: Option<Uuid>,
    /// When it was written.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    /// When it was given up.
    #[schema(value_type = String, format = DateTime)]
    pub given_up_at: Instant,
}

/// A page of dead letters, newest first.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DeadLetters {
    /// The letters.
    pub dead_letters: Vec<DeadLetter>,
    /// Pass this as `cursor` for the next page; null on the last one.
    pub next_cursor: Option<String>,
}

/// The letters. Error: `invalid_parameter` for a cursor of another list.
pub async fn page(
    connection: &mut Connection,
    after: Option<&str>,
    limit: u16,
) -> Result<DeadLetters, Error> {
    let after = after.map(read_cursor).transpose()?;
    let mut rows = listed::dead(connection, after, i64::from(limit) + 1).await?;
    let more = rows.len() > usize::from(limit);
    rows.truncate(usize::from(limit));
    let next_cursor = rows.last().filter(|_| more).map(write_cursor);
    Ok(DeadLetters { dead_letters: rows.into_iter().map(DeadLetter::from).collect(), next_cursor })
}

/// Has a letter tried again; to be called in a transaction. Error: `dead_letter_not_found`.
pub async fn retry(
    app: &App,
    connection: &mut Connection,
    operator: Uuid,
    letter: &str,
) -> Result<(), Error> {
    let found = match key(letter) {
        Some(key) => listed::retry(connection, key, app.now()).await?,
        None => false,
    };
    note(app, connection, operator, letter, Kind::DeadLetterRetried, found).await
}

/// Puts a letter away; to be called in a transaction. Error: `dead_letter_not_found`.
pub async fn drop(app: &App, connection: &mut Connection, operator: Uuid, letter: &str) -> Result<(), Error> {
    let found = match key(letter) {
        Some(key) => listed::drop(connection, key, app.now()).await?,
        None => false,
    };
    note(app, connection, operator, letter, Kind::DeadLetterDropped, found).await
}

async fn note(
    app: &App,
    connection: &mut Connection,
    operator: Uuid,
    letter: &str,
    kind: Kind,
    found: bool,
) -> Result<(), Error> {
    if !found {
        return Err(Code::DeadLetterNotFound.problem());
    }
    audit::note(connection, app, operator, kind, json!({"letter": letter})).await
}

/// What a cursor of this list begins with.
const MARK: &str = "dead letters ";

fn write_cursor(last: &ListedMail) -> String {
    let given_up_at = last.settled_at.unwrap_or(last.due_at);
    BASE64_URL_SAFE_NO_PAD.encode(format!("{MARK}{} {}", given_up_at.timestamp_micros(), last.key.id))
}

/// The key of a letter that is named so.
fn key(letter: &str) -> Option<MailKey> {
    let (partition, id) = letter.split_once('.')?;
    Some(MailKey { partition: partition.parse().ok()?, id: id.parse().ok()? })
}

fn read_cursor(cursor: &str) -> Result<(Instant, Uuid), Error> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(cursor).unwrap_or_default();
    let read = || {
        let (at, id) = std::str::from_utf8(&bytes).ok()?.strip_prefix(MARK)?.split_once(' ')?;
        Some((Instant::from_timestamp_micros(at.parse().ok()?)?, id.parse().ok()?))
    };
    read().ok_or_else(|| Code::InvalidParameter.field("cursor", "This is no cursor of this list."))
}

impl From<ListedMail> for DeadLetter {
    fn from(row: ListedMail) -> Self {
        Self {
            id: format!("{}.{}", row.key.partition, row.key.id),
            kind: row.kind,
            account: row.account_id,
            game: row.game_id,
            attempts: row.attempts,
            problem: row.problem,
            reason: row.reason,
            request_id: row.request,
            created_at: row.created_at,
            given_up_at: row.settled_at.unwrap_or(row.due_at),
        }
    }
}
