//! Reaching PostgreSQL: which server, how encrypted, and for how long anything is waited for.
//!
//! Every connection of the service is made here: those of pools, of listeners and of migrations. Sockets are our own
//! and not the driver's, for two reasons. First, a server can stop answering while its connections stay open, so the
//! limit for a statement must be kept on our side: [`wire`] sees requests and answers go by and gives up a connection
//! whose answer is overdue, in whatever code waits for it. Second, the driver knows neither certificates nor the
//! stricter values of `sslmode`. So its `connect`, which makes the sockets, can't be used: it puts nothing around a
//! socket without encryption, and of several hosts it tells the error of the last one alone. A connector such as
//! tokio-postgres-rustls would save only `trust::end_point`, and brings an X.509 parser of its own.

mod certificate;
mod connection;
mod dial;
mod encryption;
mod frames;
mod parameters;
mod sessions;
mod target;
mod trust;
mod unnamed;
mod wire;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

pub use certificate::valid_until;
pub use connection::{DatabaseConnection, Pulse};
pub use target::DatabaseTarget;

/// How long each part of the work with the database may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Waiting for a connection of the pool; making a new one is part of it.
    pub acquire: Duration,
    pub connect: Duration,
    /// Waiting for the answer to a statement; `None` waits for ever.
    pub statement: Option<Duration>,
    /// How long a listener receives nothing before it checks that the server is still there.
    pub silence: Duration,
    /// Should the server stop such a statement by itself, too?
    pub on_server: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            acquire: Duration::from_secs(10),
            connect: Duration::from_secs(5),
            statement: Some(Duration::from_secs(5)),
            silence: Duration::from_secs(15),
            on_server: true,
        }
    }
}

/// What all connections of a process share.
#[derive(Debug, Clone, Default)]
pub struct ConnectOptions {
    pub limits: Limits,
    /// Is each statement parsed anew, so that no session needs to know of an earlier transaction?
    pub unnamed_statements: bool,
    /// The same database without a pooler in between, for what needs a session of its own.
    pub direct: Option<DatabaseTarget>,
    /// Whether the database takes writes, as far as its connections have seen.
    pub writes: Ability,
    /// Whether each session knows the statements that were prepared on its connection, as far as those have seen.
    pub sessions: Ability,
    pub waits: PoolWaits,
}

impl ConnectOptions {
    /// The same with another limit for statements.
    pub fn with_statement_limit(&self, statement: Option<Duration>) -> Self {
        Self { limits: Limits { statement, ..self.limits }, ..self.clone() }
    }
}

/// Remembers that the database failed at something for a reason that lasts, until a probe succeeds.
#[derive(Debug, Clone, Default)]
pub struct Ability(Arc<AtomicBool>);

impl Ability {
    pub fn is_failing(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// A probe succeeded.
    pub fn succeeded(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    fn failed(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// How often and how long connections were waited for while none of a pool was free.
#[derive(Debug, Clone, Default)]
pub struct PoolWaits(Arc<(AtomicU64, AtomicU64)>);

impl PoolWaits {
    pub(crate) fn add(&self, waited: Duration) {
        self.0.0.fetch_add(1, Ordering::Relaxed);
        // More than the 584 years that fit are not waited for.
        self.0.1.fetch_add(waited.as_nanos().try_into().unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// The number of waits, and what they add up to.
    pub fn total(&self) -> (u64, Duration) {
        (self.0.0.load(Ordering::Relaxed), Duration::from_nanos(self.0.1.load(Ordering::Relaxed)))
    }
}
