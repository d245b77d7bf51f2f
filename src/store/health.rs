//! Does the database answer?

use diesel_async::SimpleAsyncConnection;

use super::{Connection, StoreError};

/// One round trip that touches no table.
pub async fn ping(connection: &mut Connection) -> Result<(), StoreError> {
    connection.batch_execute("SELECT 1").await
}
