//! Links of mails that open the page of a seat, by the hash of their secret.

use diesel::{
    ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::seat_links;
use super::{Connection, StoreError};
use crate::time_control::Instant;

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = seat_links)]
pub struct SeatLinkRow {
    pub game_id: Uuid,
    /// SHA-256 of the secret part.
    pub secret_hash: Vec<u8>,
    pub account_id: Uuid,
    /// `None`: it was mailed before the seats were dealt.
    pub seat: Option<i16>,
    /// The recovery id of the account when it was mailed: [`crate::store::recoveries::current`].
    pub recovery_id: Uuid,
    pub created_at: Instant,
    /// `None` for the newest of its account in the game.
    pub expires_at: Option<Instant>,
}

/// Adds a link; those that its account had in the game before are valid until `others_until`.
pub async fn add(
    connection: &mut Connection,
    link: &SeatLinkRow,
    others_until: Instant,
) -> Result<(), StoreError> {
    let earlier = seat_links::table
        .filter(seat_links::game_id.eq(link.game_id))
        .filter(seat_links::account_id.eq(link.account_id))
        .filter(seat_links::expires_at.is_null());
    diesel::update(earlier).set(seat_links::expires_at.eq(others_until)).execute(connection).await?;
    diesel::insert_into(seat_links::table).values(link).execute(connection).await?;
    Ok(())
}

pub async fn find(
    connection: &mut Connection,
    game: Uuid,
    secret_hash: &[u8],
) -> Result<Option<SeatLinkRow>, StoreError> {
    let row = seat_links::table.find((game, secret_hash));
    row.select(SeatLinkRow::as_select()).first(connection).await.optional()
}

/// Makes every link of an account to a game dead.
pub async fn remove_all(connection: &mut Connection, game: Uuid, account: Uuid) -> Result<(), StoreError> {
    let links =
        seat_links::table.filter(seat_links::game_id.eq(game)).filter(seat_links::account_id.eq(account));
    diesel::delete(links).execute(connection).await?;
    Ok(())
}

/// Deletes links that expired at `now`, and those mailed before `oldest`.
pub async fn forget(connection: &mut Connection, now: Instant, oldest: Instant) -> Result<(), StoreError> {
    let links =
        seat_links::table.filter(seat_links::expires_at.lt(now)).or_filter(seat_links::created_at.lt(oldest));
    diesel::delete(links).execute(connection).await?;
    Ok(())
}
