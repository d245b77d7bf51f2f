//! Decisions that standing orders answer after a wait.

use diesel::QueryableByName;
use diesel::sql_types::{Array, SmallInt, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::order_turns;
use super::write::Ordered;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// A decision that the orders of its seat answer.
#[derive(Debug, Clone, QueryableByName)]
pub struct OrderTurn {
    #[diesel(sql_type = SqlUuid)]
    pub game_id: Uuid,
    #[diesel(sql_type = SmallInt)]
    pub seat: i16,
    #[diesel(sql_type = Text)]
    pub decision: String,
}

/// The decision that has been due the longest in a game that nobody else is writing to. The position of the game is held
/// until the transaction ends.
pub async fn claim(connection: &mut Connection, now: Instant) -> Result<Option<OrderTurn>, StoreError> {
    let found: Vec<OrderTurn> = diesel::sql_query(
        "SELECT t.game_id, t.seat, t.decision FROM order_turns t JOIN positions p ON p.game_id = t.game_id \
         WHERE t.due_at <= $1 ORDER BY t.due_at LIMIT 1 FOR UPDATE OF p SKIP LOCKED",
    )
    .bind::<Timestamptz, _>(now)
    .load(connection)
    .await?;
    Ok(found.into_iter().next())
}

/// Takes a decision off the list; `false` if it is not there.
pub async fn done(
    connection: &mut Connection,
    game: Uuid,
    seat: i16,
    decision: &str,
) -> Result<bool, StoreError> {
    let row = order_turns::table.find((game, seat, decision));
    Ok(diesel::delete(row).execute(connection).await? > 0)
}

/// Puts a decision off that could not be answered.
pub async fn put_off(
    connection: &mut Connection,
    turn: &OrderTurn,
    until: Instant,
) -> Result<(), StoreError> {
    diesel::update(order_turns::table.find((turn.game_id, turn.seat, &turn.decision)))
        .set(order_turns::due_at.eq(until))
        .execute(connection)
        .await?;
    Ok(())
}

/// Notes what orders will answer in a game that nobody moves meanwhile.
pub async fn note(connection: &mut Connection, game: Uuid, ordered: &Ordered<'_>) -> Result<(), StoreError> {
    diesel::sql_query(
        "INSERT INTO order_turns (game_id, seat, decision, due_at) \
         SELECT $1, o.* FROM unnest($2, $3, $4) AS o ON CONFLICT DO NOTHING",
    )
    .bind::<SqlUuid, _>(game)
    .bind::<Array<SmallInt>, _>(&ordered.seats)
    .bind::<Array<Text>, _>(&ordered.decisions)
    .bind::<Array<Timestamptz>, _>(&ordered.due_at)
    .execute(connection)
    .await?;
    Ok(())
}
