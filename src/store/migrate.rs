//! Migrations, compiled into the binary.

use diesel::migration::MigrationVersion;
use diesel_async::{AsyncMigrationHarness, AsyncPgConnection, SimpleAsyncConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::connect::{ConnectOptions, DatabaseTarget};
use super::sql::sql;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// The names and texts of all migrations, in their order.
pub(super) const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

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
    #[error("a migration failed: {0}")]
    Migration(String),
}

/// Brings the schema at `url` up to date; gives the names of the migrations that ran.
pub fn up(url: &str) -> Result<Vec<String>, MigrateError> {
    run(url, |harness| harness.run_pending_migrations(MIGRATIONS))
}

/// Takes every migration back, newest first; gives their names.
pub fn down(url: &str) -> Result<Vec<String>, MigrateError> {
    run(url, |harness| harness.revert_all_migrations(MIGRATIONS))
}

/// Refuses as [`MigrateError::WouldLose`] with what taking the migrations back would drop; a schema without tables has
/// nothing to lose.
pub fn refuse_to_drop(url: &str) -> Result<(), MigrateError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(broken)?;
    let target = DatabaseTarget::new(url, &ConnectOptions::default()).map_err(MigrateError::Connect)?;
    runtime.block_on(async {
        let link = target.connect().await.map_err(MigrateError::Connect)?;
        let (mut connection, _open) = link.into_connection();
        let exists: bool =
            sql("SELECT to_regclass('games') IS NOT NULL").value(&mut connection).await.map_err(broken)?;
        let (accounts, games, running) = match exists {
            true => sql(HELD).value(&mut connection).await.map_err(broken)?,
            false => (0, 0, 0),
        };
        Err(MigrateError::WouldLose { accounts, games, running })
    })
}

const HELD: &str = "SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM games) AS games, \
    (SELECT count(*) FROM games WHERE status IN ('running', 'paused')) AS running";

/// Takes the lock of migrations: processes that start at the same moment must not migrate at the same moment. The lock
/// ends with the connection.
pub(super) const ONE_AT_A_TIME: &str = "SELECT pg_advisory_lock(3405837)";

type Harness = AsyncMigrationHarness<AsyncPgConnection>;
type Ran<'h> = diesel::migration::Result<Vec<MigrationVersion<'h>>>;

fn broken(error: impl std::fmt::Display) -> MigrateError {
    MigrateError::Migration(error.to_string())
}

/// Runs migrations on a thread and in a runtime of their own: diesel's migration harness blocks, which needs a runtime
/// of several threads, and web workers have none.
fn run(url: &str, work: impl FnOnce(&mut Harness) -> Ran<'_> + Send) -> Result<Vec<String>, MigrateError> {
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
                    let mut harness = AsyncMigrationHarness::new(connection);
                    let ran = work(&mut harness).map_err(broken)?;
                    Ok(ran.iter().map(ToString::to_string).collect())
                })
            })
            .join()
            .unwrap_or_else(|_| Err(MigrateError::Migration("the migration thread died".to_owned())))
    })
}
