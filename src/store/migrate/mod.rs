//! Migrations, compiled into the binary.

mod ran;

use diesel::migration::MigrationVersion;
use diesel_async::{AsyncMigrationHarness, AsyncPgConnection, SimpleAsyncConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

pub(super) use self::ran::{LIST, note};
pub use self::ran::{SchemaState, check};
use super::connect::{ConnectOptions, DatabaseTarget};
use super::sql::sql;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// A migration of this binary.
#[derive(Debug, Clone, Copy)]
pub(super) struct KnownMigration {
    /// What diesel calls it: the part of the name that orders it, without dashes.
    pub version: &'static str,
    /// The name of its folder.
    pub name: &'static str,
    /// What it runs.
    pub text: &'static str,
}

/// All migrations, in their order.
pub(super) const KNOWN: &[KnownMigration] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// Why the schema could not be brought up or down.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The database can't be reached, or its URL can't be read. The sentence names the host and has no password.
    #[error("{0}")]
    Connect(String),
    /// All data would be lost, and the option that allows it was not given.
    #[error(
        "this would drop every table, with {accounts} accounts and {games} games in them, {running} of them running: make a \
         backup (althing backup FILE), stop every process that uses the database, and say --yes-drop-all-data"
    )]
    WouldLose { accounts: i64, games: i64, running: i64 },
    /// The schema is not what the migrations of this binary make.
    #[error(
        "the migration {migration} ran in this database with another text than this version has ({why}): nothing was changed; \
         go on with the version that ran it, or restore a backup (althing restore FILE) into an empty database"
    )]
    Edited { migration: String, why: String },
    /// A newer version has changed the schema so that this one can't serve on it.
    #[error(
        "the migration {migration} of a newer version ran in this database, and this version ({}) can't serve beside it: \
         install that version again, or restore a backup from before it (althing restore FILE) into an empty database",
        env!("CARGO_PKG_VERSION")
    )]
    TooOld { migration: String },
    /// Migrations have to run first, and this process must not run them.
    #[error("{count} migrations have to run first, from {first} on: run althing migrate")]
    Pending { count: usize, first: &'static str },
    #[error("a migration failed: {0}")]
    Migration(String),
}

/// Brings the schema at `url` up to date; gives the names of the migrations that ran. Nothing runs in a schema that is not
/// what this binary's migrations make.
pub fn up(url: &str) -> Result<Vec<String>, MigrateError> {
    run(url, Direction::Up, |harness| harness.run_pending_migrations(MIGRATIONS))
}

/// Refuses a schema that is not up to date as [`MigrateError::Pending`], and runs nothing.
pub fn must_be_up(url: &str) -> Result<(), MigrateError> {
    with_connection(url, async |connection| {
        let schema = check(connection).await?;
        warn_of_newer(&schema);
        match schema.pending.first() {
            None => Ok(()),
            Some(first) => Err(MigrateError::Pending { count: schema.pending.len(), first }),
        }
    })
}

/// Takes every migration back, newest first; gives their names.
pub fn down(url: &str) -> Result<Vec<String>, MigrateError> {
    run(url, Direction::Down, |harness| harness.revert_all_migrations(MIGRATIONS))
}

/// Refuses as [`MigrateError::WouldLose`] with what taking the migrations back would drop; a schema without tables has
/// nothing to lose.
pub fn refuse_to_drop(url: &str) -> Result<(), MigrateError> {
    with_connection(url, async |connection| {
        let exists: bool =
            sql("SELECT to_regclass('games') IS NOT NULL").value(connection).await.map_err(broken)?;
        let (accounts, games, running) = match exists {
            true => sql(HELD).value(connection).await.map_err(broken)?,
            false => (0, 0, 0),
        };
        Err(MigrateError::WouldLose { accounts, games, running })
    })
}

/// Looks at a schema, and runs no migration.
fn with_connection<T>(
    url: &str,
    look: impl AsyncFnOnce(&mut AsyncPgConnection) -> Result<T, MigrateError>,
) -> Result<T, MigrateError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(broken)?;
    let target = DatabaseTarget::new(url, &ConnectOptions::default()).map_err(MigrateError::Connect)?;
    runtime.block_on(async {
        let link = target.connect().await.map_err(MigrateError::Connect)?;
        let (mut connection, _open) = link.into_connection();
        look(&mut connection).await
    })
}

const HELD: &str = "SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM games) AS games, \
    (SELECT count(*) FROM games WHERE status IN ('running', 'paused')) AS running";

/// Takes the lock of migrations: processes that start at the same moment must not migrate at the same moment. The lock
/// ends with the connection.
pub(super) const ONE_AT_A_TIME: &str = "SELECT pg_advisory_lock(3405837)";

/// Which way migrations run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

type Harness = AsyncMigrationHarness<AsyncPgConnection>;
type Ran<'h> = diesel::migration::Result<Vec<MigrationVersion<'h>>>;

fn broken(error: impl std::fmt::Display) -> MigrateError {
    MigrateError::Migration(error.to_string())
}

/// Runs migrations on a thread and in a runtime of their own: diesel's migration harness blocks, which needs a runtime
/// of several threads, and web workers have none.
fn run(
    url: &str,
    direction: Direction,
    work: impl FnOnce(&mut Harness) -> Ran<'_> + Send,
) -> Result<Vec<String>, MigrateError> {
    // No statement limit: a migration may take long, and may wait for another process that migrates.
    let options = ConnectOptions::default().with_statement_limit(None);
    let target = DatabaseTarget::new(url, &options).map_err(MigrateError::Connect)?;
    std::thread::scope(|scope| {
        scope
            .spawn(|| {
                let runtime = tokio::runtime::Builder::new_multi_thread()
                    .worker_threads(1)
                    .enable_all()
                    .build()
                    .map_err(broken)?;
                runtime.block_on(async {
                    let link = target.connect().await.map_err(MigrateError::Connect)?;
                    let (mut connection, _open) = link.into_connection();
                    connection.batch_execute(ONE_AT_A_TIME).await.map_err(broken)?;
                    let mut is_noted = true;
                    if direction == Direction::Up {
                        let schema = check(&mut connection).await?;
                        warn_of_newer(&schema);
                        is_noted = schema.is_noted && schema.pending.is_empty();
                    }
                    let mut harness = AsyncMigrationHarness::new(connection);
                    let ran = work(&mut harness).map_err(broken)?.iter().map(ToString::to_string).collect();
                    if !is_noted {
                        harness.into_inner().batch_execute(&note()).await.map_err(broken)?;
                    }
                    Ok(ran)
                })
            })
            .join()
            .unwrap_or_else(|_| Err(MigrateError::Migration("the migration thread died".to_owned())))
    })
}

fn warn_of_newer(schema: &SchemaState) {
    if let Some(newest) = schema.newer.last() {
        tracing::warn!(
            migration = newest,
            "a newer version has brought the schema further; this version serves beside it"
        );
    }
}
