//! Addresses that mail came back from for good.

use diesel::{
    ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::stopped_addresses;
use super::{Connection, StoreError};
use crate::time_control::Instant;

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = stopped_addresses)]
pub struct SuppressedAddressRow {
    pub account_id: Uuid,
    pub email_key: String,
    /// The status that the mail server gave, such as `5.1.1`.
    pub status: String,
    /// Since when.
    pub stopped_at: Instant,
}

/// Stops an address; one that is stopped already stays as it is.
pub async fn stop(connection: &mut Connection, row: &SuppressedAddressRow) -> Result<(), StoreError> {
    diesel::insert_into(stopped_addresses::table)
        .values(row)
        .on_conflict(stopped_addresses::account_id)
        .do_update()
        .set((
            stopped_addresses::email_key.eq(&row.email_key),
            stopped_addresses::status.eq(&row.status),
            stopped_addresses::stopped_at.eq(row.stopped_at),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

/// The stop of an account, whichever address it was for.
pub async fn of(
    connection: &mut Connection,
    account: Uuid,
) -> Result<Option<SuppressedAddressRow>, StoreError> {
    stopped_addresses::table
        .find(account)
        .select(SuppressedAddressRow::as_select())
        .first(connection)
        .await
        .optional()
}

/// Lifts a stop; `false` if there is none.
pub async fn lift(connection: &mut Connection, account: Uuid) -> Result<bool, StoreError> {
    Ok(diesel::delete(stopped_addresses::table.find(account)).execute(connection).await? > 0)
}
