//! Everything that is stored about an account, for its owner.

use diesel_async::SimpleAsyncConnection;
use uuid::Uuid;

use super::sql::sql;
use super::{Connection, Result, StoreError, Transaction};

/// The sections, each a line with its name and then its query.
const SECTIONS: &str = include_str!("export.sql");

/// Makes the transaction that has just begun read one snapshot, with instants written in UTC.
pub async fn begin_export(tx: &mut Transaction<'_>) -> Result<()> {
    let once = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL TIME ZONE 'UTC'";
    tx.batch_execute(once).await
}

/// Every section with its name and its query.
fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    // PostgreSQL would refuse a section without a query.
    let section = |text: &'static str| text.split_once('\n').unwrap_or((text, ""));
    SECTIONS.split("-- section: ").skip(1).map(section)
}

/// The names of the sections.
pub fn section_names() -> impl Iterator<Item = &'static str> {
    all().map(|(name, _)| name)
}

/// Every section by its name, each a JSON array of objects.
pub async fn sections(connection: &mut Connection, account: Uuid) -> Result<Vec<(&'static str, String)>> {
    let mut sections = Vec::new();
    for (name, query) in all() {
        let whole = format!("SELECT coalesce(json_agg(t), '[]')::text AS value FROM ({query}) t");
        sections.push((name, sql(whole).bind(account).value(connection).await?));
    }
    Ok(sections)
}

/// A column of a section, and the name that it gets.
#[derive(Debug, Clone, Copy)]
pub struct ExportedColumn {
    pub name: &'static str,
    pub from: &'static str,
}

/// A section as a JSON array of objects with these columns alone, under their new names. Error: there is no such section.
pub async fn renamed(
    connection: &mut Connection,
    account: Uuid,
    section: &str,
    columns: &[ExportedColumn],
) -> Result<String> {
    let (_, query) = all().find(|(name, _)| *name == section).ok_or(StoreError::NotFound)?;
    let columns = columns.iter().map(|column| format!("t.\"{}\" AS \"{}\"", column.from, column.name));
    let columns = columns.collect::<Vec<_>>().join(", ");
    let whole = format!(
        "SELECT coalesce(json_agg(n), '[]')::text AS value FROM (SELECT {columns} FROM ({query}) t) n"
    );
    sql(whole).bind(account).value(connection).await
}
