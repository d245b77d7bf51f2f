//! What every part of a process shares, built once for server, worker and tests.

pub mod clock;
pub mod events;
pub mod shutdown;

use std::sync::Arc;
use std::time::Duration;

use rand::Rng;
use uuid::Uuid;

use self::clock::Clock;
use self::events::EventBus;
use crate::error::{Code, Error};
use crate::notifications::Kinds;
use crate::service::access::personal::PersonalTokenCache;
use crate::service::game_cache::{CACHED_GAMES, GameCache};
use crate::service::passwords::Passwords;
use crate::service::pictures::PngRenderer;
use crate::service::rulesets::RulesetRegistry;
use crate::service::sessions::RevokedSessions;
use crate::service::tokens::{self, AccessTokenCache, SigningKeys};
use crate::settings::{DatabaseSettings, Settings};
use crate::store::connect;
use crate::time_control::Instant;
use rules::AnyRuleset;

/// Settings, clock and the source of secrets. Connections are not here: each web worker thread has its own pool.
#[derive(Clone)]
pub struct App {
    pub settings: Arc<Settings>,
    /// Where instants come from.
    pub clock: Clock,
    /// What connections to the database share.
    pub connections: connect::Options,
    /// Where secrets and ids come from.
    pub secrets: Secrets,
    /// Hashes passwords, a few at a time.
    pub passwords: Passwords,
    /// The keys that sign tokens, as far as this process has seen them.
    pub keys: SigningKeys,
    pub access_token_cache: AccessTokenCache,
    pub personal_token_cache: PersonalTokenCache,
    pub revoked_sessions: RevokedSessions,
    pub rulesets: RulesetRegistry,
    /// The games that were read a moment ago.
    pub game_cache: GameCache,
    /// Renders pictures as PNGs, a few at a time.
    pub png_renderer: PngRenderer,
    /// To be notified after every commit that left something to do or to see.
    pub events: EventBus,
}

/// Where a process takes its secrets from; never used for a game's draws.
#[derive(Clone)]
pub enum Secrets {
    System,
    /// A generator with a known seed, for tests that compare byte by byte.
    Seeded(Arc<std::sync::Mutex<rand_chacha::ChaCha20Rng>>),
}

impl Secrets {
    /// Fresh bytes.
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

impl App {
    /// Builds what a process shares; an error says which setting can't be used.
    pub fn new(settings: Settings, clock: Clock, secrets: Secrets) -> Result<Self, String> {
        tokens::install();
        let passwords = Passwords::new(&settings.accounts)?;
        let rulesets = RulesetRegistry::new(rulesets::all());
        Ok(Self {
            connections: connections(&settings.database),
            settings: Arc::new(settings),
            clock,
            secrets,
            passwords,
            keys: SigningKeys::default(),
            access_token_cache: AccessTokenCache::default(),
            personal_token_cache: PersonalTokenCache::default(),
            revoked_sessions: RevokedSessions::default(),
            rulesets,
            game_cache: GameCache::new(CACHED_GAMES),
            png_renderer: PngRenderer::default(),
            events: EventBus::default(),
        })
    }

    /// The ruleset of that name. Error: `ruleset_not_found`.
    pub fn ruleset(&self, id: &str) -> Result<&dyn AnyRuleset, Error> {
        let found = self.rulesets.find(id).map(|(_, title)| title.as_ref());
        found.ok_or_else(|| Code::RulesetNotFound.problem())
    }

    /// What the connections of workers share: more time for their statements.
    pub fn connections_of_workers(&self) -> connect::Options {
        let limit = Duration::from_secs(self.settings.database.work_statement_seconds);
        self.connections.with_statement_limit(Some(limit))
    }

    /// What there can be mails about, the calls of the rulesets among it.
    pub fn kinds(&self) -> &Kinds {
        self.rulesets.kinds()
    }

    pub fn now(&self) -> Instant {
        self.clock.now()
    }

    /// A new sortable id (UUIDv7) of this instant.
    pub fn new_id(&self) -> Uuid {
        let millis = u64::try_from(self.now().timestamp_millis()).unwrap_or(0);
        uuid::Builder::from_unix_timestamp_millis(millis, &self.secrets.bytes()).into_uuid()
    }
}

fn connections(settings: &DatabaseSettings) -> connect::Options {
    let limits = connect::Limits {
        acquire: Duration::from_secs(settings.acquire_seconds),
        connect: Duration::from_secs(settings.connect_seconds),
        statement: Some(Duration::from_secs(settings.statement_seconds)),
        on_server: settings.limits_on_server,
        ..connect::Limits::default()
    };
    connect::Options { limits, ..connect::Options::default() }
}
