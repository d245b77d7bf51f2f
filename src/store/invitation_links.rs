//! Links that let whoever has one join a table. The secret is not here, only its hash.

use diesel::{ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::invitation_links::{self as links};
use super::{Connection, StoreError};
use crate::clock::Instant;

#[derive(Debug, Clone, Queryable, Insertable)]
#[diesel(table_name = links)]
pub struct Row {
    pub game_id: Uuid,
    /// Its id; not the secret.
    pub id: Uuid,
    /// SHA-256 of the secret.
    pub token_hash: Vec<u8>,
    pub made_by: Uuid,
    /// When.
    pub created_at: Instant,
    /// Until when it works.
    pub expires_at: Instant,
    /// How many may still join with it.
    pub uses_left: i16,
    /// When it was taken back.
    pub revoked_at: Option<Instant>,
}

pub async fn add(connection: &mut Connection, row: &Row) -> Result<(), StoreError> {
    diesel::insert_into(links::table).values(row).execute(connection).await?;
    Ok(())
}

/// The links of a table, newest first, as a page.
pub async fn page(
    connection: &mut Connection,
    game: Uuid,
    before: Option<Uuid>,
    limit: i64,
) -> Result<Vec<Row>, StoreError> {
    let mut query =
        links::table.filter(links::game_id.eq(game)).order(links::id.desc()).limit(limit).into_boxed();
    if let Some(before) = before {
        query = query.filter(links::id.lt(before));
    }
    query.load(connection).await
}

/// How many links of a table work at `now`.
pub async fn count_working(connection: &mut Connection, game: Uuid, now: Instant) -> Result<i64, StoreError> {
    links::table
        .filter(links::game_id.eq(game))
        .filter(links::revoked_at.is_null())
        .filter(links::uses_left.gt(0))
        .filter(links::expires_at.gt(now))
        .count()
        .get_result(connection)
        .await
}

/// The link with this secret that works at `now`.
pub async fn working(
    connection: &mut Connection,
    game: Uuid,
    token_hash: &[u8],
    now: Instant,
) -> Result<Option<Row>, StoreError> {
    links::table
        .filter(links::game_id.eq(game))
        .filter(links::token_hash.eq(token_hash))
        .filter(links::revoked_at.is_null())
        .filter(links::uses_left.gt(0))
        .filter(links::expires_at.gt(now))
        .first(connection)
        .await
        .optional()
}

/// Somebody joined with it.
pub async fn use_up(connection: &mut Connection, game: Uuid, id: Uuid) -> Result<(), StoreError> {
    diesel::update(links::table.find((game, id)))
        .set(links::uses_left.eq(links::uses_left - 1))
        .execute(connection)
        .await?;
    Ok(())
}

/// Takes it back; `false` when there is none. A repeat keeps the first instant.
pub async fn revoke(
    connection: &mut Connection,
    game: Uuid,
    id: Uuid,
    at: Instant,
) -> Result<bool, StoreError> {
    diesel::update(links::table.find((game, id)).filter(links::revoked_at.is_null()))
        .set(links::revoked_at.eq(at))
        .execute(connection)
        .await?;
    diesel::select(diesel::dsl::exists(links::table.find((game, id)))).get_result(connection).await
}
