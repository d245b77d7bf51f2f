//! The whole service with known secrets and a clock that is moved by hand.

use std::sync::{Arc, Mutex};

use althing::app::Secrets;
use althing::app::clock::SystemClock;
use althing::config::Settings;
use althing::service::rulesets::RulesetRegistry;
use althing::service::streams;
use althing::service::{App, Ctx};
use althing::store::pool;
use althing::time_control::Instant;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::AnyRuleset;

use super::{Person, Server};
use crate::support::{TestDatabase, citus_nodes};
use crate::toy::Toy;

/// A database and the servers on it.
pub struct Service {
    pub app: App,
    pub servers: Vec<Server>,
    pub database: TestDatabase,
}

impl Service {
    /// One server.
    pub fn start() -> Self {
        Self::start_servers(1)
    }

    /// Several servers that share nothing but the database (and the clock and the secrets of the test).
    pub fn start_servers(count: usize) -> Self {
        Self::start_seeded(count, 1)
    }

    /// The same with secrets and ids that follow from `seed`.
    pub fn start_seeded(count: usize, seed: u64) -> Self {
        Self::assemble(TestDatabase::create(), seeded_app(seed, |_| {}), count)
    }

    /// One server with settings of its own.
    pub fn start_with(change: impl FnOnce(&mut Settings)) -> Self {
        Self::start_seeded_with(1, change)
    }

    /// The same with secrets and ids that follow from `seed`.
    pub fn start_seeded_with(seed: u64, change: impl FnOnce(&mut Settings)) -> Self {
        Self::assemble(TestDatabase::create(), seeded_app(seed, change), 1)
    }

    /// One server on a database that somebody has filled, with secrets and ids that no other service here has.
    pub fn on(database: TestDatabase, change: impl FnOnce(&mut Settings)) -> Self {
        Self::assemble(database, seeded_app(4_711, change), 1)
    }

    /// One server on which every title that knows a limit of turns ends after so many of each player.
    pub fn start_short(turns: u16) -> Self {
        Self::start_short_with(turns, |_| {})
    }

    /// The same with settings of its own.
    pub fn start_short_with(turns: u16, change: impl FnOnce(&mut Settings)) -> Self {
        let short = |standard: Box<dyn AnyRuleset>| {
            let mut components: serde_json::Value = serde_json::from_str(standard.components()).unwrap();
            if let Some(limit) = components.get_mut("turn_limit_per_player") {
                *limit = turns.into();
            }
            standard.with_components(&components.to_string()).unwrap()
        };
        let mut titles: Vec<_> = rulesets::all().into_iter().map(short).collect();
        titles.push(Box::new(Toy(None).registered()));
        Self::start_playing(titles, change)
    }

    /// One server with the rulesets of a release and no other.
    pub fn start_as_released() -> Self {
        Self::start_playing(rulesets::all(), |_| {})
    }

    /// One server that has another ruleset besides, and at which sessions don't expire.
    pub fn start_with_ruleset(ruleset: Box<dyn AnyRuleset>) -> Self {
        let mut titles = rulesets::all();
        titles.push(ruleset);
        Self::start_playing(titles, |settings| settings.accounts.access_seconds = 100_000_000)
    }

    fn start_playing(titles: Vec<Box<dyn AnyRuleset>>, change: impl FnOnce(&mut Settings)) -> Self {
        let mut app = seeded_app(1, change);
        app.rulesets = RulesetRegistry::new(titles);
        Self::assemble(TestDatabase::create(), app, 1)
    }

    /// One server whose people must prove their addresses.
    pub fn start_strict() -> Self {
        Self::start_with(|settings| settings.accounts.verify_addresses = true)
    }

    /// One server with the machine's own clock, so that what it signs is good for other processes too.
    pub fn start_now() -> Self {
        Self::start_now_with(|_| {})
    }

    /// The same with settings of the test's own.
    pub fn start_now_with(change: impl FnOnce(&mut Settings)) -> Self {
        let mut app = seeded_app(1, change);
        app.clock = SystemClock::System;
        Self::assemble(TestDatabase::create(), app, 1)
    }

    fn assemble(database: TestDatabase, app: App, count: usize) -> Self {
        let servers = (0..count).map(|_| Server::start(app.clone(), database.url())).collect();
        Self { app, servers, database }
    }

    /// Somebody who has an account and is logged in.
    pub async fn person(&self, name: &str) -> Person {
        Person::register(&self.servers[0].address, name).await
    }

    /// Several people.
    pub async fn people<const N: usize>(&self, names: [&str; N]) -> [Person; N] {
        let mut people = Vec::new();
        for name in names {
            people.push(self.person(name).await);
        }
        people.try_into().unwrap()
    }

    /// Somebody without an account.
    pub fn stranger(&self) -> Person {
        Person::stranger(&self.servers[0].address)
    }
}

/// An App whose clock stands still, whose secrets follow from `seed`, and whose passwords cost little.
pub fn seeded_app(seed: u64, change: impl FnOnce(&mut Settings)) -> App {
    conformance::pseudolocale::add();
    let mut settings = Settings::defaults().unwrap();
    settings.http.bind = "127.0.0.1:0".to_owned();
    settings.http.workers = 1;
    settings.accounts.verify_addresses = false;
    settings.accounts.hash_memory_kib = 64;
    settings.accounts.hash_passes = 1;
    settings.limits.enabled = false;
    change(&mut settings);
    let secrets = Secrets::Seeded(Arc::new(Mutex::new(ChaCha20Rng::seed_from_u64(seed))));
    let start: Instant = "2026-11-20T12:00:00Z".parse().unwrap();
    let mut app = App::new(settings, SystemClock::manual(start), secrets).unwrap();
    let mut titles = rulesets::all();
    titles.push(Box::new(Toy(None).registered()));
    app.rulesets = RulesetRegistry::new(titles);
    app.is_sharded = citus_nodes().is_some();
    app
}

/// What use cases of a service are called with, for work that nobody asks for.
pub async fn connect(service: &Service) -> Ctx {
    connect_to(&service.app, &service.database.url()).await
}

pub async fn connect_to(app: &App, url: &str) -> Ctx {
    let pool = pool::open(url, 1).unwrap();
    Ctx::acquire(&Arc::new(app.clone()), &pool).await.unwrap()
}

/// Carries what happened to the streams of the people, as a worker does.
pub async fn relay_all(service: &Service) {
    let mut ctx = connect(service).await;
    streams::relay(&mut ctx).await.unwrap();
}
