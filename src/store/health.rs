//! Does the database answer, and what time is it there?

use diesel::QueryableByName;
use diesel::sql_types::{Bool, Timestamptz};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};

use super::sql::sql;
use super::{Connection, StoreError};
use crate::time_control::Instant;

/// One round trip that touches no table.
pub async fn ping(connection: &mut Connection) -> Result<(), StoreError> {
    connection.batch_execute("SELECT 1").await
}

/// A write that needs fresh space on the disk and leaves nothing behind. It costs some milliseconds and rows of the
/// catalogue: only for finding out whether writes succeed again.
pub async fn write(connection: &mut Connection) -> Result<(), StoreError> {
    // Several statements in one message are one transaction.
    let write = "CREATE TEMPORARY TABLE althing_write_probe (filler text) ON COMMIT DROP; \
                 INSERT INTO althing_write_probe SELECT repeat(md5(i::text), 60) FROM generate_series(1, 32) i";
    connection.batch_execute(write).await
}

/// Is the connection encrypted, as its server sees it?
pub async fn encrypted(connection: &mut Connection) -> Result<bool, StoreError> {
    let own = "coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false)";
    diesel::select(diesel::dsl::sql::<Bool>(own)).get_result(connection).await
}

/// What time it is by the database's clock. Only to measure how far ours is from it: every other statement is handed the
/// time.
pub async fn database_time(connection: &mut Connection) -> Result<Instant, StoreError> {
    #[derive(QueryableByName)]
    struct Now {
        #[diesel(sql_type = Timestamptz)]
        at: Instant,
    }
    let now: Now = sql("SELECT clock_timestamp() AS at").get_result(connection).await?;
    Ok(now.at)
}
