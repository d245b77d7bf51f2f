//! The audit log: append only, read by account, newest first.

use diesel::{ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::audit_log;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// Something that happened to the security of an account.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = audit_log)]
pub struct Row {
    pub id: Uuid,
    /// Whose security; the nil id for nobody we know.
    pub account_id: Uuid,
    pub kind: String,
    /// When.
    pub at: Instant,
    /// Where the request came from, if it came from outside.
    pub address: Option<String>,
    /// A small JSON object without secrets.
    pub detail: String,
}

pub async fn insert(connection: &mut Connection, row: &Row) -> Result<(), StoreError> {
    diesel::insert_into(audit_log::table).values(row).execute(connection).await?;
    Ok(())
}

/// At most `limit` notes about an account, older than the note `before`, newest first.
pub async fn page(
    connection: &mut Connection,
    account: Uuid,
    before: Option<Uuid>,
    limit: i64,
) -> Result<Vec<Row>, StoreError> {
    let mut query = audit_log::table
        .filter(audit_log::account_id.eq(account))
        .order(audit_log::id.desc())
        .limit(limit)
        .select(Row::as_select())
        .into_boxed();
    if let Some(before) = before {
        query = query.filter(audit_log::id.lt(before));
    }
    query.load(connection).await
}

/// Forgets what was noted before `oldest`.
pub async fn forget(connection: &mut Connection, oldest: Instant) -> Result<(), StoreError> {
    diesel::delete(audit_log::table.filter(audit_log::at.lt(oldest))).execute(connection).await?;
    Ok(())
}
