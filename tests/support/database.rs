//! A migrated database per test, cloned from a template that is migrated once.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Once, OnceLock};

use althing::cluster::{Cluster, ClusterSettings};
use althing::store::migrate;
use nix::sys::signal::kill;
use nix::unistd::Pid;
use sha2::{Digest, Sha256};

use super::citus;
use super::sql::{self, Session};

/// The database that statements about databases are sent from.
const DESK: &str = "postgres";

/// An empty, migrated database that nobody else uses. It is dropped at the end.
pub struct TestDatabase {
    name: String,
    session: Session,
    /// Over the nodes of a cluster?
    is_spread: bool,
}

impl TestDatabase {
    /// A new one. Blocks for some tens of milliseconds, the first time for a second or two.
    pub fn create() -> Self {
        static TEMPLATE: OnceLock<String> = OnceLock::new();
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        if let Some(nodes) = citus::nodes() {
            nodes.create(&name);
            return Self { session: Session::to(nodes.url(&name)), is_spread: true, name };
        }
        drop_leftovers();
        let template = TEMPLATE.get_or_init(migrated_template);
        desk().run(&clone(&name, template)).unwrap();
        Self::named(name)
    }

    /// One without any table.
    pub fn create_bare() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        drop_leftovers();
        let name = format!("test_{}_bare_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        desk().run(&format!("CREATE DATABASE {name}")).unwrap();
        Self::named(name)
    }

    fn named(name: String) -> Self {
        let session = Session::to(test_cluster().url(&name));
        Self { name, session, is_spread: false }
    }

    /// Where to connect.
    pub fn url(&self) -> String {
        match citus::nodes() {
            Some(nodes) if self.is_spread => nodes.url(&self.name),
            _ => test_cluster().url(&self.name),
        }
    }

    /// Runs statements behind the back of whoever is tested.
    #[track_caller]
    pub fn run(&self, statements: &str) {
        self.session.run(statements).unwrap();
    }

    /// The column `value` of what a query finds.
    #[track_caller]
    pub fn texts(&self, query: &str) -> Vec<String> {
        self.session.texts(query).unwrap()
    }

    /// Whether every node of a cluster has committed what the coordinator has.
    pub fn is_settled(&self) -> bool {
        let prepared = "SELECT result AS value FROM run_command_on_workers($$SELECT count(*) FROM pg_prepared_xacts \
                        WHERE database = current_database()$$) WHERE result <> '0'";
        !self.is_spread || self.texts(prepared).is_empty()
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        match citus::nodes() {
            Some(nodes) if self.is_spread => return nodes.drop(&self.name),
            _ => {}
        }
        // A leftover is dropped by a later run.
        let _ = desk().run(&drop_statement(&self.name));
    }
}

/// Where statements about databases are sent.
fn desk() -> &'static Session {
    static SESSION: OnceLock<Session> = OnceLock::new();
    SESSION.get_or_init(|| Session::to(test_cluster().url(DESK)))
}

fn clone(name: &str, template: &str) -> String {
    static STRATEGY: OnceLock<&str> = OnceLock::new();
    let strategy = STRATEGY.get_or_init(|| {
        // Files that nobody syncs are copied in half the time that their pages take by way of the log. PostgreSQL 14 copies
        // files anyway, and knows no word for it.
        let query = "SELECT (current_setting('server_version_num')::int >= 150000)::text AS value";
        let is_known = desk().texts(query).unwrap() == ["true"];
        if is_known { "STRATEGY FILE_COPY" } else { "" }
    });
    format!("CREATE DATABASE {name} TEMPLATE {template} {strategy}")
}

fn drop_statement(name: &str) -> String {
    format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")
}

