//! Mails in a row that an account did not get.

use diesel::QueryableByName;
use diesel::sql_types::{SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::sql::sql;
use super::{Connection, StoreError};
use crate::time_control::Instant;

#[derive(Debug, Clone, Copy, QueryableByName)]
pub struct Failures {
    #[diesel(sql_type = SmallInt)]
    pub failures: i16,
    /// When the first of them was.
    #[diesel(sql_type = Timestamptz)]
    pub first_at: Instant,
}

/// Counts a failure at `now`. A new row begins with it if the last one was for another address, or no later than
/// `row_ended`.
pub async fn count(
    connection: &mut Connection,
    account: Uuid,
    email_key: &str,
    now: Instant,
    row_ended: Instant,
) -> Result<Failures, StoreError> {
    sql(
        "INSERT INTO delivery_failures AS f (account_id, email_key, failures, first_at, last_at) \
         VALUES ($1, $2, 1, $3, $3) ON CONFLICT (account_id) DO UPDATE SET email_key = $2, last_at = $3, \
         failures = CASE WHEN f.email_key = $2 AND f.last_at > $4 THEN least(f.failures + 1, 1000) ELSE 1 END, \
         first_at = CASE WHEN f.email_key = $2 AND f.last_at > $4 THEN f.first_at ELSE $3 END \
         RETURNING failures, first_at",
    )
    .bind::<SqlUuid, _>(account)
    .bind::<Text, _>(email_key)
    .bind::<Timestamptz, _>(now)
    .bind::<Timestamptz, _>(row_ended)
    .get_result(connection)
    .await
}

pub async fn forget(connection: &mut Connection, account: Uuid) -> Result<(), StoreError> {
    sql("DELETE FROM delivery_failures WHERE account_id = $1")
        .bind::<SqlUuid, _>(account)
        .execute(connection)
        .await?;
    Ok(())
}
