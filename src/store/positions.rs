//! What lists show of games that have begun, read without their states.

use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::positions;
use super::{Connection, StoreError};

/// Game, version, what is shown, as JSON, and the digest of the last entry.
pub type Brief = (Uuid, i64, Option<String>, Vec<u8>);

/// Where each of these games is; games that have not begun are missing.
pub async fn briefs(connection: &mut Connection, games: &[Uuid]) -> Result<Vec<Brief>, StoreError> {
    positions::table
        .filter(positions::game_id.eq_any(games))
        .select((positions::game_id, positions::version, positions::summary, positions::digest))
        .load(connection)
        .await
}
