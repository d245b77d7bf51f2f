//! Who was shown the door of a table.

use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::kicks;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// Notes that `account` was shown the door.
pub async fn add(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    at: Instant,
) -> Result<(), StoreError> {
    diesel::insert_into(kicks::table)
        .values((kicks::game_id.eq(game), kicks::account_id.eq(account), kicks::kicked_at.eq(at)))
        .on_conflict((kicks::game_id, kicks::account_id))
        .do_update()
        .set(kicks::kicked_at.eq(at))
        .execute(connection)
        .await?;
    Ok(())
}

/// Was `account` shown the door?
pub async fn is_kicked(connection: &mut Connection, game: Uuid, account: Uuid) -> Result<bool, StoreError> {
    diesel::select(diesel::dsl::exists(kicks::table.find((game, account)))).get_result(connection).await
}
