//! What operators have to say to everybody.

use diesel::{ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::announcements;
use super::{Connection, StoreError};
use crate::clock::Instant;

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = announcements)]
pub struct Row {
    pub id: Uuid,
    pub text: String,
    pub made_by: Uuid,
    /// Since when.
    pub created_at: Instant,
    /// From then on nobody is shown it.
    pub expires_at: Instant,
}

pub async fn insert(connection: &mut Connection, row: &Row) -> Result<(), StoreError> {
    diesel::insert_into(announcements::table).values(row).execute(connection).await?;
    Ok(())
}

/// At most `limit` announcements that hold at `now`, older than `before`, newest first.
pub async fn page(
    connection: &mut Connection,
    now: Instant,
    before: Option<Uuid>,
    limit: i64,
) -> Result<Vec<Row>, StoreError> {
    let mut query = announcements::table
        .filter(announcements::expires_at.gt(now))
        .order(announcements::id.desc())
        .limit(limit)
        .select(Row::as_select())
        .into_boxed();
    if let Some(before) = before {
        query = query.filter(announcements::id.lt(before));
    }
    query.load(connection).await
}

/// Ends an announcement; `false` if there is none that holds.
pub async fn end(connection: &mut Connection, id: Uuid, now: Instant) -> Result<bool, StoreError> {
    let row = announcements::table.find(id).filter(announcements::expires_at.gt(now));
    Ok(diesel::update(row).set(announcements::expires_at.eq(now)).execute(connection).await? > 0)
}
