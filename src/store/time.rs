//! The database's clock.

use diesel::QueryableByName;
use diesel::sql_types::Timestamptz;
use diesel_async::RunQueryDsl;

use super::{Connection, StoreError};
use crate::clock::Instant;

/// What time it is by the database's clock. Only to measure how far ours is from it: every other statement is handed the
/// time.
pub async fn now(connection: &mut Connection) -> Result<Instant, StoreError> {
    #[derive(QueryableByName)]
    struct Now {
        #[diesel(sql_type = Timestamptz)]
        at: Instant,
    }
    let now: Now = diesel::sql_query("SELECT clock_timestamp() AS at").get_result(connection).await?;
    Ok(now.at)
}
