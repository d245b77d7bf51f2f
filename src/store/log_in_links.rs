//! The newest log-in link that each account was sent.

use diesel::AsChangeset;
use diesel::{
    ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::log_in_links;
use super::{Connection, StoreError};
use crate::time_control::Instant;

#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = log_in_links)]
#[diesel(primary_key(account_id))]
pub struct LogInLinkRow {
    pub account_id: Uuid,
    pub id: Uuid,
    /// When it was asked for.
    pub asked_at: Instant,
    /// From this instant on the link is no good.
    pub expires_at: Instant,
}

/// Keeps a link; an older one of the same account is dead from now on.
pub async fn put(connection: &mut Connection, row: &LogInLinkRow) -> Result<(), StoreError> {
    diesel::insert_into(log_in_links::table)
        .values(row)
        .on_conflict(log_in_links::account_id)
        .do_update()
        .set(row)
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn find(connection: &mut Connection, account: Uuid) -> Result<Option<LogInLinkRow>, StoreError> {
    log_in_links::table.find(account).select(LogInLinkRow::as_select()).first(connection).await.optional()
}

/// Uses a link up; `false` when it is not the newest, was used before, or has expired at `now`.
pub async fn use_up(
    connection: &mut Connection,
    account: Uuid,
    id: Uuid,
    now: Instant,
) -> Result<bool, StoreError> {
    let usable = log_in_links::table
        .find(account)
        .filter(log_in_links::id.eq(id))
        .filter(log_in_links::expires_at.gt(now));
    Ok(diesel::delete(usable).execute(connection).await? > 0)
}

/// Makes the link of an account dead.
pub async fn remove(connection: &mut Connection, account: Uuid) -> Result<(), StoreError> {
    diesel::delete(log_in_links::table.find(account)).execute(connection).await?;
    Ok(())
}
