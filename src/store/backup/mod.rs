//! Backups: the whole database into one file, and back.
//!
//! Written with COPY in one snapshot, so the service goes on meanwhile; as text, so that any major version of
//! PostgreSQL reads what another one wrote; without PostgreSQL's own programs, which may be missing or of another
//! version. The schema is not in the file: it follows from the migrations, whose names are.

mod database;
mod file;

use std::io;
use std::path::{Path, PathBuf};

use tokio_postgres::Client;

use self::database::{BackupTable, MIGRATIONS, tables};
use self::file::{Backup, Draft, END_OF_TABLE, Footer, Header};
use super::migrate::{self, KNOWN, KnownMigration, ONE_AT_A_TIME};
use time_control::Instant;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    pub tables: usize,
    pub rows: u64,
}

/// Why a backup could not be taken or restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("the database can't be reached: {0}")]
    Connect(String),
    #[error("the database said: {0}")]
    Database(String),
    #[error("{} exists already: name another file, or move this one away", .0.display())]
    Exists(PathBuf),
    #[error("{} can't be {done}: {why}", .path.display())]
    File {
        path: PathBuf,
        /// `read` or `written`.
        done: &'static str,
        why: io::Error,
    },
    #[error("the database holds nothing of Althing: there is nothing to back up")]
    Nothing,
    /// Rows were counted in two ways, with different results.
    #[error("the table {table} has {counted} rows, but {written} were written: try again")]
    Miscounted { table: String, counted: u64, written: u64 },
    #[error("{} is no backup of Althing", .0.display())]
    NoBackup(PathBuf),
    /// The file is not as it was written.
    #[error("{} is damaged: {what}. Nothing was restored", .path.display())]
    Damaged { path: PathBuf, what: String },
    #[error(
        "the database is not empty ({0} is in it), and a backup is only restored into an empty one: name another data \
         folder (ALTHING__DATABASE__DATA_DIR) or another database (DATABASE_URL)"
    )]
    NotEmpty(String),
    /// The backup knows a migration that this program does not.
    #[error(
        "the backup was made by another version of Althing, {made_by} ({why}): restore it with that version"
    )]
    OtherVersion {
        /// The version of the program that made it.
        made_by: String,
        /// What does not fit.
        why: String,
    },
    /// What was restored differs from the file.
    #[error("the table {0} did not come out as it is in the backup. Nothing was restored")]
    Unequal(String),
}

impl BackupError {
    fn reading(path: &Path, why: io::Error) -> Self {
        Self::File { path: path.to_owned(), done: "read", why }
    }

    fn writing(path: &Path, why: io::Error) -> Self {
        Self::File { path: path.to_owned(), done: "written", why }
    }

    fn damaged(path: &Path, what: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), what: what.into() }
    }
}

impl From<tokio_postgres::Error> for BackupError {
    /// Leaves out the detail of the error: it may quote a row, and a row may have secrets.
    fn from(error: tokio_postgres::Error) -> Self {
        let message = error.as_db_error().map(|error| error.message().to_owned());
        Self::Database(message.unwrap_or_else(|| error.to_string()))
    }
}

/// Writes everything that is in the database at `url` at this moment into `path`, which must not exist yet. The file
/// appears there when it is whole and was read again; whatever goes wrong, nothing is left.
pub fn take(url: &str, path: &Path, now: Instant) -> Result<Extent, BackupError> {
    alone(write(url, path, now))
}

/// Brings the backup at `path` into the database at `url`, which must be empty: whole, or not at all. The rows are
/// compared with the file before they count.
pub fn restore(url: &str, path: &Path) -> Result<Extent, BackupError> {
    alone(read(url, path))
}

/// Runs `work` in a runtime of its own, since nothing else runs in the process.
fn alone<T>(work: impl Future<Output = Result<T, BackupError>>) -> Result<T, BackupError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|why| BackupError::Connect(why.to_string()))?.block_on(work)
}

/// Begins a transaction with one snapshot: writes of others during the backup are not in it, and wait for nothing.
const BEGIN: &str = "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

async fn write(url: &str, path: &Path, now: Instant) -> Result<Extent, BackupError> {
    let mut draft = Draft::begin(path)?;
    let (client, _open) = database::open(url).await?;
    client.batch_execute(BEGIN).await?;
    let migrations = database::migrations(&client).await?;
    let migrations = migrations.filter(|ran| !ran.is_empty()).ok_or(BackupError::Nothing)?;
    let header = Header {
        althing: env!("CARGO_PKG_VERSION").to_owned(),
        postgres: database::server_version(&client).await?,
        taken_at: now,
        migrations,
        tables: tables(&client).await?,
    };
    draft.write_line(&header)?;
    let mut footer = Footer { tables: Vec::new() };
    let mut extent = Extent { tables: header.tables.len(), rows: 0 };
    for table in header.tables {
        let rows = database::copy_out(&client, &table, |piece| draft.write(piece)).await?;
        draft.write(END_OF_TABLE)?;
        let counted = database::count(&client, &table).await?;
        if counted != rows.count {
            return Err(BackupError::Miscounted { table: table.name, counted, written: rows.count });
        }
        extent.rows += rows.count;
        footer.tables.push((table.name, rows.count, rows.text()));
    }
    draft.write_line(&footer)?;
    client.batch_execute("COMMIT").await?;
    draft.finish()?;
    Ok(extent)
}

