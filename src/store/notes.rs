//! Private notes of players about games.

use diesel::{QueryDsl, Queryable, Selectable, SelectableHelper};
use uuid::Uuid;

use super::schema::notes;
use super::sql::{Statement, sql};
use super::{Connection, Result};
use time_control::Instant;

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = notes)]
pub struct NoteRow {
    pub text: String,
    /// Counts the changes, from 1.
    pub revision: i64,
    pub updated_at: Instant,
}

pub async fn find(connection: &mut Connection, game: Uuid, account: Uuid) -> Result<Option<NoteRow>> {
    notes::table.find((game, account)).select(NoteRow::as_select()).first_optional(connection).await
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
) -> Result<Option<i64>> {
    let statement = match base {
        Some(1..) => {
            "UPDATE notes n SET text = $3, revision = n.revision + 1, updated_at = $4 \
             WHERE n.game_id = $1 AND n.account_id = $2 AND n.revision = $5 RETURNING n.revision"
        }
        _ => {
            "INSERT INTO notes AS n (game_id, account_id, text, revision, updated_at) VALUES ($1, $2, $3, 1, $4) \
             ON CONFLICT (game_id, account_id) DO UPDATE SET text = excluded.text, revision = n.revision + 1, \
             updated_at = excluded.updated_at WHERE $5 < 0 RETURNING n.revision"
        }
    };
    sql(statement)
        .bind(game)
        .bind(account)
        .bind(text)
        .bind(at)
        .bind(base.unwrap_or(-1))
        .optional_value(connection)
        .await
}
