//! A migrated database per test, cloned from a template that is migrated once.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use althing::store::migrate;

use super::cluster::{migrations_name, test_cluster};
use super::sql;

/// The database that statements about databases are sent from.
const DESK: &str = "postgres";

/// An empty, migrated database that nobody else uses. It is dropped at the end.
pub struct TestDatabase {
    name: String,
}

impl TestDatabase {
    /// A new one. Blocks for some tens of milliseconds, the first time for a second or two.
    pub fn create() -> Self {
        static TEMPLATE: OnceLock<String> = OnceLock::new();
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let template = TEMPLATE.get_or_init(|| {
            drop_leftovers();
            migrated_template()
        });
        let name = format!("test_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        sql::run(&test_cluster().url(DESK), &clone(&name, template)).unwrap();
        Self { name }
    }

    /// One without any table.
    pub fn create_bare() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}_bare_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        sql::run(&test_cluster().url(DESK), &format!("CREATE DATABASE {name}")).unwrap();
        Self { name }
    }

    /// Where to connect.
    pub fn url(&self) -> String {
        test_cluster().url(&self.name)
    }

    /// Runs statements behind the back of whoever is tested.
    #[track_caller]
    pub fn run(&self, statements: &str) {
        sql::run(&self.url(), statements).unwrap();
    }

    /// The column `value` of what a query finds.
    #[track_caller]
    pub fn texts(&self, query: &str) -> Vec<String> {
        sql::texts(&self.url(), query).unwrap()
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        // A leftover is dropped by a later run.
        let _ = sql::run(&test_cluster().url(DESK), &drop_statement(&self.name));
    }
}

fn clone(name: &str, template: &str) -> String {
    static STRATEGY: OnceLock<&str> = OnceLock::new();
    let strategy = STRATEGY.get_or_init(|| {
        // Files that nobody syncs are copied in half the time that their pages take by way of the log. PostgreSQL 14 copies
        // files anyway, and knows no word for it.
        let query = "SELECT (current_setting('server_version_num')::int >= 150000)::text AS value";
        let is_known = sql::texts(&test_cluster().url(DESK), query).unwrap() == ["true"];
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
        let desk = cluster.url(DESK);
        if databases("template_%").contains(&template) {
            return;
        }
        for outdated in databases("template_%") {
            let _ = sql::run(&desk, &drop_statement(&outdated));
        }
        sql::run(&desk, &format!("CREATE DATABASE {making}")).unwrap();
        migrate::up(&cluster.url(&making)).unwrap();
        sql::run(&desk, &format!("ALTER DATABASE {making} RENAME TO {template}")).unwrap();
    });
    template
}

/// Drops the databases of test processes that were killed.
fn drop_leftovers() {
    for name in databases("test_%") {
        let owner = name.split('_').nth(1).and_then(|pid| pid.parse().ok()).map(nix::unistd::Pid::from_raw);
        let me = nix::unistd::Pid::this();
        let lives = owner.is_some_and(|pid| pid != me && nix::sys::signal::kill(pid, None).is_ok());
        if !lives {
            let _ = sql::run(&test_cluster().url(DESK), &drop_statement(&name));
        }
    }
}

fn databases(pattern: &str) -> Vec<String> {
    let query = format!(
        "SELECT datname::text AS value FROM pg_database WHERE datname LIKE '{pattern}' AND NOT datistemplate"
    );
    sql::texts(&test_cluster().url(DESK), &query).unwrap()
}
