//! What ran in a database, held against the migrations of this binary: was one of them changed after it had run, and does
//! the database know more of them than the binary?
//!
//! Each row of diesel's list of migrations gets two more columns: the checksum of the text that ran, and which migration
//! a binary must know to go on serving beside it (see [`KnownMigration::needs`]). Diesel itself names its columns, so a
//! release before these columns does not notice them.

use std::collections::HashMap;

use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use sha2::{Digest, Sha256};

use super::{KNOWN, KnownMigration, MigrateError, broken};
use crate::sql::sql;

/// The table in which diesel stores which migrations ran.
pub const LIST: &str = "__diesel_schema_migrations";
/// A schema that is made and rolled back in one transaction.
const DRAFT: &str = "althing_compared";

impl KnownMigration {
    pub fn checksum(&self) -> String {
        hex::encode(Sha256::digest(self.text))
    }

    /// The version of the newest migration that a binary must know to serve a database in which this one ran, if its text
    /// begins with `-- Needs: VERSION`. Without that line it only adds, and any older binary may go on.
    pub fn needs(&self) -> Option<&'static str> {
        Some(self.text.lines().next()?.strip_prefix("-- Needs: ")?.trim())
    }
}

/// The schema of a database, beside the migrations of this binary.
#[derive(Debug, Default)]
pub struct SchemaState {
    /// How many migrations ran.
    pub ran: usize,
    /// Those that have not run.
    pub pending: Vec<&'static str>,
    /// Those that ran and that this binary does not know, beside which it may serve.
    pub newer: Vec<String>,
    /// Has every migration that ran its checksum?
    pub is_noted: bool,
}

/// Compares what ran in this database with the migrations of this binary. Errors: [`MigrateError::Edited`],
/// [`MigrateError::TooOld`].
pub async fn check(connection: &mut AsyncPgConnection) -> Result<SchemaState, MigrateError> {
    let known: HashMap<&str, &KnownMigration> = KNOWN.iter().map(|known| (known.version, known)).collect();
    let listed = list(connection).await.map_err(broken)?;
    let mut state = SchemaState { ran: listed.len(), is_noted: true, ..SchemaState::default() };
    let mut ran = Vec::new();
    for (version, checksum, needs) in listed {
        let Some(migration) = known.get(version.as_str()) else {
            if needs.is_some_and(|needs| !known.contains_key(needs.as_str())) {
                return Err(MigrateError::TooOld { migration: version });
            }
            state.newer.push(version);
            continue;
        };
        match checksum {
            None => state.is_noted = false,
            Some(checksum) if checksum == migration.checksum() => {}
            Some(_) => {
                let why = "the checksum of its text differs".to_owned();
                return Err(MigrateError::Edited { migration: migration.name.to_owned(), why });
            }
        }
        ran.push(*migration);
    }
    if !state.is_noted {
        compare_schema(connection, &ran).await?;
    }
    let has_run = |known: &&KnownMigration| ran.iter().any(|migration| migration.version == known.version);
    state.pending = KNOWN.iter().filter(|known| !has_run(known)).map(|known| known.version).collect();
    Ok(state)
}

/// What ran: version, checksum, and what it needs. Nothing if there is no list yet.
async fn list(
    connection: &mut AsyncPgConnection,
) -> crate::Result<Vec<(String, Option<String>, Option<String>)>> {
    let columns: Vec<String> =
        sql("SELECT attname::text FROM pg_attribute WHERE attrelid = to_regclass($1) \
                                    AND attname IN ('version', 'checksum') AND NOT attisdropped")
        .bind(LIST)
        .values(connection)
        .await?;
    let noted = match columns.len() {
        0 => return Ok(Vec::new()),
        1 => "NULL::text, NULL::text",
        _ => "checksum, needs",
    };
    sql(format!("SELECT version::text, {noted} FROM {LIST} ORDER BY version")).values(connection).await
}

