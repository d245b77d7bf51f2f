//! The newest password reset of each account that a link was sent for.

use diesel::AsChangeset;
use diesel::{
    ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::password_resets;
use super::{Connection, StoreError};
use crate::time_control::Instant;

#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = password_resets)]
#[diesel(primary_key(account_id))]
pub struct PasswordResetRow {
    pub account_id: Uuid,
    pub id: Uuid,
    /// When it was asked for.
    pub asked_at: Instant,
    /// From this instant on the link is no good.
    pub expires_at: Instant,
}

/// Keeps a reset; an older one of the same account is dead from now on.
pub async fn put(connection: &mut Connection, row: &PasswordResetRow) -> Result<(), StoreError> {
    diesel::insert_into(password_resets::table)
        .values(row)
        .on_conflict(password_resets::account_id)
        .do_update()
        .set(row)
        .execute(connection)
        .await?;
    Ok(())
}

pub async fn find(
    connection: &mut Connection,
    account: Uuid,
) -> Result<Option<PasswordResetRow>, StoreError> {
    password_resets::table
        .find(account)
        .select(PasswordResetRow::as_select())
        .first(connection)
        .await
        .optional()
}

/// Uses a reset up; `false` when it is not the newest, was used before, or has expired at `now`.
pub async fn use_up(
    connection: &mut Connection,
    account: Uuid,
    id: Uuid,
    now: Instant,
) -> Result<bool, StoreError> {
    let usable = password_resets::table
        .find(account)
        .filter(password_resets::id.eq(id))
        .filter(password_resets::expires_at.gt(now));
    Ok(diesel::delete(usable).execute(connection).await? > 0)
}

/// Makes every link of an account dead.
pub async fn remove(connection: &mut Connection, account: Uuid) -> Result<(), StoreError> {
    diesel::delete(password_resets::table.find(account)).execute(connection).await?;
    Ok(())
}
