//! The database as a whole: whether it answers, its clock, and how much work waits.

use diesel_async::{RunQueryDsl, SimpleAsyncConnection};

use super::sql::{by_name, sql};
use super::{Connection, Result};
use time_control::Instant;

/// One round trip that touches no table.
pub async fn ping(connection: &mut Connection) -> Result<()> {
    connection.batch_execute("SELECT 1").await
}

/// Makes a write that needs fresh space on the disk and leaves nothing behind. It costs some milliseconds and rows of
/// the catalogue, so it is only for finding out whether writes succeed again.
pub async fn write(connection: &mut Connection) -> Result<()> {
    // Several statements in one message are one transaction.
    let write = "CREATE TEMPORARY TABLE althing_write_probe (filler text) ON COMMIT DROP; \
                 INSERT INTO althing_write_probe SELECT repeat(md5(i::text), 60) FROM generate_series(1, 32) i";
    connection.batch_execute(write).await
}

/// Is the connection encrypted, as its server sees it?
pub async fn encrypted(connection: &mut Connection) -> Result<bool> {
    sql("SELECT coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false)")
        .value(connection)
        .await
}

/// The time by the database's clock. It is read only to measure how far the clock of this process is off; every other
/// statement gets the time as a parameter.
pub async fn database_time(connection: &mut Connection) -> Result<Instant> {
    sql("SELECT clock_timestamp()").value(connection).await
}

by_name! {
    /// Counts of waiting work, up to a bound, so that they cost the same with any number of games.
    #[derive(Debug, Clone)]
    pub struct Backlog {
        pub open_decisions: i64,
        /// Mails that wait, due or not.
        pub waiting_mails: i64,
        /// For how many seconds the oldest mail that is due has been due.
        pub oldest_seconds: i64,
        pub dead_letters: i64,
    }
}

/// The backlog at `now`. No number is counted beyond 100,000.
pub async fn backlog(connection: &mut Connection, now: Instant) -> Result<Backlog> {
    sql(
        "SELECT (SELECT count(*) FROM (SELECT FROM decisions LIMIT 100000) d) AS open_decisions, \
         (SELECT count(*) FROM (SELECT FROM mails WHERE settled_at IS NULL LIMIT 100000) m) AS waiting_mails, \
         (SELECT count(*) FROM (SELECT FROM mails WHERE result = 'dead' LIMIT 100000) m) AS dead_letters, \
         coalesce(extract(epoch FROM $1 - least($1, \
         (SELECT min(due_at) FROM mails WHERE settled_at IS NULL AND partition = account_id), \
         (SELECT min(due_at) FROM mails WHERE settled_at IS NULL AND partition IS DISTINCT FROM account_id))), 0)::bigint \
         AS oldest_seconds",
    )
    .bind(now)
    .get_result(connection)
    .await
}
