//! Connections. One pool per web worker thread: a connection's task lives on the thread that made it.

use ::deadpool::managed::QueueMode;
use diesel_async::AsyncPgConnection;
use diesel_async::pooled_connection::deadpool;
use diesel_async::pooled_connection::{AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod};

use crate::error::Error;

/// A connection, in or out of a transaction.
pub type Connection = AsyncPgConnection;

/// A pool of connections.
pub type Pool = deadpool::Pool<AsyncPgConnection>;

/// A pooled connection on loan.
pub type Loan = deadpool::Object<AsyncPgConnection>;

/// A pool of at most `size` connections to `url`. Nothing is opened before the first loan.
pub fn open(url: &str, size: usize) -> Result<Pool, String> {
    let mut config = ManagerConfig::default();
    // Any other way costs a round trip per loan; a broken connection shows at its first use and is replaced.
    config.recycling_method = RecyclingMethod::Fast;
    let manager = AsyncDieselConnectionManager::<AsyncPgConnection>::new_with_config(url, config);
    // The connection that came back last: what its server process needs is still at hand, the others may sleep on.
    let pool = Pool::builder(manager).max_size(size).queue_mode(QueueMode::Lifo);
    pool.build().map_err(|error| error.to_string())
}

/// A connection of the pool, as soon as one is free.
pub async fn lend(pool: &Pool) -> Result<Loan, Error> {
    pool.get().await.map_err(|error| Error::NoConnection(error.to_string()))
}
