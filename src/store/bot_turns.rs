//! Games in which a bot is asked.

use diesel::{ExpressionMethods, OptionalExtension, QueryDsl};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::bot_turns;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// The longest due turn that no other worker holds, as game and version; held until the transaction ends.
pub async fn claim(connection: &mut Connection, at: Instant) -> Result<Option<(Uuid, i64)>, StoreError> {
    bot_turns::table
        .filter(bot_turns::due_at.le(at))
        .order(bot_turns::due_at)
        .select((bot_turns::game_id, bot_turns::version))
        .for_update()
        .skip_locked()
        .first(connection)
        .await
        .optional()
}

pub async fn done(connection: &mut Connection, game: Uuid, version: i64) -> Result<(), StoreError> {
    diesel::delete(bot_turns::table.find((game, version))).execute(connection).await?;
    Ok(())
}

/// Puts a turn off that could not be played.
pub async fn put_off(
    connection: &mut Connection,
    game: Uuid,
    version: i64,
    until: Instant,
) -> Result<(), StoreError> {
    diesel::update(bot_turns::table.find((game, version)))
        .set(bot_turns::due_at.eq(until))
        .execute(connection)
        .await?;
    Ok(())
}