/// Bytes that are sent to the database together.
const PIECE_BYTES: usize = 64 * 1024;

/// Finds anything in the schema that a restore would collide with: tables, views, sequences, except those of
/// extensions.
const IN_THE_WAY: &str = "SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
    WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND c.relname <> $1 \
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') \
    ORDER BY c.relname LIMIT 1";

async fn read(url: &str, path: &Path) -> Result<Extent, BackupError> {
    let mut backup = Backup::open(path)?;
    let header: Header = backup.value()?;
    let later = later_migrations(&header)?;
    let (client, _open) = database::open(url).await?;
    // A service that starts meanwhile waits until the tables are there.
    client
        .batch_execute(&format!("BEGIN; {}", ONE_AT_A_TIME.replace("advisory_lock", "advisory_xact_lock")))
        .await?;
    must_be_empty(&client).await?;
    migrate(&client, KNOWN.iter().take(header.migrations.len())).await?;
    must_fit(&client, &header).await?;
    let footer = fill(&client, &mut backup, &header).await?;
    compare(&client, &header, &footer).await?;
    migrate(&client, later.iter()).await?;
    client.batch_execute("COMMIT").await?;
    // Without statistics the first statements would be planned as for empty tables. ANALYZE changes no row.
    client.batch_execute("ANALYZE").await?;
    let rows = footer.tables.iter().map(|(_, rows, _)| rows).sum();
    Ok(Extent { tables: header.tables.len(), rows })
}

/// The migrations of this program that had not run when the backup was made.
fn later_migrations(header: &Header) -> Result<&'static [KnownMigration], BackupError> {
    let other = |why: String| BackupError::OtherVersion { made_by: header.althing.clone(), why };
    for (place, version) in header.migrations.iter().enumerate() {
        match KNOWN.get(place) {
            Some(known) if known.version == version => {}
            _ => return Err(other(format!("its migration {version} is unknown here"))),
        }
    }
    // Every migration of the backup is one of `KNOWN`, so there are not more of them.
    Ok(KNOWN.get(header.migrations.len()..).unwrap_or_default())
}

async fn must_be_empty(client: &Client) -> Result<(), BackupError> {
    if let Some(row) = client.query_opt(IN_THE_WAY, &[&MIGRATIONS]).await? {
        return Err(BackupError::NotEmpty(row.try_get(0)?));
    }
    let ran = database::migrations(client).await?.unwrap_or_default();
    if ran.is_empty() { Ok(()) } else { Err(BackupError::NotEmpty(MIGRATIONS.to_owned())) }
}

/// Runs migrations and notes them as diesel does.
async fn migrate(
    client: &Client,
    migrations: impl Iterator<Item = &'static KnownMigration>,
) -> Result<(), BackupError> {
    let list = format!(
        "CREATE TABLE IF NOT EXISTS {MIGRATIONS} (version VARCHAR(50) PRIMARY KEY NOT NULL, \
         run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP)"
    );
    client.batch_execute(&list).await?;
    for KnownMigration { version, text, .. } in migrations {
        client.batch_execute(text).await?;
        client.execute(&format!("INSERT INTO {MIGRATIONS} (version) VALUES ($1)"), &[version]).await?;
    }
    client.batch_execute(&migrate::note()).await?;
    Ok(())
}

/// Refuses a backup whose tables are not those that the migrations made.
async fn must_fit(client: &Client, header: &Header) -> Result<(), BackupError> {
    let made = tables(client).await?;
    let differs = |table: &&BackupTable| !made.contains(table);
    let foreign = header.tables.iter().find(differs).map(|table| &table.name);
    let missing = made.iter().find(|table| !header.tables.contains(table)).map(|table| &table.name);
    match foreign.or(missing) {
        None => Ok(()),
        Some(table) => Err(BackupError::OtherVersion {
            made_by: header.althing.clone(),
            why: format!("its table {table} is not as it is here"),
        }),
    }
}

async fn fill(client: &Client, backup: &mut Backup, header: &Header) -> Result<Footer, BackupError> {
    let mut filled = Vec::new();
    for table in &header.tables {
        let mut is_over = false;
        let rows = database::copy_in(client, table, || {
            let mut piece = Vec::new();
            while !is_over && piece.len() < PIECE_BYTES {
                let line = backup.line()?;
                is_over = line == END_OF_TABLE;
                if !is_over {
                    piece.extend(line);
                }
            }
            Ok((!piece.is_empty()).then_some(piece))
        });
        filled.push((&table.name, rows.await?));
    }
    let footer: Footer = backup.value()?;
    let expected: Vec<(&String, u64)> = footer.tables.iter().map(|(name, rows, _)| (name, *rows)).collect();
    if expected == filled { Ok(footer) } else { Err(BackupError::damaged(backup.path(), "rows are missing")) }
}

async fn compare(client: &Client, header: &Header, footer: &Footer) -> Result<(), BackupError> {
    for (table, (_, _, digest)) in header.tables.iter().zip(&footer.tables) {
        let rows = database::copy_out(client, table, |_| Ok(())).await?;
        if rows.text() != *digest {
            return Err(BackupError::Unequal(table.name.clone()));
        }
    }
    Ok(())
}
