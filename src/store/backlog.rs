//! How much there is to do, counted up to a bound, so that it costs the same with any number of games.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Timestamptz};
use diesel_async::RunQueryDsl;

use super::{Connection, StoreError};
use crate::clock::Instant;

/// What waits.
#[derive(Debug, Clone, QueryableByName)]
pub struct Backlog {
    /// Decisions that are open.
    #[diesel(sql_type = BigInt)]
    pub open_decisions: i64,
    /// Mails that wait, due or not.
    #[diesel(sql_type = BigInt)]
    pub waiting_mails: i64,
    /// For how many seconds the oldest mail that is due has been due.
    #[diesel(sql_type = BigInt)]
    pub oldest_seconds: i64,
    /// Mails that were given up.
    #[diesel(sql_type = BigInt)]
    pub dead_letters: i64,
}

/// What waits at `now`; no number is counted beyond 100,000.
pub async fn now(connection: &mut Connection, now: Instant) -> Result<Backlog, StoreError> {
    diesel::sql_query(
        "SELECT (SELECT count(*) FROM (SELECT FROM decisions LIMIT 100000) d) AS open_decisions, \
         (SELECT count(*) FROM (SELECT FROM outbox WHERE settled_at IS NULL LIMIT 100000) o) \
         + (SELECT count(*) FROM (SELECT FROM account_mails WHERE settled_at IS NULL LIMIT 100000) m) \
         AS waiting_mails, \
         coalesce(extract(epoch FROM $1 - least((SELECT min(due_at) FROM outbox WHERE settled_at IS NULL), \
         (SELECT min(due_at) FROM account_mails WHERE settled_at IS NULL), $1)), 0)::bigint AS oldest_seconds, \
         (SELECT count(*) FROM (SELECT FROM outbox WHERE result = 'dead' LIMIT 100000) o) \
         + (SELECT count(*) FROM (SELECT FROM account_mails WHERE result = 'dead' LIMIT 100000) m) AS dead_letters",
    )
    .bind::<Timestamptz, _>(now)
    .get_result(connection)
    .await
}
