//! Taking a backup.

use std::path::Path;

use super::columns::{migrations, tables};
use super::file::{Draft, END_OF_TABLE, Footer, Header};
use super::{BackupError, Extent, session};
use crate::time_control::Instant;

/// Begins a transaction with one snapshot: writes of others during the backup are not in it, and wait for nothing.
const BEGIN: &str = "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

pub(super) async fn take(url: &str, path: &Path, now: Instant) -> Result<Extent, BackupError> {
    let mut draft = Draft::begin(path)?;
    let (client, _open) = session::open(url).await?;
    client.batch_execute(BEGIN).await?;
    let migrations = migrations(&client).await?.filter(|ran| !ran.is_empty()).ok_or(BackupError::Nothing)?;
    let header = Header {
        althing: env!("CARGO_PKG_VERSION").to_owned(),
        postgres: session::server_version(&client).await?,
        taken_at: now,
        migrations,
        tables: tables(&client).await?,
    };
    draft.write_line(&header)?;
    let mut footer = Footer { tables: Vec::new() };
    let mut extent = Extent { tables: header.tables.len(), rows: 0 };
    for table in header.tables {
        let rows = session::copy_out(&client, &table, |piece| draft.write(piece)).await?;
        draft.write(END_OF_TABLE)?;
        let counted = session::count(&client, &table).await?;
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
