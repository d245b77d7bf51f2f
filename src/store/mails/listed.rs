//! Mails as their readers and operators see them, without addresses.

use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::queue::{MailKey, MailResult};
use crate::pages::Place;
use crate::sql::{Statement, by_name, sql};
use crate::{Connection, Result};
use time_control::Instant;

by_name! {
    #[derive(Debug, Clone)]
    pub struct ListedMail {
        pub key: MailKey,
        pub kind: String,
        /// The account of the reader; `None`: an address without an account.
        pub account_id: Option<Uuid>,
        pub game_id: Option<Uuid>,
        pub request: Option<Uuid>,
        pub created_at: Instant,
        /// When the mail was or is to be sent.
        pub due_at: Instant,
        pub settled_at: Option<Instant>,
        pub result: Option<MailResult>,
        /// Why the mail was not sent.
        pub reason: Option<String>,
        /// Why the last attempt failed.
        pub problem: Option<String>,
        pub attempts: i16,
        pub held: Option<String>,
        pub is_held: bool,
    }
}

const COLUMNS: &str = "partition, id, kind, account_id, CASE WHEN kind NOT IN ('announcement', 'sign_up') THEN nullif(partition, account_id) END AS game_id, request, created_at, due_at, \
    settled_at, result, reason, problem, attempts, held, \
    settled_at IS NULL AND attempts = 0 AND held IS NOT NULL AND waiting_since IS NULL AS is_held";

/// At most `limit` mails to `account` from a place on, newest first; the key of a place is `created_at` and the id.
pub async fn to_account(
    connection: &mut Connection,
    account: Uuid,
    place: Place<(Instant, Uuid)>,
    limit: i64,
) -> Result<Vec<ListedMail>> {
    let (created_at, id) = place.key().unzip();
    let (older, order) = place.direction();
    sql(format!(
        "SELECT {COLUMNS} FROM mails WHERE account_id = $1 \
         AND ($2 IS NULL OR created_at {older} $2 OR (created_at = $2 AND id {older} $3)) \
         ORDER BY created_at {order}, id {order} LIMIT $4"
    ))
    .bind(account)
    .bind(created_at)
    .bind(id)
    .bind(limit)
    .load(connection)
    .await
}

/// At most `limit` dead mails from a place on, newest first; the key of a place is `settled_at` and the id.
pub async fn dead(
    connection: &mut Connection,
    place: Place<(Instant, Uuid)>,
    limit: i64,
) -> Result<Vec<ListedMail>> {
    let (settled_at, id) = place.key().unzip();
    let (older, order) = place.direction();
    sql(format!(
        "SELECT {COLUMNS} FROM mails WHERE result = 'dead' AND ($1 IS NULL OR (settled_at, id) {older} ($1, $2)) \
         ORDER BY settled_at {order}, id {order} LIMIT $3"
    ))
    .bind(settled_at)
    .bind(id)
    .bind(limit)
    .load(connection)
    .await
}

/// Puts a dead mail back into the queue with no attempts counted; `false` if there is none with this key.
pub async fn retry(connection: &mut Connection, key: MailKey, now: Instant) -> Result<bool> {
    change_dead(connection, AGAIN, key, now).await
}

/// The assignments that put a mail back into the queue, due at `$3`.
const AGAIN: &str = "settled_at = NULL, result = NULL, reason = NULL, attempts = 0, claimed_until = NULL, \
    waiting_since = NULL, released = false, due_at = $3";

/// Puts at most `limit` mails that have been dead since `until` or longer back into the queue; returns how many.
pub async fn retry_some(
    connection: &mut Connection,
    until: Instant,
    limit: i64,
    now: Instant,
) -> Result<usize> {
    sql(format!(
        "UPDATE mails SET {AGAIN} WHERE result = 'dead' AND (partition, id) IN (SELECT partition, id FROM mails \
         WHERE result = 'dead' AND settled_at <= $1 ORDER BY settled_at, id LIMIT $2)"
    ))
    .bind(until)
    .bind(limit)
    .bind(now)
    .execute(connection)
    .await
}

/// Drops a dead mail; `false` if there is none with this key.
pub async fn drop(connection: &mut Connection, key: MailKey, now: Instant) -> Result<bool> {
    change_dead(connection, "result = 'dropped', settled_at = $3", key, now).await
}

async fn change_dead(connection: &mut Connection, set: &str, key: MailKey, now: Instant) -> Result<bool> {
    let statement = format!("UPDATE mails SET {set} WHERE partition = $1 AND id = $2 AND result = 'dead'");
    sql(statement).bind(key.partition).bind(key.id).bind(now).affects_any(connection).await
}
