//! Seats that their tables have offered to successors.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::seat_offers;
use super::{Connection, StoreError};
use crate::clock::Instant;

/// Offers a seat until an instant: to one account, or to whoever comes first. An earlier offer of it is forgotten.
pub async fn offer(
    connection: &mut Connection,
    game: Uuid,
    seat: i16,
    account: Option<Uuid>,
    until: Instant,
) -> Result<(), StoreError> {
    let values = (seat_offers::account_id.eq(account), seat_offers::expires_at.eq(until));
    diesel::insert_into(seat_offers::table)
        .values((seat_offers::game_id.eq(game), seat_offers::seat.eq(seat), values))
        .on_conflict((seat_offers::game_id, seat_offers::seat))
        .do_update()
        .set(values)
        .execute(connection)
        .await?;
    Ok(())
}

/// Is this seat offered to that account at `now`?
pub async fn holds(
    connection: &mut Connection,
    game: Uuid,
    seat: i16,
    account: Uuid,
    now: Instant,
) -> Result<bool, StoreError> {
    let to_him = seat_offers::account_id.is_null().or(seat_offers::account_id.eq(account));
    let found = seat_offers::table
        .find((game, seat))
        .filter(to_him.assume_not_null())
        .filter(seat_offers::expires_at.gt(now))
        .select(seat_offers::seat)
        .first::<i16>(connection)
        .await
        .optional()?;
    Ok(found.is_some())
}

/// Until when this seat is offered to that account by name.
pub async fn to_account(
    connection: &mut Connection,
    game: Uuid,
    seat: i16,
    account: Uuid,
) -> Result<Option<Instant>, StoreError> {
    let offer = seat_offers::table.find((game, seat)).filter(seat_offers::account_id.eq(account));
    offer.select(seat_offers::expires_at).first(connection).await.optional()
}

/// Nobody is offered the seat any longer.
pub async fn withdraw(connection: &mut Connection, game: Uuid, seat: i16) -> Result<(), StoreError> {
    diesel::delete(seat_offers::table.find((game, seat))).execute(connection).await?;
    Ok(())
}
