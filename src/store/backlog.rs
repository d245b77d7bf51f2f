//! How much there is to do, counted up to a bound, so that it costs the same with any number of games.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Timestamptz};
use diesel_async::RunQueryDsl;

use super::sql::sql;
use super::{Connection, StoreError};
use crate::time_control::Instant;

#[derive(Debug, Clone, QueryableByName)]
pub struct Backlog {
    #[diesel(sql_type = BigInt)]
    pub open_decisions: i64,
    /// Mails that wait, due or not.
    #[diesel(sql_type = BigInt)]
    pub waiting_mails: i64,
    /// For how many seconds the oldest mail that is due has been due.
    #[diesel(sql_type = BigInt)]
    pub oldest_seconds: i64,
    #[diesel(sql_type = BigInt)]
    pub dead_letters: i64,
}

/// What waits at `now`; no number is counted beyond 100,000.
pub async fn now(connection: &mut Connection, now: Instant) -> Result<Backlog, StoreError> {
    sql(
        "SELECT (SELECT count(*) FROM (SELECT FROM decisions LIMIT 100000) d) AS open_decisions, \
         (SELECT count(*) FROM (SELECT FROM mails WHERE settled_at IS NULL LIMIT 100000) m) AS waiting_mails, \
         (SELECT count(*) FROM (SELECT FROM mails WHERE result = 'dead' LIMIT 100000) m) AS dead_letters, \
         coalesce(extract(epoch FROM $1 - least($1, \
         (SELECT min(due_at) FROM mails WHERE settled_at IS NULL AND partition = account_id), \
         (SELECT min(due_at) FROM mails WHERE settled_at IS NULL AND partition IS DISTINCT FROM account_id))), 0)::bigint \
         AS oldest_seconds",
    )
    .bind::<Timestamptz, _>(now)
    .get_result(connection)
    .await
}
