//! Transactions: all or nothing.

use std::ops::{Deref, DerefMut};

use diesel_async::AsyncConnection;
use diesel_async::TransactionManager;

use super::{Connection, StoreError};

type Manager = <Connection as AsyncConnection>::TransactionManager;

/// A connection in a transaction. Only [`transaction`] makes one, so a function that takes it can lock rows and leave
/// them locked, or write in several statements.
pub struct Tx<'c>(&'c mut Connection);

impl Deref for Tx<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.0
    }
}

impl DerefMut for Tx<'_> {
    fn deref_mut(&mut self) -> &mut Connection {
        self.0
    }
}

/// Runs `work` in a transaction: kept if it succeeds, undone if it fails. A connection whose transaction was
/// abandoned half way is not used again by its pool.
pub async fn transaction<T, E: From<StoreError>>(
    connection: &mut Connection,
    work: impl AsyncFnOnce(&mut Tx<'_>) -> Result<T, E>,
) -> Result<T, E> {
    Manager::begin_transaction(connection).await?;
    match work(&mut Tx(connection)).await {
        Ok(value) => {
            Manager::commit_transaction(connection).await?;
            Ok(value)
        }
        Err(error) => {
            // The first error matters more than a failed rollback: the database rolls back by itself.
            if let Err(failed) = Manager::rollback_transaction(connection).await {
                tracing::debug!(error = %failed, "a transaction could not be rolled back");
            }
            Err(error)
        }
    }
}
