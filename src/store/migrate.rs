//! Migrations, compiled into the binary.

use diesel_async::{AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::connect::{ConnectOptions, DatabaseTarget};
use super::sql::sql;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations");

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
    WouldLose {
        accounts: i64,
        games: i64,
        /// The games that are being played.
        running: i64,
    },
    #[error("a migration failed: {0}")]
    Migration(String),
}

/// Brings the schema at `url` up to date; gives the names of the migrations that ran.
pub fn up(url: &str) -> Result<Vec<String>, MigrateError> {
    run(url, |harness| {
        harness.run_pending_migrations(MIGRATIONS).map(|ran| ran.iter().map(ToString::to_string).collect())
    })
}

/// Takes every migration back, newest first; gives their names.
pub fn down(url: &str) -> Result<Vec<String>, MigrateError> {
    run(url, |harness| {
        harness.revert_all_migrations(MIGRATIONS).map(|ran| ran.iter().map(ToString::to_string).collect())
    })
}

/// Refuses as [`MigrateError::WouldLose`] with what taking the migrations back would drop; a schema without tables has
/// nothing to lose.
pub fn refuse_to_drop(url: &str) -> Result<(), MigrateError> {
    let broken = |error: &dyn std::fmt::Display| MigrateError::Migration(error.to_string());
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| broken(&error))?;
    let target = DatabaseTarget::new(url, &ConnectOptions::default()).map_err(MigrateError::Connect)?;
    runtime.block_on(async {
        let link = target.connect().await.map_err(MigrateError::Connect)?;
        let (mut connection, _open) = link.into_connection();
        let exists: TableExists = sql("SELECT to_regclass('games') IS NOT NULL AS there")
            .get_result(&mut connection)
            .await
            .map_err(|error| broken(&error))?;
        let nothing = LostRows { accounts: 0, games: 0, running: 0 };
        let counts = if exists.there {
            sql(HELD).get_result(&mut connection).await.map_err(|error| broken(&error))?
        } else {
            nothing
        };
        Err(MigrateError::WouldLose {
            accounts: counts.accounts,
            games: counts.games,
            running: counts.running,
        })
    })
}

const HELD: &str = "SELECT (SELECT count(*) FROM accounts) AS accounts, (SELECT count(*) FROM games) AS games, \
    (SELECT count(*) FROM games WHERE status IN ('running', 'paused')) AS running";

#[derive(diesel::QueryableByName)]
struct TableExists {
    #[diesel(sql_type = diesel::sql_types::Bool)]
    there: bool,
}

#[derive(diesel::QueryableByName)]
struct LostRows {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    accounts: i64,
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    games: i64,
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    running: i64,
}

/// Takes the lock of migrations: processes that start at the same moment must not migrate at the same moment. The lock
/// ends with the connection.
pub(super) const ONE_AT_A_TIME: &str = "SELECT pg_advisory_lock(3405837)";

type Harness = AsyncMigrationHarness<AsyncPgConnection>;
type Ran = Result<Vec<String>, Box<dyn std::error::Error + Send + Sync>>;

/// Runs migrations on a thread and in a runtime of their own: diesel's migration harness blocks, which needs a runtime
/// of several threads, and web workers have none.
fn run(url: &str, work: impl FnOnce(&mut Harness) -> Ran + Send) -> Result<Vec<String>, MigrateError> {
    let broken = |error: &dyn std::fmt::Display| MigrateError::Migration(error.to_string());
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
                    .map_err(|error| broken(&error))?;
                runtime.block_on(async {
                    let link = target.connect().await.map_err(MigrateError::Connect)?;
                    let (mut connection, _open) = link.into_connection();
                    connection.batch_execute(ONE_AT_A_TIME).await.map_err(|error| broken(&error))?;
                    work(&mut AsyncMigrationHarness::new(connection)).map_err(|error| broken(&error))
                })
            })
            .join()
            .unwrap_or_else(|_| Err(MigrateError::Migration("the migration thread died".to_owned())))
    })
}