/// The template of the migrations as they are; made by the first process that asks, while the others wait.
fn migrated_template() -> String {
    let template = format!("template_{}", migrations_name());
    let making = format!("{template}_making");
    let cluster = test_cluster();
    sql::under_lock(&cluster.url(DESK), || {
        if databases("template_%").contains(&template) {
            return;
        }
        for outdated in databases("template_%") {
            let _ = desk().run(&drop_statement(&outdated));
        }
        desk().run(&format!("CREATE DATABASE {making}")).unwrap();
        migrate::up(&cluster.url(&making)).unwrap();
        desk().run(&format!("ALTER DATABASE {making} RENAME TO {template}")).unwrap();
    });
    template
}

/// Drops the databases of test processes that were killed. Once, before this process makes its first: a killed
/// process may have had the id of this one, so that its databases can't be told from those of this process later.
fn drop_leftovers() {
    static DONE: Once = Once::new();
    DONE.call_once(|| {
        let me = Pid::this();
        for name in databases("test_%") {
            let owner = name.split('_').nth(1).and_then(|pid| pid.parse().ok()).map(Pid::from_raw);
            let lives = owner.is_some_and(|pid| pid != me && kill(pid, None).is_ok());
            if !lives {
                let _ = desk().run(&drop_statement(&name));
            }
        }
    });
}

fn databases(pattern: &str) -> Vec<String> {
    let query = format!(
        "SELECT datname::text AS value FROM pg_database WHERE datname LIKE '{pattern}' AND NOT datistemplate"
    );
    desk().texts(&query).unwrap()
}

// One PostgreSQL for all test processes of this checkout.

/// Test runners that start a process per test leave gaps between them, in which the cluster should not stop.
const LINGER_MILLISECONDS: u64 = 10_000;

/// A folder of Linux whose files are in memory.
const MEMORY: &str = "/dev/shm";
/// What a cluster with the databases of a few tests and its log may take, in bytes, several times over.
const ROOM: u64 = 3 << 30;

/// The cluster that all tests share. It stops by itself some seconds after the last of them.
pub fn test_cluster() -> &'static Cluster {
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    CLUSTER.get_or_init(|| Cluster::open(&settings()).unwrap_or_else(|sentence| panic!("{sentence}")))
}

fn settings() -> ClusterSettings {
    ClusterSettings {
        keeper: PathBuf::from(env!("CARGO_BIN_EXE_althing")),
        max_connections: 300,
        durable: false,
        linger_milliseconds: LINGER_MILLISECONDS,
        ..ClusterSettings::new(data_dir())
    }
}

/// In memory where there is room: every test makes a database of hundreds of files and drops it again, and on a disk half
/// the time of all tests went into looking for free inodes. Elsewhere in the folder for temporary files; the checkout may
/// lie where the user that PostgreSQL runs as can't go.
fn data_dir() -> PathBuf {
    let checkout = hex::encode(Sha256::digest(env!("CARGO_MANIFEST_DIR")));
    let name = format!("althing-tests-{}-{}", nix::unistd::geteuid(), &checkout[..8]);
    let in_memory = Path::new(MEMORY).join(&name);
    let is_roomy = in_memory.exists() || free_bytes(Path::new(MEMORY)).is_some_and(|free| free >= ROOM);
    if is_roomy { in_memory } else { std::env::temp_dir().join(name) }
}

#[allow(clippy::useless_conversion, reason = "these are shorter on other systems")]
fn free_bytes(folder: &Path) -> Option<u64> {
    let volume = nix::sys::statvfs::statvfs(folder).ok()?;
    Some(u64::from(volume.blocks_available()) * u64::from(volume.fragment_size()))
}

/// A name for the state of the migrations: another one as soon as one of them changes, or what is stored about them.
pub fn migrations_name() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let mut migrations: Vec<PathBuf> =
        folder.read_dir().unwrap().map(|entry| entry.unwrap().path().join("up.sql")).collect();
    migrations.sort();
    let mut digest = Sha256::new();
    digest.update(include_bytes!("../../src/store/migrate/ran.rs"));
    for migration in migrations {
        digest.update(migration.to_string_lossy().as_bytes());
        digest.update(std::fs::read(&migration).unwrap_or_default());
    }
    hex::encode(&digest.finalize()[..6])
}
