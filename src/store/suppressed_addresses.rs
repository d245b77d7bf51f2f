//! Suppressed addresses, which get no more mail because it was not delivered, and the failures in a row that lead to
//! that.

use diesel::{
    AsChangeset, BoolExpressionMethods, ExpressionMethods, Insertable, JoinOnDsl, QueryDsl, Queryable,
    Selectable, SelectableHelper,
};
use uuid::Uuid;

use super::schema::{accounts, stopped_addresses};
use super::sql::{Statement, by_name, sql};
use super::{Connection, Result, StoreError};
use time_control::Instant;

#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = stopped_addresses, primary_key(account_id))]
pub struct SuppressedAddressRow {
    pub account_id: Uuid,
    pub email_key: String,
    /// The status that the mail server gave, such as `5.1.1`.
    pub status: String,
    pub stopped_at: Instant,
}

pub async fn stop(connection: &mut Connection, row: &SuppressedAddressRow) -> Result<()> {
    diesel::insert_into(stopped_addresses::table)
        .values(row)
        .on_conflict(stopped_addresses::account_id)
        .do_update()
        .set(row)
        .run(connection)
        .await
}

/// The present address of an account, if it is suppressed.
pub async fn of(connection: &mut Connection, account: Uuid) -> Result<Option<SuppressedAddressRow>> {
    let is_present = accounts::id
        .eq(stopped_addresses::account_id)
        .and(accounts::email_key.eq(stopped_addresses::email_key));
    stopped_addresses::table
        .inner_join(accounts::table.on(is_present))
        .filter(stopped_addresses::account_id.eq(account))
        .select(SuppressedAddressRow::as_select())
        .first_optional(connection)
        .await
}

/// Lifts the suppression; `false` if there is none.
pub async fn lift(connection: &mut Connection, account: Uuid) -> Result<bool> {
    diesel::delete(stopped_addresses::table.find(account)).affects_any(connection).await
}

by_name! {
    /// Mails in a row that could not be delivered to an account.
    #[derive(Debug, Clone, Copy)]
    pub struct DeliveryFailures {
        pub failures: i16,
        pub first_at: Instant,
    }
}

/// Counts a failed mail at `now`. A new series begins if the last failure was for another address, or no later than
/// `series_ended`.
pub async fn count_failure(
    connection: &mut Connection,
    account: Uuid,
    email_key: &str,
    now: Instant,
    series_ended: Instant,
) -> Result<DeliveryFailures> {
    sql(
        "INSERT INTO delivery_failures AS f (account_id, email_key, failures, first_at, last_at) \
         VALUES ($1, $2, 1, $3, $3) ON CONFLICT (account_id) DO UPDATE SET email_key = $2, last_at = $3, \
         failures = CASE WHEN f.email_key = $2 AND f.last_at > $4 THEN least(f.failures + 1, 1000) ELSE 1 END, \
         first_at = CASE WHEN f.email_key = $2 AND f.last_at > $4 THEN f.first_at ELSE $3 END \
         RETURNING failures, first_at",
    )
    .bind(account)
    .bind(email_key)
    .bind(now)
    .bind(series_ended)
    .get_optional(connection)
    .await?
    .ok_or(StoreError::NotFound)
}

pub async fn clear_failures(connection: &mut Connection, account: Uuid) -> Result<()> {
    sql("DELETE FROM delivery_failures WHERE account_id = $1").bind(account).run(connection).await
}
