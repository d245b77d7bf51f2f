//! Where a game is, for somebody who may have seen that already: nothing of its position is read.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, JoinOnDsl, NullableExpressionMethods, OptionalExtension,
    QueryDsl,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::{games, positions, seats};
use super::words::Visibility;
use super::{Connection, StoreError};

/// Who may see a game, the revision of its table, its version, the digest of its last entry, and the seat of the caller.
pub type Glance = (Visibility, i64, i64, Vec<u8>, Option<i16>);

/// A glance at a game that has begun.
pub async fn at(
    connection: &mut Connection,
    game: Uuid,
    account: Option<Uuid>,
) -> Result<Option<Glance>, StoreError> {
    let own = seats::game_id.eq(games::id).and(seats::account_id.eq(account));
    games::table
        .inner_join(positions::table.on(positions::game_id.eq(games::id)))
        .left_join(seats::table.on(own))
        .filter(games::id.eq(game))
        .select((
            games::visibility,
            games::revision,
            positions::version,
            positions::digest,
            seats::seat.nullable(),
        ))
        .get_result(connection)
        .await
        .optional()
}
