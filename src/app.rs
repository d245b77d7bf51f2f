//! What every part of a process shares, built once for server, worker and tests.

use std::sync::Arc;
use std::time::Duration;

use rand::Rng;
use uuid::Uuid;

use crate::clock::{Clock, Instant};
use crate::error::{Code, Error};
use crate::notifications::Kinds;
use crate::service::access::known::Known;
use crate::service::at_hand::AtHand;
use crate::service::passwords::Passwords;
use crate::service::pictures::Studio;
use crate::service::sessions::Ended;
use crate::service::titles::Titles;
use crate::service::tokens::{self, Keys, Recent};
use crate::settings::{DatabaseSettings, Settings};
use crate::store::connect;
use crate::work::Wake;
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
    pub keys: Keys,
    /// The access tokens that this process has read.
    pub recent_tokens: Recent,
    /// The personal access tokens that were looked up lately.
    pub known_tokens: Known,
    /// The sessions that ended a moment ago, as far as this process has seen.
    pub ended: Ended,
    pub rulesets: Titles,
    /// The games that somebody looked at a moment ago.
    pub at_hand: AtHand,
    /// Makes pixels of pictures, a few at a time.
    pub studio: Studio,
    /// To be knocked at after every commit that left something to do.
    pub wake: Wake,
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
        let (keys, ended, wake) = (Keys::default(), Ended::default(), Wake::default());
        let rulesets = Titles::new(rulesets::all());
        let known_tokens = Known::default();
        Ok(Self {
            connections: connections(&settings.database),
            settings: Arc::new(settings),
            clock,
            secrets,
            passwords,
            keys,
            recent_tokens: Recent::default(),
            ended,
            known_tokens,
            rulesets,
            at_hand: AtHand::default(),
            studio: Studio::default(),
            wake,
        })
    }

    /// The title of that name. Error: `ruleset_not_found`.
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