/// Refuses a schema that the migrations which ran do not lead to. Some have no checksum: they ran before there were any, or
/// the process ended before it stored them.
///
/// All of them run again in a schema of their own that is never committed, and what they make is looked for in the real one. Only
/// names and types are compared: PostgreSQL writes expressions differently after a dump was restored. What is there
/// besides, such as an index of the operator's, is no fault.
async fn compare_schema(
    connection: &mut AsyncPgConnection,
    migrations: &[&KnownMigration],
) -> Result<(), MigrateError> {
    let real: String = sql("SELECT current_schema()::text").value(connection).await.map_err(broken)?;
    let begin = format!("BEGIN; CREATE SCHEMA {DRAFT}; SET LOCAL search_path TO {DRAFT}");
    if let Err(error) = connection.batch_execute(&begin).await {
        connection.batch_execute("ROLLBACK").await.map_err(broken)?;
        tracing::warn!(%error, "the migrations that ran can't be compared with those of this version");
        return Ok(());
    }
    let missing = missing(connection, migrations, &real).await;
    connection.batch_execute("ROLLBACK").await.map_err(broken)?;
    match missing.map_err(broken)? {
        None => Ok(()),
        Some((what, name, table)) => {
            // The last one whose text has the name should have made it. Names that PostgreSQL gives are in no text: then
            // it is the last one about the table.
            // A function names what other migrations made.
            let makes = |migration: &&&KnownMigration, word: &str| {
                migration.text.split(" FUNCTION").next().is_some_and(|text| text.contains(word))
            };
            let last = |word: &str| migrations.iter().rev().find(|migration| makes(migration, word));
            let blamed = last(&name).or_else(|| last(&table)).map_or("", |migration| migration.name);
            Err(MigrateError::Edited { migration: blamed.to_owned(), why: format!("{what} is missing") })
        }
    }
}

/// The first thing of the draft that the real schema does not have: in words, its name, and that of its table.
async fn missing(
    connection: &mut AsyncPgConnection,
    migrations: &[&KnownMigration],
    real: &str,
) -> crate::Result<Option<(String, String, String)>> {
    for migration in migrations {
        connection.batch_execute(migration.text).await?;
    }
    sql(format!(
        "WITH things AS ( \
             SELECT n.nspname, format('column %s.%s of type %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod)) \
                    AS what, a.attname AS name, c.relname AS of_table \
               FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace \
              WHERE c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped \
             UNION ALL \
             SELECT n.nspname, format('index %s', c.relname), c.relname, t.relname \
               FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid \
               JOIN pg_namespace n ON n.oid = c.relnamespace \
             UNION ALL \
             SELECT n.nspname, format('constraint %s', k.conname), k.conname, t.relname \
               FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_namespace n ON n.oid = k.connamespace \
              WHERE k.contype IN ('c', 'f', 'u', 'p')) \
         SELECT made.what, made.name::text, made.of_table::text FROM things made WHERE made.nspname = '{DRAFT}' \
            AND NOT EXISTS (SELECT 1 FROM things found WHERE found.nspname = $1 AND found.what = made.what) \
          ORDER BY made.what LIMIT 1"
    ))
    .bind(real)
    .optional_value(connection)
    .await
}

/// SQL that stores the checksums of all migrations that ran and have none.
pub fn note() -> String {
    let row = |migration: &KnownMigration| {
        let needs = migration.needs().map_or("NULL".to_owned(), |needs| format!("'{needs}'"));
        format!("('{}', '{}', {needs})", migration.version, migration.checksum())
    };
    let rows: Vec<String> = KNOWN.iter().map(row).collect();
    format!(
        "ALTER TABLE {LIST} ADD COLUMN IF NOT EXISTS checksum text, ADD COLUMN IF NOT EXISTS needs text; \
         UPDATE {LIST} l SET checksum = k.checksum, needs = k.needs FROM (VALUES {}) k (version, checksum, needs) \
         WHERE l.version = k.version AND l.checksum IS NULL",
        rows.join(", ")
    )
}
