//! Finished games that ratings and reliability have not taken note of.

use diesel::sql_types::{Bool, Nullable, SmallInt, Text, Uuid as SqlUuid};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, QueryableByName};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::games;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A game that came to a result.
#[derive(Debug, Clone, QueryableByName)]
pub struct Finished {
    #[diesel(sql_type = SqlUuid)]
    pub id: Uuid,
    #[diesel(sql_type = Text)]
    pub ruleset: String,
    /// May everybody find it?
    #[diesel(sql_type = Bool)]
    pub public: bool,
    /// Was it played by the numbers of the original?
    #[diesel(sql_type = Bool)]
    pub by_the_book: bool,
    /// How it ended, as JSON.
    #[diesel(sql_type = Nullable<Text>)]
    pub outcome: Option<String>,
}

/// A seat of such a game, as it was at the end.
#[derive(Debug, Clone, QueryableByName)]
pub struct Sitter {
    #[diesel(sql_type = SmallInt)]
    pub seat: i16,
    /// The person; `None` for a bot.
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub account: Option<Uuid>,
    #[diesel(sql_type = Bool)]
    pub departed: bool,
    #[diesel(sql_type = Bool)]
    pub resigned: bool,
    /// Did a bot play for the person?
    #[diesel(sql_type = Bool)]
    pub caretaken: bool,
}

/// The game that finished first of those, held until the transaction ends. `None` if there is none, and also while
/// another worker holds it: a later game must not be rated before it.
pub async fn claim(connection: &mut Connection) -> Result<Option<Finished>, StoreError> {
    diesel::sql_query(
        "SELECT id, ruleset, visibility = 'public' AS public, house_rules = '{}' AS by_the_book, outcome \
         FROM games WHERE id = \
         (SELECT id FROM games WHERE status = 'finished' AND rated_at IS NULL ORDER BY finished_at, id LIMIT 1) \
         AND rated_at IS NULL FOR NO KEY UPDATE SKIP LOCKED",
    )
    .get_result(connection)
    .await
    .optional()
}

/// Who sat there, by account. People who have not left can't leave before the transaction ends.
pub async fn sitters(connection: &mut Connection, game: Uuid) -> Result<Vec<Sitter>, StoreError> {
    diesel::sql_query(
        "SELECT FROM accounts WHERE id IN (SELECT account_id FROM seats WHERE game_id = $1) ORDER BY id FOR SHARE",
    )
    .bind::<SqlUuid, _>(game)
    .execute(connection)
    .await?;
    diesel::sql_query(
        "SELECT s.seat, s.account_id AS account, a.deleted_at IS NOT NULL AS departed, \
         s.resigned_at IS NOT NULL AS resigned, s.caretaker IS NOT NULL AS caretaken \
         FROM seats s LEFT JOIN accounts a ON a.id = s.account_id WHERE s.game_id = $1 ORDER BY s.account_id, s.seat",
    )
    .bind::<SqlUuid, _>(game)
    .load(connection)
    .await
}

pub async fn done(connection: &mut Connection, game: Uuid, at: Instant) -> Result<(), StoreError> {
    diesel::update(games::table.find(game)).set(games::rated_at.eq(at)).execute(connection).await?;
    Ok(())
}
