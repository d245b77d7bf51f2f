//! The database of a backup: the connection, its tables, and their rows as COPY writes them.

use std::collections::HashSet;

use futures_util::{SinkExt, StreamExt, pin_mut};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio_postgres::Client;

use super::BackupError;
use crate::connect::{ConnectOptions, DatabaseTarget};

/// The settings of the session: what COPY writes must not depend on the settings of the database, and the time limits
/// of the database must not stop it.
const PLAIN: &str = "SET client_encoding = 'UTF8'; SET datestyle = 'ISO, YMD'; SET timezone = 'UTC'; \
    SET intervalstyle = 'postgres'; SET extra_float_digits = 1; SET bytea_output = 'hex'; SET statement_timeout = 0; \
    SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0";

/// Connects. The second value keeps the connection open.
pub async fn open(url: &str) -> Result<(Client, impl Sized), BackupError> {
    let options = ConnectOptions::default().with_statement_limit(None);
    let target = DatabaseTarget::new(url, &options).map_err(BackupError::Connect)?;
    let (client, open) = target.connect_plainly().await.map_err(BackupError::Connect)?.into_connection();
    client.batch_execute(PLAIN).await?;
    Ok((client, open))
}

// A backup has the migrations that ran in its header instead of the table.
pub(super) use crate::migrate::LIST as MIGRATIONS;

/// A table, with the columns that a backup contains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackupTable {
    pub name: String,
    /// The columns, except generated ones.
    pub columns: Vec<String>,
}

impl BackupTable {
    /// SQL that names the table and its columns.
    pub fn quoted(&self) -> String {
        let columns: Vec<String> = self.columns.iter().map(|column| quoted(column)).collect();
        format!("{} ({})", quoted(&self.name), columns.join(", "))
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

const TABLES: &str = "SELECT c.relname::text, array_agg(a.attname::text ORDER BY a.attnum) \
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid \
    WHERE n.nspname = current_schema() AND c.relkind = 'r' AND c.relname <> $1 \
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' \
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') \
    GROUP BY c.relname ORDER BY c.relname";

const REFERENCES: &str = "SELECT c.relname::text, r.relname::text FROM pg_constraint f \
    JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class r ON r.oid = f.confrelid \
    JOIN pg_namespace n ON n.oid = c.relnamespace \
    WHERE f.contype = 'f' AND n.nspname = current_schema() AND c.oid <> r.oid";

/// Every table, each after the tables that it refers to.
pub async fn tables(client: &Client) -> Result<Vec<BackupTable>, BackupError> {
    let rows = client.query(TABLES, &[&MIGRATIONS]).await?;
    let mut left = Vec::new();
    for row in rows {
        left.push(BackupTable { name: row.try_get(0)?, columns: row.try_get(1)? });
    }
    let mut references: Vec<(String, String)> = Vec::new();
    for row in client.query(REFERENCES, &[]).await? {
        references.push((row.try_get(0)?, row.try_get(1)?));
    }
    let mut placed: HashSet<String> = HashSet::new();
    let mut tables = Vec::new();
    while !left.is_empty() {
        let is_ready = |table: &BackupTable| {
            references.iter().all(|(from, to)| *from != table.name || placed.contains(to))
        };
        let (ready, others): (Vec<BackupTable>, Vec<BackupTable>) = left.into_iter().partition(is_ready);
        if ready.is_empty() {
            return Err(BackupError::Database("the tables refer to each other in a circle".to_owned()));
        }
        placed.extend(ready.iter().map(|table| table.name.clone()));
        tables.extend(ready);
        left = others;
    }
    Ok(tables)
}

/// The migrations that ran, in their order; `None` if none ever ran.
pub async fn migrations(client: &Client) -> Result<Option<Vec<String>>, BackupError> {
    let exists = client.query_one("SELECT to_regclass($1) IS NOT NULL", &[&MIGRATIONS]).await?;
    if !exists.try_get::<_, bool>(0)? {
        return Ok(None);
    }
    let rows = client.query(&format!("SELECT version FROM {MIGRATIONS} ORDER BY version"), &[]).await?;
    let versions: Result<Vec<String>, _> = rows.iter().map(|row| row.try_get(0)).collect();
    Ok(Some(versions?))
}

/// The digest of a table's rows as COPY writes them: the order of the rows does not count, every byte does.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct RowsDigest {
    pub count: u64,
    sum: u128,
    /// The beginning of a line whose end has not come yet.
    begun: Vec<u8>,
}

impl RowsDigest {
    /// Adds a piece of what COPY writes. The piece may end within a line.
    pub fn add(&mut self, mut bytes: &[u8]) {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            let (line, rest) = bytes.split_at(end + 1);
            if self.begun.is_empty() {
                self.add_line(line);
            } else {
                self.begun.extend_from_slice(line);
                let whole = std::mem::take(&mut self.begun);
                self.add_line(&whole);
            }
            bytes = rest;
        }
        self.begun.extend_from_slice(bytes);
    }

