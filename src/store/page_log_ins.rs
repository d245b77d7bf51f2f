//! Log-ins of browsers on the pages where apps are allowed, by the hash of the secret in a cookie.

use uuid::Uuid;

use super::sql::{Statement, by_name, sql};
use super::{Connection, Result, Transaction};
use time_control::Instant;

by_name! {
    #[derive(Debug, Clone)]
    pub struct PageLogInRow {
        pub id: Uuid,
        pub secret_hash: Vec<u8>,
        /// Path and query of the page that the browser goes on with.
        pub goes_to: String,
        /// Who may log in, or has.
        pub account_id: Option<Uuid>,
        pub created_at: Instant,
        pub expires_at: Instant,
        pub logged_in_at: Option<Instant>,
    }
}

pub async fn add(connection: &mut Connection, row: &PageLogInRow) -> Result<()> {
    sql("INSERT INTO page_log_ins (id, secret_hash, goes_to, account_id, created_at, expires_at, logged_in_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)")
    .bind(row.id)
    .bind(&row.secret_hash)
    .bind(&row.goes_to)
    .bind(row.account_id)
    .bind(row.created_at)
    .bind(row.expires_at)
    .bind(row.logged_in_at)
    .run(connection)
    .await
}

/// The log-in of a cookie, if it has not expired at `now`.
pub async fn find(
    connection: &mut Connection,
    id: Uuid,
    secret_hash: &[u8],
    now: Instant,
) -> Result<Option<PageLogInRow>> {
    sql(
        "SELECT id, secret_hash, goes_to, account_id, created_at, expires_at, logged_in_at FROM page_log_ins \
         WHERE id = $1 AND secret_hash = $2 AND expires_at > $3",
    )
    .bind(id)
    .bind(secret_hash)
    .bind(now)
    .get_optional(connection)
    .await
}

/// Names the account that may log in; `false` if there is no such log-in, or it has an account.
pub async fn name_account(tx: &mut Transaction<'_>, id: Uuid, account: Uuid) -> Result<bool> {
    sql("UPDATE page_log_ins SET account_id = $2 WHERE id = $1 AND account_id IS NULL")
        .bind(id)
        .bind(account)
        .affects_any(tx)
        .await
}

/// How many mails for log-ins of an account were asked for since an instant. A log-in by password has none: it begins and
/// ends at the same instant.
pub async fn count_mails_since(connection: &mut Connection, account: Uuid, since: Instant) -> Result<i64> {
    sql("SELECT count(*) AS value FROM page_log_ins WHERE account_id = $1 AND created_at > $2 \
         AND logged_in_at IS DISTINCT FROM created_at")
    .bind(account)
    .bind(since)
    .value(connection)
    .await
}

/// The account that may log in, as long as the log-in waits at `now`.
pub async fn waiting_for(connection: &mut Connection, id: Uuid, now: Instant) -> Result<Option<Uuid>> {
    sql("SELECT account_id AS value FROM page_log_ins WHERE id = $1 AND account_id IS NOT NULL \
         AND logged_in_at IS NULL AND expires_at > $2")
    .bind(id)
    .bind(now)
    .optional_value(connection)
    .await
}

/// Counts that the code of the mail is typed; `false` if it was typed `most` times before, or the log-in does not wait
/// any more.
pub async fn count_try(connection: &mut Connection, id: Uuid, (now, most): (Instant, i16)) -> Result<bool> {
    sql("UPDATE page_log_ins SET tries = tries + 1::smallint WHERE id = $1 AND logged_in_at IS NULL \
         AND expires_at > $2 AND tries < $3")
    .bind(id)
    .bind(now)
    .bind(most)
    .affects_any(connection)
    .await
}

/// Logs the browser in until `expires_at`; `false` if the log-in is used or gone.
pub async fn log_in(tx: &mut Transaction<'_>, id: Uuid, now: Instant, expires_at: Instant) -> Result<bool> {
    sql("UPDATE page_log_ins SET logged_in_at = $2, expires_at = $3 \
         WHERE id = $1 AND logged_in_at IS NULL AND account_id IS NOT NULL AND expires_at > $2")
    .bind(id)
    .bind(now)
    .bind(expires_at)
    .affects_any(tx)
    .await
}

/// Is the browser logged in to an account that is not banned?
pub async fn is_valid(connection: &mut Connection, id: Uuid, now: Instant) -> Result<bool> {
    sql("SELECT 1 FROM page_log_ins l WHERE l.id = $1 AND l.logged_in_at IS NOT NULL AND l.expires_at > $2 \
         AND NOT EXISTS (SELECT 1 FROM bans b WHERE b.account_id = l.account_id)")
    .bind(id)
    .bind(now)
    .affects_any(connection)
    .await
}

pub async fn remove(connection: &mut Connection, id: Uuid) -> Result<()> {
    sql("DELETE FROM page_log_ins WHERE id = $1").bind(id).run(connection).await
}

/// Ends every log-in of an account.
pub async fn remove_all(connection: &mut Connection, account: Uuid) -> Result<()> {
    sql("DELETE FROM page_log_ins WHERE account_id = $1").bind(account).run(connection).await
}

pub async fn forget(connection: &mut Connection, now: Instant) -> Result<()> {
    sql("DELETE FROM page_log_ins WHERE expires_at < $1").bind(now).run(connection).await
}
