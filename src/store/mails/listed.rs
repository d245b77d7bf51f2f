//! Mails as their readers and operators see them, without addresses.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Bool, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::queue::{MailKey, MailResult};
use crate::store::pages::Place;
use crate::store::sql::sql;
use crate::store::{Connection, StoreError};
use crate::time_control::Instant;

#[derive(Debug, Clone, QueryableByName)]
pub struct ListedMail {
    #[diesel(embed)]
    pub key: MailKey,
    #[diesel(sql_type = Text)]
    pub kind: String,
    /// The account of the reader; `None`: an address without an account.
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub account_id: Option<Uuid>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub game_id: Option<Uuid>,
    /// The request that caused the mail.
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub request: Option<Uuid>,
    #[diesel(sql_type = Timestamptz)]
    pub created_at: Instant,
    /// When the mail was or is to be sent.
    #[diesel(sql_type = Timestamptz)]
    pub due_at: Instant,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub settled_at: Option<Instant>,
    #[diesel(sql_type = Nullable<Text>)]
    pub result: Option<MailResult>,
    /// Why the mail was not sent.
    #[diesel(sql_type = Nullable<Text>)]
    pub reason: Option<String>,
    /// Why the last attempt failed.
    #[diesel(sql_type = Nullable<Text>)]
    pub problem: Option<String>,
    #[diesel(sql_type = SmallInt)]
    pub attempts: i16,
    #[diesel(sql_type = Nullable<Text>)]
    pub held: Option<String>,
    #[diesel(sql_type = Bool)]
    pub is_held: bool,
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
) -> Result<Vec<ListedMail>, StoreError> {
    let (created_at, id) = place.key().unzip();
    let (older, order) = if place.is_backward() { (">", "ASC") } else { ("<", "DESC") };
    sql(format!(
        "SELECT {COLUMNS} FROM mails WHERE account_id = $1 \
         AND ($2 IS NULL OR created_at {older} $2 OR (created_at = $2 AND id {older} $3)) \
         ORDER BY created_at {order}, id {order} LIMIT $4"
    ))
    .bind::<SqlUuid, _>(account)
    .bind::<Nullable<Timestamptz>, _>(created_at)
    .bind::<Nullable<SqlUuid>, _>(id)
    .bind::<BigInt, _>(limit)
    .load(connection)
    .await
}

/// At most `limit` dead mails from a place on, newest first; the key of a place is `settled_at` and the id.
pub async fn dead(
    connection: &mut Connection,
    place: Place<(Instant, Uuid)>,
    limit: i64,
) -> Result<Vec<ListedMail>, StoreError> {
    let (settled_at, id) = place.key().unzip();
    let (older, order) = if place.is_backward() { (">", "ASC") } else { ("<", "DESC") };
    sql(format!(
        "SELECT {COLUMNS} FROM mails WHERE result = 'dead' AND ($1 IS NULL OR (settled_at, id) {older} ($1, $2)) \
         ORDER BY settled_at {order}, id {order} LIMIT $3"
    ))
    .bind::<Nullable<Timestamptz>, _>(settled_at)
    .bind::<Nullable<SqlUuid>, _>(id)
    .bind::<BigInt, _>(limit)
    .load(connection)
    .await
}

/// Puts a dead mail back into the queue with no attempts counted; `false` if there is none with this key.
pub async fn retry(connection: &mut Connection, key: MailKey, now: Instant) -> Result<bool, StoreError> {
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
) -> Result<usize, StoreError> {
    sql(format!(
        "UPDATE mails SET {AGAIN} WHERE result = 'dead' AND (partition, id) IN (SELECT partition, id FROM mails \
         WHERE result = 'dead' AND settled_at <= $1 ORDER BY settled_at, id LIMIT $2)"
    ))
    .bind::<Timestamptz, _>(until)
    .bind::<BigInt, _>(limit)
    .bind::<Timestamptz, _>(now)
    .execute(connection)
    .await
}

/// Drops a dead mail; `false` if there is none with this key.
pub async fn drop(connection: &mut Connection, key: MailKey, now: Instant) -> Result<bool, StoreError> {
    change_dead(connection, "result = 'dropped', settled_at = $3", key, now).await
}

async fn change_dead(
    connection: &mut Connection,
    set: &str,
    key: MailKey,
    now: Instant,
) -> Result<bool, StoreError> {
    let statement = format!("UPDATE mails SET {set} WHERE partition = $1 AND id = $2 AND result = 'dead'");
    let changed = sql(statement)
        .bind::<SqlUuid, _>(key.partition)
        .bind::<SqlUuid, _>(key.id)
        .bind::<Timestamptz, _>(now)
        .execute(connection)
        .await?;
    Ok(changed > 0)
}
