//! The past of a game: its log, and the states kept on the way.

use diesel::{ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, Queryable};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{entries, snapshots};
use super::{Connection, StoreError};
use crate::clock::Instant;

/// How many versions apart the kept states are.
pub const SNAPSHOT_EVERY: i64 = 32;

/// An entry of the log, secrets included.
#[derive(Debug, Clone, Queryable)]
pub struct Entry {
    pub version: i64,
    pub made_by: String,
    /// The seat it is about; `None` for the server.
    pub seat: Option<i16>,
    /// A JSON array of events.
    pub events: String,
    /// When it was made.
    pub created_at: Instant,
    /// A JSON array of what happened at the table beside the rules, if anything did.
    pub table_events: Option<String>,
    /// A JSON array of the deadlines from then on, if this is the last entry of a write and clocks ran.
    pub deadlines: Option<String>,
    /// Tells it and all before it from every other history of the game.
    pub digest: Vec<u8>,
}

/// The last kept state that is not younger than `version`, and its version.
pub async fn snapshot(
    connection: &mut Connection,
    game: Uuid,
    version: i64,
) -> Result<Option<(i64, String)>, StoreError> {
    snapshots::table
        .filter(snapshots::game_id.eq(game))
        .filter(snapshots::version.le(version))
        .order(snapshots::version.desc())
        .select((snapshots::version, snapshots::state))
        .first(connection)
        .await
        .optional()
}

/// Where a game stood at `version`, if that had ever changed by then.
pub async fn standing(
    connection: &mut Connection,
    game: Uuid,
    version: i64,
) -> Result<Option<String>, StoreError> {
    entries::table
        .filter(entries::game_id.eq(game))
        .filter(entries::version.le(version))
        .filter(entries::standing.is_not_null())
        .order(entries::version.desc())
        .select(entries::standing.assume_not_null())
        .first(connection)
        .await
        .optional()
}

/// The deadlines at `version`, as a JSON array, if clocks ran.
pub async fn deadlines(
    connection: &mut Connection,
    game: Uuid,
    version: i64,
) -> Result<Option<String>, StoreError> {
    let found = entries::table.find((game, version)).select(entries::deadlines).first(connection).await;
    Ok(found.optional()?.flatten())
}

/// The digest of the entry of a version.
pub async fn digest(
    connection: &mut Connection,
    game: Uuid,
    version: i64,
) -> Result<Option<Vec<u8>>, StoreError> {
    entries::table.find((game, version)).select(entries::digest).first(connection).await.optional()
}

/// The entries after version `after` up to `last`, at most `limit` of them, oldest first.
pub async fn entries(
    connection: &mut Connection,
    game: Uuid,
    after: i64,
    last: i64,
    limit: i64,
) -> Result<Vec<Entry>, StoreError> {
    entries::table
        .filter(entries::game_id.eq(game))
        .filter(entries::version.gt(after))
        .filter(entries::version.le(last))
        .order(entries::version)
        .limit(limit)
        .select((
            entries::version,
            entries::made_by,
            entries::seat,
            entries::events,
            entries::created_at,
            entries::table_events,
            entries::deadlines,
            entries::digest,
        ))
        .load(connection)
        .await
}
