//! The tables of a database, in an order in which they can be filled.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use tokio_postgres::Client;

use super::BackupError;

/// The table in which diesel stores which migrations ran. A backup has them in its header instead.
pub const MIGRATIONS: &str = "__diesel_schema_migrations";

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

pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

const TABLES: &str = "SELECT c.relname::text, array_agg(a.attname::text ORDER BY a.attnum) \
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid \
    WHERE n.nspname = current_schema() AND c.relkind = 'r' AND c.relname <> $1 \
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' \
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e') \
    GROUP BY c.relname ORDER BY c.relname";

const REFERENCES: &str = "SELECT c.relname::text, r.relname::text FROM pg_constraint f \
    JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class r ON r.oid = f.confrelid \
    JOIN pg_namespace n ON n.oid = c.relnamespace \
    WHERE f.contype = 'f' AND n.nspname = current_schema() AND c.oid <> r.oid";

/// Every table, each after the tables that it refers to.
pub async fn tables(client: &Client) -> Result<Vec<BackupTable>, BackupError> {
    let rows = client.query(TABLES, &[&MIGRATIONS]).await?;
    let mut left: Vec<BackupTable> = Vec::new();
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
