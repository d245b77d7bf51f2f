//! Keys that sign tokens.

use diesel::{Insertable, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::signing_keys;
use super::{Connection, StoreError};
use crate::clock::Instant;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = signing_keys)]
pub struct Row {
    /// Names the key in the tokens it signed.
    pub id: Uuid,
    /// 32 random bytes.
    pub secret: Vec<u8>,
    pub created_at: Instant,
}

/// Every key, oldest first.
pub async fn all(connection: &mut Connection) -> Result<Vec<Row>, StoreError> {
    signing_keys::table
        .order((signing_keys::created_at, signing_keys::id))
        .select(Row::as_select())
        .load(connection)
        .await
}

pub async fn insert(
    connection: &mut Connection,
    id: Uuid,
    secret: &[u8],
    created_at: Instant,
) -> Result<(), StoreError> {
    diesel::insert_into(signing_keys::table)
        .values(Row { id, secret: secret.to_vec(), created_at })
        .execute(connection)
        .await?;
    Ok(())
}
