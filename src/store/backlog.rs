//! How much there is to do, counted up to a bound, so that it costs the same with any number of games.

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Timestamptz};
use diesel_async::RunQueryDsl;

use super::mail_queue::{MailQueue, QUEUES};
use super::{Connection, StoreError};
use crate::clock::Instant;

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

/// What waits at `now`; no number is counted beyond 100,000 of a table.
pub async fn now(connection: &mut Connection, now: Instant) -> Result<Backlog, StoreError> {
    let sum = |condition: &str| {
        let count = |queue: &MailQueue| {
            format!("(SELECT count(*) FROM (SELECT FROM {} WHERE {condition} LIMIT 100000) m)", queue.table)
        };
        QUEUES.map(count).join(" + ")
    };
    let oldest =
        |queue: &MailQueue| format!("(SELECT min(due_at) FROM {} WHERE settled_at IS NULL)", queue.table);
    diesel::sql_query(format!(
        "SELECT (SELECT count(*) FROM (SELECT FROM decisions LIMIT 100000) d) AS open_decisions, \
         {} AS waiting_mails, {} AS dead_letters, \
         coalesce(extract(epoch FROM $1 - least({}, $1)), 0)::bigint AS oldest_seconds",
        sum("settled_at IS NULL"),
        sum("result = 'dead'"),
        QUEUES.map(oldest).join(", "),
    ))
    .bind::<Timestamptz, _>(now)
    .get_result(connection)
    .await
}
