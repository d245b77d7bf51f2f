//! Connections. One pool per web worker thread: a connection's task lives on the thread that made it.

use std::ops::{Deref, DerefMut};
use std::time::Instant;

use deadpool::managed::{self, Metrics, PoolError, QueueMode, RecycleError, RecycleResult};
use diesel_async::AsyncPgConnection;
use diesel_async::pooled_connection::PoolableConnection;

use super::connect::{ConnectOptions, DatabaseConnection, DatabaseTarget};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoConnection(pub String);

/// A connection, in or out of a transaction.
pub type Connection = AsyncPgConnection;

pub type Pool = managed::Pool<ConnectionManager>;

/// [`open_with`] the limits of [`ConnectOptions::default`].
pub fn open(url: &str, size: usize) -> Result<Pool, String> {
    open_with(url, size, &ConnectOptions::default())
}

/// A pool of at most `size` connections to `url`. Nothing is opened before the first use; an error is about the URL.
pub fn open_with(url: &str, size: usize, options: &ConnectOptions) -> Result<Pool, String> {
    of(&DatabaseTarget::new(url, options)?, size)
}

/// A pool of at most `size` connections to a database.
pub fn of(target: &DatabaseTarget, size: usize) -> Result<Pool, String> {
    // LIFO: the connection that was returned last is acquired first, because the caches of its server process are warm.
    let pool = Pool::builder(ConnectionManager(target.clone())).max_size(size).queue_mode(QueueMode::Lifo);
    pool.build().map_err(|error| error.to_string())
}

/// Acquires a connection of the pool as soon as one is free. Error: none was free within the limit of the pool.
pub async fn acquire(pool: &Pool) -> Result<PooledConnection, NoConnection> {
    let options = pool.manager().0.options();
    let limit = options.limits.acquire;
    let status = pool.status();
    let begun = (status.available == 0 && status.size >= status.max_size).then(Instant::now);
    let acquired = tokio::time::timeout(limit, pool.get()).await;
    if let Some(begun) = begun {
        options.waits.add(begun.elapsed());
    }
    match acquired {
        Ok(Ok(object)) => Ok(PooledConnection(object)),
        Ok(Err(PoolError::Backend(why))) => Err(NoConnection(why)),
        Ok(Err(error)) => Err(NoConnection(error.to_string())),
        Err(_) => Err(NoConnection(format!("none was free within {} s", limit.as_secs_f32()))),
    }
}

/// A connection that was acquired from a pool. If it is returned in the middle of a transaction, because its user gave
/// up, it is closed at once, so that no lock stays behind. If it is returned in the middle of another statement, it is
/// closed when it is next to be acquired. If the server did not answer, the other connections of the pool are closed,
/// too: they would not be answered either.
pub struct PooledConnection(managed::Object<ConnectionManager>);

impl Deref for PooledConnection {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.0.connection
    }
}

impl DerefMut for PooledConnection {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.0.connection
    }
}

impl Drop for PooledConnection {
    fn drop(&mut self) {
        let is_lost = self.0.pulse.is_lost();
        if is_lost || self.0.pulse.is_in_transaction() {
            self.0.cut();
        }
        if let Some(pool) = managed::Object::pool(&self.0).filter(|_| is_lost) {
            pool.retain(|_, _| false);
        }
    }
}

#[derive(Debug)]
pub struct ConnectionManager(DatabaseTarget);

impl ConnectionManager {
    pub fn target(&self) -> &DatabaseTarget {
        &self.0
    }
}

impl managed::Manager for ConnectionManager {
    type Type = DatabaseConnection;
    type Error = String;

    async fn create(&self) -> Result<DatabaseConnection, String> {
        self.0.connect().await
    }

    /// Checks only what this process knows of the connection: a query would cost a round trip for each use. A
    /// connection that broke unnoticed fails at its first use and is replaced.
    async fn recycle(&self, link: &mut DatabaseConnection, _: &Metrics) -> RecycleResult<String> {
        let pulse = &link.pulse;
        let is_busy = pulse.is_waiting() || pulse.is_in_transaction() || pulse.is_lost();
        match is_busy || link.is_cut() || link.connection.is_broken() {
            true => Err(RecycleError::message("it is not as it was lent")),
            false => Ok(()),
        }
    }
}
