//! The database as a whole: whether it answers, its clock, and how much work waits.

use diesel_async::{RunQueryDsl, SimpleAsyncConnection};

use super::sql::{Statement, by_name, sql};
use super::{Connection, Result};
use time_control::Instant;

/// One round trip that touches no table.
///
/// It is prepared, like what requests do: through a pooler that forgets prepared statements, plain ones succeed and those
/// fail.
pub async fn ping(connection: &mut Connection) -> Result<()> {
    sql("SELECT 1").run(connection).await
}

/// Makes a write that needs fresh space on the disk and leaves nothing behind. It costs some milliseconds and rows of
/// the catalogue, so it is only for finding out whether writes succeed again.
pub async fn write(connection: &mut Connection) -> Result<()> {
    // Several statements in one message are one transaction.
    let write = "CREATE TEMPORARY TABLE althing_write_probe (filler text) ON COMMIT DROP; \
                 INSERT INTO althing_write_probe SELECT repeat(md5(i::text), 60) FROM generate_series(1, 32) i";
    connection.batch_execute(write).await
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
        pub dead_letters: i64,
    }

    #[derive(Debug, Clone)]
    pub struct GamesInState {
        pub state: String,
        pub count: i64,
    }
}

/// The backlog. No number is counted beyond 100,000.
pub async fn backlog(connection: &mut Connection) -> Result<Backlog> {
    sql("SELECT (SELECT count(*) FROM (SELECT 1 FROM decisions LIMIT 100000) d) AS open_decisions, \
         (SELECT count(*) FROM (SELECT 1 FROM mails WHERE settled_at IS NULL LIMIT 100000) m) AS waiting_mails, \
         (SELECT count(*) FROM (SELECT 1 FROM mails WHERE result = 'dead' LIMIT 100000) m) AS dead_letters")
    .get_result(connection)
    .await
}

/// For how many seconds the oldest mail could not leave at `now`: since it first waited for the server; or since it was made,
/// if it failed otherwise; or since it has been due. What a reader's preferences put off is not stuck. Of more than 100,000
/// mails that wait some are not looked at.
pub async fn mails_stuck_seconds(connection: &mut Connection, now: Instant) -> Result<i64> {
    sql("SELECT coalesce(extract(epoch FROM $1 - (SELECT min(since) FROM (SELECT CASE \
         WHEN waiting_since IS NOT NULL THEN waiting_since \
         WHEN attempts > 0 AND held IS NULL THEN created_at \
         WHEN due_at <= $1 THEN due_at END AS since \
         FROM mails WHERE settled_at IS NULL LIMIT 100000) m)), 0)::bigint")
    .bind(now)
    .value(connection)
    .await
}

/// How many games are in each state: up to 100,000 that go on are counted; those that are over are what PostgreSQL
/// estimates of the table besides, since counting a million takes a second.
pub async fn games_by_state(connection: &mut Connection) -> Result<Vec<GamesInState>> {
    sql("WITH alive AS MATERIALIZED (SELECT status FROM games \
         WHERE status IN ('open', 'confirming', 'running', 'paused') LIMIT 100000) \
         SELECT s.state, (SELECT count(*) FROM alive a WHERE a.status = s.state) AS count \
         FROM unnest(ARRAY['open', 'confirming', 'running', 'paused']) s (state) \
         UNION ALL SELECT 'over', greatest(0, (SELECT greatest(reltuples, 0)::bigint FROM pg_class \
         WHERE oid = 'games'::regclass) - (SELECT count(*) FROM alive))")
    .load(connection)
    .await
}

/// How many accounts there are, as PostgreSQL estimates it.
pub async fn accounts(connection: &mut Connection) -> Result<i64> {
    sql("SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = 'accounts'::regclass")
        .value(connection)
        .await
}
