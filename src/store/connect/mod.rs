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
mod target;
mod trust;
mod wire;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
    /// Whether the database takes writes, as far as its connections have seen.
    pub writes: Writes,
}

impl ConnectOptions {
    /// The same with another limit for statements.
    pub fn with_statement_limit(&self, statement: Option<Duration>) -> Self {
        Self { limits: Limits { statement, ..self.limits }, writes: self.writes.clone() }
    }
}

/// Remembers that a write failed for lack of disk or memory, or because the server is read-only, until a probe
/// succeeds.
#[derive(Debug, Clone, Default)]
pub struct Writes(Arc<AtomicBool>);

impl Writes {
    /// Has a write failed for such a reason?
    pub fn are_failing(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// A write succeeded that needed fresh space.
    pub fn succeeded(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    fn failed(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
