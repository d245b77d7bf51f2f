//! What the process gives to every layer: settings, clock, secrets, events, shutdown. Knows the settings, the clock
//! arithmetic, and the options of connections to the database; no service.

pub mod clock;
pub mod events;
pub mod shutdown;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand::Rng;
use secrecy::ExposeSecret;
use uuid::Uuid;

use self::clock::SystemClock;
use self::events::EventBus;
use crate::config::{DatabaseSettings, PreparedStatements, Settings};
use crate::store::connect::{self, DatabaseTarget};
use crate::time_control::Instant;

/// What every layer of a process shares; built once by a server, a worker or a test. Connections are not in it, because
/// each web worker thread has a pool of its own.
#[derive(Clone)]
pub struct Environment {
    pub settings: Arc<Settings>,
    pub clock: SystemClock,
    /// The options and limits of connections to the database.
    pub connections: connect::ConnectOptions,
    /// Is the database a cluster over whose nodes games are spread?
    pub is_sharded: bool,
    /// The source of secrets and ids.
    pub secrets: Secrets,
    /// Wakes workers and streams. Every commit that leaves them something to do or to show must notify it.
    pub events: EventBus,
    pub stopping: Stopping,
}

/// Was the process asked to end? It answers requests a while longer, but says that it is not ready.
#[derive(Debug, Clone, Default)]
pub struct Stopping(Arc<AtomicBool>);

impl Stopping {
    pub fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The source of a process's secrets. A game's draws never come from it: they follow from the seed of the game, so that
/// players can verify them.
#[derive(Clone)]
pub enum Secrets {
    System,
    /// A generator with a known seed, for tests that compare byte by byte.
    Seeded(Arc<std::sync::Mutex<rand_chacha::ChaCha20Rng>>),
}

impl Secrets {
    #[expect(clippy::disallowed_methods, reason = "the one place that takes secrets from the system")]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match self {
            Self::System => rand::rng().fill_bytes(&mut bytes),
            Self::Seeded(rng) => {
                rng.lock().unwrap_or_else(std::sync::PoisonError::into_inner).fill_bytes(&mut bytes)
            }
        }
        bytes
    }
}

impl Environment {
    /// An error says which setting can't be used.
    pub fn new(settings: Settings, clock: SystemClock, secrets: Secrets) -> Result<Self, String> {
        Ok(Self {
            connections: connections(&settings.database)?,
            is_sharded: false,
            settings: Arc::new(settings),
            clock,
            secrets,
            events: EventBus::default(),
            stopping: Stopping::default(),
        })
    }

    /// How many games one statement writes at most. In a sharded database each is written on the node of its game.
    pub fn games_per_statement(&self) -> usize {
        if self.is_sharded { 1 } else { self.settings.database.games_per_statement }
    }

    /// The options for connections of workers, which have more time for a statement.
    pub fn connections_of_workers(&self) -> connect::ConnectOptions {
        let limit = Duration::from_secs(self.settings.database.work_statement_seconds);
        self.connections.with_statement_limit(Some(limit))
    }

    pub fn now(&self) -> Instant {
        self.clock.now()
    }

    /// A new sortable id (UUIDv7) of this instant.
    pub fn new_id(&self) -> Uuid {
        // Only a test sets a clock to an instant before 1970.
        let millis = u64::try_from(self.now().timestamp_millis()).unwrap_or(0);
        uuid::Builder::from_unix_timestamp_millis(millis, &self.secrets.bytes()).into_uuid()
    }
}

/// How this process reaches its database. An error is about `database.direct_url`.
pub fn connections(settings: &DatabaseSettings) -> Result<connect::ConnectOptions, String> {
    let limits = connect::Limits {
        acquire: Duration::from_secs(settings.acquire_seconds),
        connect: Duration::from_secs(settings.connect_seconds),
        statement: Some(Duration::from_secs(settings.statement_seconds)),
        on_server: settings.limits_on_server,
        ..connect::Limits::default()
    };
    let options = connect::ConnectOptions { limits, ..connect::ConnectOptions::default() };
    let direct = match settings.direct_url.expose_secret() {
        "" => None,
        url => Some(DatabaseTarget::of_setting("database.direct_url", url, &options)?),
    };
    let unnamed_statements = settings.prepared_statements == PreparedStatements::Unnamed;
    Ok(connect::ConnectOptions { unnamed_statements, direct, ..options })
}
