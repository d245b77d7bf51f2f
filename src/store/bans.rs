//! Accounts that may not use the service.

use diesel::dsl::exists;
use diesel::{
    ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{accounts, bans};
use super::{Connection, StoreError};
use crate::clock::Instant;

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = bans)]
pub struct Row {
    pub account_id: Uuid,
    pub banned_by: Uuid,
    pub reason: String,
    /// Since when.
    pub banned_at: Instant,
}

/// Bans an account; a ban that is there keeps its instant and gets the new reason. `false` if there is no such account.
/// The account stays locked until the transaction ends: a log-in at the same moment comes before or after it.
pub async fn set(connection: &mut Connection, row: &Row) -> Result<bool, StoreError> {
    let account = accounts::table.find(row.account_id).select(accounts::id).for_no_key_update();
    if account.first::<Uuid>(connection).await.optional()?.is_none() {
        return Ok(false);
    }
    diesel::insert_into(bans::table)
        .values(row)
        .on_conflict(bans::account_id)
        .do_update()
        .set((bans::banned_by.eq(row.banned_by), bans::reason.eq(&row.reason)))
        .execute(connection)
        .await?;
    Ok(true)
}

/// Lifts a ban; `false` if there is none.
pub async fn lift(connection: &mut Connection, account: Uuid) -> Result<bool, StoreError> {
    Ok(diesel::delete(bans::table.find(account)).execute(connection).await? > 0)
}

pub async fn of(connection: &mut Connection, account: Uuid) -> Result<Option<Row>, StoreError> {
    bans::table.find(account).select(Row::as_select()).first(connection).await.optional()
}

pub async fn is_banned(connection: &mut Connection, account: Uuid) -> Result<bool, StoreError> {
    diesel::select(exists(bans::table.find(account))).get_result(connection).await
}
