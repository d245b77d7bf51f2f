//! Addresses that are to take the place of others, until both ends have agreed.

use diesel::{AsChangeset, Insertable, OptionalExtension, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::address_changes;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A change that waits for one end or both.
#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = address_changes)]
#[diesel(primary_key(account_id))]
#[diesel(treat_none_as_null = true)]
pub struct Row {
    pub account_id: Uuid,
    /// What the links of this change name.
    pub id: Uuid,
    pub email: String,
    pub email_key: String,
    /// When it was asked for.
    pub asked_at: Instant,
    /// From this instant on the links are no good.
    pub expires_at: Instant,
    /// When the old address agreed.
    pub approved_at: Option<Instant>,
    /// When the new address answered.
    pub proved_at: Option<Instant>,
    pub session_id: Option<Uuid>,
}

/// Keeps a change, as it stands now; an older one of the same account is dead.
pub async fn put(connection: &mut Connection, row: &Row) -> Result<(), StoreError> {
    diesel::insert_into(address_changes::table)
        .values(row)
        .on_conflict(address_changes::account_id)
        .do_update()
        .set(row)
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn find(connection: &mut Connection, account: Uuid) -> Result<Option<Row>, StoreError> {
    address_changes::table.find(account).select(Row::as_select()).first(connection).await.optional()
}

/// Forgets a change; `false` when there was none.
pub async fn remove(connection: &mut Connection, account: Uuid) -> Result<bool, StoreError> {
    Ok(diesel::delete(address_changes::table.find(account)).execute(connection).await? > 0)
}
