//! What nobody else's name may come to.

use diesel::sql_types::{Array, BigInt, Text, Uuid as SqlUuid};
use diesel::{OptionalExtension, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Connection, StoreError};

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Gives an account these keys in place of those it has; `false` when another account has one of them, and then the
/// transaction must be undone. Of two accounts that want one at the same moment the second waits for the first.
pub async fn claim(connection: &mut Connection, account: Uuid, keys: &[&str]) -> Result<bool, StoreError> {
    diesel::sql_query("DELETE FROM name_keys WHERE account_id = $1 AND key <> ALL ($2)")
        .bind::<SqlUuid, _>(account)
        .bind::<Array<Text>, _>(keys)
        .execute(connection)
        .await?;
    diesel::sql_query(
        "INSERT INTO name_keys (key, account_id) SELECT k, $1 FROM unnest($2) AS w (k) ORDER BY k ON CONFLICT DO NOTHING",
    )
    .bind::<SqlUuid, _>(account)
    .bind::<Array<Text>, _>(keys)
    .execute(connection)
    .await?;
    let owned =
        diesel::sql_query("SELECT count(*) AS count FROM name_keys WHERE account_id = $1 AND key = ANY ($2)")
            .bind::<SqlUuid, _>(account)
            .bind::<Array<Text>, _>(keys)
            .get_result::<Count>(connection)
            .await?;
    Ok(usize::try_from(owned.count).is_ok_and(|owned| owned == keys.len()))
}

/// Has any account one of these keys?
pub async fn any_taken(connection: &mut Connection, keys: &[&str]) -> Result<bool, StoreError> {
    let taken = diesel::sql_query("SELECT 1::bigint AS count FROM name_keys WHERE key = ANY ($1) LIMIT 1")
        .bind::<Array<Text>, _>(keys)
        .get_result::<Count>(connection)
        .await
        .optional()?;
    Ok(taken.is_some())
}
