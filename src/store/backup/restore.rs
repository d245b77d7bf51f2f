//! Restoring a backup: all of it in one transaction.

use std::path::Path;

use tokio_postgres::Client;

use super::columns::{BackupTable, MIGRATIONS, tables};
use super::file::{Backup, END_OF_TABLE, Footer, Header};
use super::{BackupError, Extent, session};
use crate::store::migrate::{ONE_AT_A_TIME, TEXTS};

/// Bytes that are sent to the database together.
const PIECE_BYTES: usize = 64 * 1024;

/// Finds anything in the schema that a restore would collide with: tables, views, sequences, except those of
/// extensions.
const IN_THE_WAY: &str = "SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
    WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND c.relname <> $1 \
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') \
    ORDER BY c.relname LIMIT 1";

pub(super) async fn restore(url: &str, path: &Path) -> Result<Extent, BackupError> {
    let mut backup = Backup::open(path)?;
    let header: Header = backup.value()?;
    let later = later_migrations(&header)?;
    let (client, _open) = session::open(url).await?;
    // A service that starts meanwhile waits until the tables are there.
    client
        .batch_execute(&format!("BEGIN; {}", ONE_AT_A_TIME.replace("advisory_lock", "advisory_xact_lock")))
        .await?;
    must_be_empty(&client).await?;
    migrate(&client, TEXTS.iter().take(header.migrations.len())).await?;
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
fn later_migrations(header: &Header) -> Result<&'static [(&'static str, &'static str)], BackupError> {
    let other = |why: String| BackupError::OtherVersion { made_by: header.althing.clone(), why };
    for (place, version) in header.migrations.iter().enumerate() {
        match TEXTS.get(place) {
            Some((known, _)) if known == version => {}
            _ => return Err(other(format!("its migration {version} is unknown here"))),
        }
    }
    Ok(TEXTS.get(header.migrations.len()..).unwrap_or_default())
}

async fn must_be_empty(client: &Client) -> Result<(), BackupError> {
    if let Some(row) = client.query_opt(IN_THE_WAY, &[&MIGRATIONS]).await? {
        return Err(BackupError::NotEmpty(row.try_get(0)?));
    }
    let ran = super::columns::migrations(client).await?.unwrap_or_default();
    if ran.is_empty() { Ok(()) } else { Err(BackupError::NotEmpty(MIGRATIONS.to_owned())) }
}

/// Runs migrations and notes them as diesel does.
async fn migrate(
    client: &Client,
    migrations: impl Iterator<Item = &(&'static str, &'static str)>,
) -> Result<(), BackupError> {
    let list = format!(
        "CREATE TABLE IF NOT EXISTS {MIGRATIONS} (version VARCHAR(50) PRIMARY KEY NOT NULL, \
         run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP)"
    );
    client.batch_execute(&list).await?;
    for (version, text) in migrations {
        client.batch_execute(text).await?;
        client.execute(&format!("INSERT INTO {MIGRATIONS} (version) VALUES ($1)"), &[version]).await?;
    }
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
        let rows = session::copy_in(client, table, || {
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
        let rows = session::copy_out(client, table, |_| Ok(())).await?;
        if rows.text() != *digest {
            return Err(BackupError::Unequal(table.name.clone()));
        }
    }
    Ok(())
}
