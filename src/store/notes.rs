//! Private notes of players about games.

use diesel::sql_types::{BigInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::notes;
use super::sql::sql;
use super::{Connection, StoreError};
use crate::time_control::Instant;

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = notes)]
pub struct NoteRow {
    pub text: String,
    /// Counts the changes, from 1.
    pub revision: i64,
    /// When it was last changed.
    pub updated_at: Instant,
}

/// The note of `account` about `game`.
pub async fn find(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
) -> Result<Option<NoteRow>, StoreError> {
    notes::table.find((game, account)).select(NoteRow::as_select()).first(connection).await.optional()
}

/// Writes a note in place of the note of revision `base` (0: there must be none; `None`: any) and returns the new
/// revision. `None` if the note has another revision.
pub async fn put(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    text: &str,
    base: Option<i64>,
    at: Instant,
) -> Result<Option<i64>, StoreError> {
    #[derive(diesel::QueryableByName)]
    struct Revision {
        #[diesel(sql_type = BigInt)]
        revision: i64,
    }
    // A base above 0 needs a note to change, so nothing may be inserted without one.
    let written: Option<Revision> =
        sql("INSERT INTO notes AS n (game_id, account_id, text, revision, updated_at) \
         SELECT $1, $2, $3, 1, $4 WHERE $5 <= 0 \
         OR EXISTS (SELECT FROM notes o WHERE o.game_id = $1 AND o.account_id = $2) \
         ON CONFLICT (game_id, account_id) DO UPDATE SET text = excluded.text, revision = n.revision + 1, \
         updated_at = excluded.updated_at WHERE $5 < 0 OR n.revision = $5 RETURNING n.revision")
        .bind::<SqlUuid, _>(game)
        .bind::<SqlUuid, _>(account)
        .bind::<Text, _>(text)
        .bind::<Timestamptz, _>(at)
        .bind::<BigInt, _>(base.unwrap_or(-1))
        .get_result(connection)
        .await
        .optional()?;
    Ok(written.map(|row| row.revision))
}

/// Deletes every note of `account`.
pub async fn forget(connection: &mut Connection, account: Uuid) -> Result<(), StoreError> {
    diesel::delete(notes::table.filter(notes::account_id.eq(account))).execute(connection).await?;
    Ok(())
}
