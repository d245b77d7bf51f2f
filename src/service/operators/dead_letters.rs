//! Mails that were given up: listed, tried again, put away.

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::{Code, Error};
use crate::service::audit::{self, AuditKind};
use crate::service::page::{self, Page};
use crate::service::{Ctx, Tx};
use crate::store::Connection;
use crate::store::mails::listed::{self, ListedMail};
use crate::store::mails::queue::MailKey;
use crate::time_control::Instant;

/// A mail that could not be delivered.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct DeadLetter {
    pub id: String,
    /// The kind of notification, such as `your_turn` or `verify_address`.
    pub kind: String,
    /// The account of the reader; null for an invitation by address, which is never shown.
    pub account: Option<Uuid>,
    /// Null if it is about no game.
    pub game: Option<Uuid>,
    pub attempts: i16,
    /// Why it failed, without addresses.
    pub problem: Option<String>,
    /// The same in stable words, such as `dead: 550 5.1.1`.
    pub reason: Option<String>,
    /// The `X-Request-Id` of the request that caused it; null if none did.
    pub request_id: Option<Uuid>,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Instant,
    #[schema(value_type = String, format = DateTime)]
    pub given_up_at: Instant,
}

/// A page of dead letters. Error: `invalid_parameter` for a cursor of another list.
pub async fn page(
    connection: &mut Connection,
    after: Option<&str>,
    limit: u16,
) -> Result<Page<DeadLetter>, Error> {
    let place = page::place(LIST, after)?;
    let rows = listed::dead(connection, place, i64::from(limit) + 1).await?;
    Ok(page::cut(LIST, rows, limit, &place, |letter| {
        (letter.settled_at.unwrap_or(letter.due_at), letter.key.id)
    })
    .map(DeadLetter::from))
}

/// Has a letter tried again.
pub async fn retry(tx: &mut Tx<'_>, operator: Uuid, letter: &str) -> Result<(), Error> {
    let found = match key(letter) {
        Some(key) => listed::retry(&mut tx.ctx.db, key, tx.ctx.app.now()).await?,
        None => false,
    };
    note(tx, operator, letter, AuditKind::DeadLetterRetried, found).await
}

/// What became of a request to retry all.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct RetriedDeadLetters {
    /// How many mails are due again; 0 if none was dead.
    pub retried: usize,
}

/// How many letters are put back in one transaction.
const MAX_AT_ONCE: i64 = 1_000;

/// Has all letters tried again that were given up until now, in several transactions.
pub async fn retry_all(ctx: &mut Ctx, operator: Uuid) -> Result<RetriedDeadLetters, Error> {
    // A letter that fails again meanwhile is given up after this instant, so that the loop ends.
    let until = ctx.app.now();
    let mut retried = 0;
    loop {
        let some = ctx.transaction(async |tx| {
            let some = listed::retry_some(&mut tx.ctx.db, until, MAX_AT_ONCE, tx.ctx.app.now()).await?;
            if some > 0 {
                let detail = json!({"letters": some});
                audit::record(tx, operator, AuditKind::DeadLetterRetried, detail).await?;
            }
            Ok::<_, Error>(some)
        });
        match some.await? {
            0 => return Ok(RetriedDeadLetters { retried }),
            some => retried += some,
        }
    }
}

/// Puts a letter away.
pub async fn drop(tx: &mut Tx<'_>, operator: Uuid, letter: &str) -> Result<(), Error> {
    let found = match key(letter) {
        Some(key) => listed::drop(&mut tx.ctx.db, key, tx.ctx.app.now()).await?,
        None => false,
    };
    note(tx, operator, letter, AuditKind::DeadLetterDropped, found).await
}

async fn note(
    ctx: &mut Ctx,
    operator: Uuid,
    letter: &str,
    kind: AuditKind,
    found: bool,
) -> Result<(), Error> {
    if !found {
        return Err(Code::DeadLetterNotFound.problem());
    }
    audit::record(ctx, operator, kind, json!({"letter": letter})).await
}

/// The list of dead letters, as a cursor knows it.
const LIST: &str = "dead letters";

/// Parses the id of a letter.
fn key(letter: &str) -> Option<MailKey> {
    let (partition, id) = letter.split_once('.')?;
    Some(MailKey { partition: partition.parse().ok()?, id: id.parse().ok()? })
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
