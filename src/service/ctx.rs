//! The context of a use case: the state of the process, and a connection.

use std::sync::Arc;

use super::App;
use crate::error::Error;
use crate::store::pool::PooledConnection;
use crate::store::{self, Connected, Connection, Pool};

/// The state of the process, and a connection of the caller's own.
pub struct Ctx {
    pub app: Arc<App>,
    pub db: PooledConnection,
}

/// A context within a transaction. Only [`Ctx::transaction`] makes one, so a function that takes it may write in
/// several statements, and lock rows until the caller is done.
pub type Tx<'t> = store::Transaction<'t, Ctx>;

impl Ctx {
    pub async fn acquire(app: &Arc<App>, pool: &Pool) -> Result<Self, Error> {
        Ok(Self { app: Arc::clone(app), db: store::pool::acquire(pool).await? })
    }

    /// Runs `work` in a transaction: kept if it succeeds, undone if it fails.
    pub async fn transaction<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut Tx<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        store::transaction(self, work).await
    }
}

impl Connected for Ctx {
    fn connection(&mut self) -> &mut Connection {
        &mut self.db
    }
}
