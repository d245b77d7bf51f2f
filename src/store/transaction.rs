//! All or nothing.

use diesel_async::AsyncConnection;
use diesel_async::TransactionManager;

use super::Connection;
use crate::error::Error;

type Manager = <Connection as AsyncConnection>::TransactionManager;

/// Runs `work` in a transaction: kept if it succeeds, undone if it fails. A connection whose transaction was
/// abandoned half way is not used again by its pool.
pub async fn transaction<T>(
    connection: &mut Connection,
    work: impl AsyncFnOnce(&mut Connection) -> Result<T, Error>,
) -> Result<T, Error> {
    Manager::begin_transaction(connection).await?;
    match work(connection).await {
        Ok(value) => {
            Manager::commit_transaction(connection).await?;
            Ok(value)
        }
        Err(error) => {
            // What broke first says more than that the rest could not be undone: the database undoes it by itself.
            if let Err(undone) = Manager::rollback_transaction(connection).await {
                tracing::debug!(error = %undone, "a transaction could not be undone");
            }
            Err(error)
        }
    }
}
