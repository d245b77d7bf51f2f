//! Transactions: all or nothing.

use std::ops::{Deref, DerefMut};

use diesel_async::AsyncConnection;
use diesel_async::TransactionManager;

use super::{Connection, StoreError};

type Manager = <Connection as AsyncConnection>::TransactionManager;

/// A connection in a transaction, or what has such a connection. Only [`transaction`] makes one, so a function that
/// takes a `Transaction` can leave rows locked, or write in several statements.
pub struct Transaction<'c, C = Connection> {
    /// Public beside `Deref`, because parts of it can be borrowed one by one through the field, but not through
    /// `Deref`.
    pub ctx: &'c mut C,
    _of_transaction: OfTransaction,
}

/// A value that has a connection, such as the context of a use case.
pub trait Connected {
    fn connection(&mut self) -> &mut Connection;
}

impl Connected for Connection {
    fn connection(&mut self) -> &mut Connection {
        self
    }
}

/// Keeps others from making a [`Transaction`].
struct OfTransaction;

impl<C: Connected> Transaction<'_, C> {
    /// The transaction for functions of the store, which know nothing but the connection.
    pub fn bare(&mut self) -> Transaction<'_> {
        Transaction { ctx: self.ctx.connection(), _of_transaction: OfTransaction }
    }
}

impl<C> Deref for Transaction<'_, C> {
    type Target = C;

    fn deref(&self) -> &C {
        self.ctx
    }
}

impl<C> DerefMut for Transaction<'_, C> {
    fn deref_mut(&mut self) -> &mut C {
        self.ctx
    }
}

/// Runs `work` in a transaction, which is committed if `work` succeeds and rolled back if it fails. A connection whose
/// transaction was abandoned half way is not used again by its pool.
pub async fn transaction<C: Connected, T, E: From<StoreError>>(
    ctx: &mut C,
    work: impl AsyncFnOnce(&mut Transaction<'_, C>) -> Result<T, E>,
) -> Result<T, E> {
    Manager::begin_transaction(ctx.connection()).await?;
    match work(&mut Transaction { ctx, _of_transaction: OfTransaction }).await {
        Ok(value) => {
            Manager::commit_transaction(ctx.connection()).await?;
            Ok(value)
        }
        Err(error) => {
            // The first error matters more than a failed rollback: the database rolls back by itself.
            if let Err(failed) = Manager::rollback_transaction(ctx.connection()).await {
                tracing::debug!(error = %failed, "a transaction could not be rolled back");
            }
            Err(error)
        }
    }
}