    pub fn add_line(&mut self, line: &[u8]) {
        // A sum does not depend on the order of the rows, and counts a row that is there twice, which XOR would not.
        let digest = Sha256::digest(line);
        let half = std::array::from_fn(|place| digest[place]);
        self.sum = self.sum.wrapping_add(u128::from_be_bytes(half));
        self.count += 1;
    }

    /// As it is written into a backup.
    pub fn text(&self) -> String {
        format!("{:032x}", self.sum)
    }
}

/// Reads a whole table; each piece is handed to `take` as it comes.
pub async fn copy_out(
    client: &Client,
    table: &BackupTable,
    mut take: impl FnMut(&[u8]) -> Result<(), BackupError>,
) -> Result<RowsDigest, BackupError> {
    let mut rows = RowsDigest::default();
    let stream = client.copy_out(&format!("COPY {} TO STDOUT", table.quoted())).await?;
    pin_mut!(stream);
    while let Some(piece) = stream.next().await {
        let piece = piece?;
        rows.add(&piece);
        take(&piece)?;
    }
    Ok(rows)
}

/// Fills a table with the pieces that `next` gives until it gives none, and returns the number of rows.
pub async fn copy_in(
    client: &Client,
    table: &BackupTable,
    mut next: impl FnMut() -> Result<Option<Vec<u8>>, BackupError>,
) -> Result<u64, BackupError> {
    let sink = client.copy_in(&format!("COPY {} FROM STDIN", table.quoted())).await?;
    pin_mut!(sink);
    while let Some(piece) = next()? {
        sink.send(std::io::Cursor::new(piece)).await?;
    }
    Ok(sink.finish().await?)
}

/// The major and minor version of the server.
pub async fn server_version(client: &Client) -> Result<String, BackupError> {
    Ok(client.query_one("SHOW server_version", &[]).await?.try_get(0)?)
}

pub async fn count(client: &Client, table: &BackupTable) -> Result<u64, BackupError> {
    let name = quoted(&table.name);
    let row = client.query_one(&format!("SELECT count(*) FROM {name}"), &[]).await?;
    let counted: i64 = row.try_get(0)?;
    // A count is never negative.
    Ok(counted.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::RowsDigest;

    fn of(parts: &[&str]) -> RowsDigest {
        let mut rows = RowsDigest::default();
        parts.iter().for_each(|part| rows.add(part.as_bytes()));
        rows
    }

    #[test]
    fn rows_count_whatever_their_order_and_wherever_they_are_cut() {
        assert_eq!(of(&["a\nb\n"]), of(&["b\n", "a\n"]));
        assert_eq!(of(&["a\tx\nb\n"]), of(&["a\t", "x", "\nb", "\n"]));
        assert_ne!(of(&["a\nb\n"]), of(&["a\nc\n"]));
        assert_ne!(of(&["a\n"]).text(), of(&["a\na\n"]).text());
        assert_eq!(of(&["a\nb\n"]).count, 2);
    }
}
