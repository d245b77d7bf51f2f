//! Everything that is stored about an account, for its owner.

use diesel_async::SimpleAsyncConnection;
use uuid::Uuid;

use super::sql::sql;
use super::{Connection, Result, Transaction};

/// The sections, each a line with its name and then its query.
const SECTIONS: &str = include_str!("export.sql");

/// Makes the transaction that has just begun read one snapshot, with instants written in UTC.
pub async fn begin_export(tx: &mut Transaction<'_>) -> Result<()> {
    let once = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL TIME ZONE 'UTC'";
    tx.batch_execute(once).await
}

/// Every section by its name, each a JSON array of objects.
pub async fn sections(connection: &mut Connection, account: Uuid) -> Result<Vec<(&'static str, String)>> {
    let mut sections = Vec::new();
    for section in SECTIONS.split("-- section: ").skip(1) {
        // PostgreSQL would refuse a section without a query.
        let (name, query) = section.split_once('\n').unwrap_or((section, ""));
        let whole = format!("SELECT coalesce(json_agg(t), '[]')::text AS value FROM ({query}) t");
        sections.push((name, sql(whole).bind(account).value(connection).await?));
    }
    Ok(sections)
}
