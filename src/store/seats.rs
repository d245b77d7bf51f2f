//! Seats: their players and bots, offers to successors, and kicks. Before the start the number of a seat only tells two
//! players apart; the final numbers are dealt at the start.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, Insertable, JoinOnDsl, NullableExpressionMethods,
    OptionalExtension, QueryDsl, Queryable, Selectable, SelectableHelper,
};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::game_channels;
use super::games::Status;
use super::schema::{accounts, games, kicks, seat_offers, seats};
use super::sql::Statement;
use super::{Connection, Result};
use time_control::Instant;

/// A seat that is taken, by a player or a bot.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = seats, check_for_backend(diesel::pg::Pg))]
pub struct SeatRow {
    pub game_id: Uuid,
    pub seat: i16,
    /// The player; `None` for a bot.
    pub account_id: Option<Uuid>,
    /// The bot; `None` for a player.
    pub bot: Option<String>,
    pub entropy: Vec<u8>,
    /// The place in the order of joining, from 0.
    pub join_order: i16,
    pub joined_at: Instant,
    pub confirmed_at: Option<Instant>,
}

#[derive(Debug, Clone, Queryable)]
pub struct ShownSeat {
    pub game_id: Uuid,
    pub seat: i16,
    /// The player; `None` for a bot.
    pub account_id: Option<Uuid>,
    pub name: Option<String>,
    /// The place in the order of joining, from 0.
    pub join_order: i16,
    /// The bot; `None` for a player.
    pub bot: Option<String>,
    /// The bot that plays for the player.
    pub caretaker: Option<String>,
    pub resigned_at: Option<Instant>,
    pub confirmed: bool,
}

/// Takes seats. Error: a unique violation, if a seat is taken or a player has a seat already.
pub async fn take(connection: &mut Connection, taken: &[SeatRow]) -> Result<()> {
    diesel::insert_into(seats::table).values(taken).run(connection).await
}

/// The seats of a game in the order of joining, on which the game's seed depends.
pub async fn in_join_order(connection: &mut Connection, game: Uuid) -> Result<Vec<SeatRow>> {
    seats::table
        .filter(seats::game_id.eq(game))
        .order(seats::join_order)
        .select(SeatRow::as_select())
        .load(connection)
        .await
}

/// Gives up the seat of `account`; `false` if it has none.
pub async fn give_up(connection: &mut Connection, game: Uuid, account: Uuid) -> Result<bool> {
    diesel::delete(seats::table.filter(seats::game_id.eq(game).and(seats::account_id.eq(account))))
        .affects_any(connection)
        .await
}

/// Confirms a player's presence; `false` for a repeat, which keeps the first instant.
pub async fn confirm(connection: &mut Connection, game: Uuid, account: Uuid, at: Instant) -> Result<bool> {
    let seat = seats::table.filter(seats::game_id.eq(game).and(seats::account_id.eq(account)));
    diesel::update(seat.filter(seats::confirmed_at.is_null()))
        .set(seats::confirmed_at.eq(at))
        .affects_any(connection)
        .await
}

pub async fn forget_confirmations(connection: &mut Connection, game: Uuid) -> Result<()> {
    diesel::update(seats::table.filter(seats::game_id.eq(game)))
        .set(seats::confirmed_at.eq(None::<Instant>))
        .run(connection)
        .await
}

pub async fn dismiss_bots(connection: &mut Connection, game: Uuid) -> Result<()> {
    diesel::delete(seats::table.filter(seats::game_id.eq(game).and(seats::bot.is_not_null())))
        .run(connection)
        .await
}

/// The games that have not started and where `account` has a seat.
pub async fn waiting_games_of(connection: &mut Connection, account: Uuid) -> Result<Vec<Uuid>> {
    seats::table
        .inner_join(games::table.on(games::id.eq(seats::game_id)))
        .filter(seats::account_id.eq(account))
        .filter(games::status.eq_any([Status::Open, Status::Confirming]))
        .select(seats::game_id)
        .load(connection)
        .await
}

pub async fn clear(connection: &mut Connection, game: Uuid) -> Result<()> {
    diesel::delete(seats::table.filter(seats::game_id.eq(game))).run(connection).await
}

/// The seats of several games with the names of their players, by game and seat.
pub async fn shown(connection: &mut Connection, games: &[Uuid]) -> Result<Vec<ShownSeat>> {
    seats::table
        .left_join(accounts::table.on(seats::account_id.eq(accounts::id.nullable())))
        .filter(seats::game_id.eq_any(games))
        .order((seats::game_id, seats::seat))
        .select((
            seats::game_id,
            seats::seat,
            seats::account_id,
            accounts::name.nullable(),
            seats::join_order,
            seats::bot,
            seats::caretaker,
            seats::resigned_at,
            seats::confirmed_at.is_not_null(),
        ))
        .load(connection)
        .await
}

/// Marks a seat as resigned. No bot plays for it any more.
pub async fn resign(connection: &mut Connection, game: Uuid, seat: i16, at: Instant) -> Result<()> {
    diesel::update(seats::table.find((game, seat)))
        .set((seats::resigned_at.eq(at), seats::caretaker.eq(None::<String>)))
        .run(connection)
        .await
}

/// Sets the bot that plays for the player at a seat; `None`: the player is back.
pub async fn set_caretaker(
    connection: &mut Connection,
    game: Uuid,
    seat: i16,
    bot: Option<&str>,
) -> Result<()> {
    diesel::update(seats::table.find((game, seat))).set(seats::caretaker.eq(bot)).run(connection).await
}

/// Gives a seat to another player, who plays there themselves.
pub async fn replace(connection: &mut Connection, game: Uuid, seat: i16, account: Uuid) -> Result<()> {
    diesel::update(seats::table.find((game, seat)))
        .set((
            seats::account_id.eq(account),
            seats::availability.eq(None::<String>),
            seats::bot.eq(None::<String>),
            seats::caretaker.eq(None::<String>),
        ))
        .run(connection)
        .await?;
    // A player who comes back later is asked anew.
    game_channels::forget_departed(connection, game).await
}

/// Offers a seat until an instant, to one account or to the first who accepts. The offer replaces an earlier one.
pub async fn offer(
    connection: &mut Connection,
    game: Uuid,
    seat: i16,
    account: Option<Uuid>,
    until: Instant,
) -> Result<()> {
    let values = (seat_offers::account_id.eq(account), seat_offers::expires_at.eq(until));
    diesel::insert_into(seat_offers::table)
        .values((seat_offers::game_id.eq(game), seat_offers::seat.eq(seat), values))
        .on_conflict((seat_offers::game_id, seat_offers::seat))
        .do_update()
        .set(values)
        .run(connection)
        .await
}

/// Is this seat offered to that account at `now`?
pub async fn holds_offer(
    connection: &mut Connection,
    game: Uuid,
    seat: i16,
    account: Uuid,
    now: Instant,
) -> Result<bool> {
    let to_account = seat_offers::account_id.is_null().or(seat_offers::account_id.eq(account));
    let found = seat_offers::table
        .find((game, seat))
        .filter(to_account.assume_not_null())
        .filter(seat_offers::expires_at.gt(now))
        .select(seat_offers::seat)
        .first::<i16>(connection)
        .await
        .optional()?;
    Ok(found.is_some())
}

/// When the offer of this seat to that account ends; `None` if it is not offered to the account by name.
pub async fn offer_to(
    connection: &mut Connection,
    game: Uuid,
    seat: i16,
    account: Uuid,
) -> Result<Option<Instant>> {
    let offer = seat_offers::table.find((game, seat)).filter(seat_offers::account_id.eq(account));
    offer.select(seat_offers::expires_at).first_optional(connection).await
}

pub async fn withdraw_offer(connection: &mut Connection, game: Uuid, seat: i16) -> Result<()> {
    diesel::delete(seat_offers::table.find((game, seat))).run(connection).await
}

/// Notes that `account` was removed from a game before its start.
pub async fn add_kick(connection: &mut Connection, game: Uuid, account: Uuid, at: Instant) -> Result<()> {
    diesel::insert_into(kicks::table)
        .values((kicks::game_id.eq(game), kicks::account_id.eq(account), kicks::kicked_at.eq(at)))
        .on_conflict((kicks::game_id, kicks::account_id))
        .do_update()
        .set(kicks::kicked_at.eq(at))
        .run(connection)
        .await
}

pub async fn is_kicked(connection: &mut Connection, game: Uuid, account: Uuid) -> Result<bool> {
    diesel::select(diesel::dsl::exists(kicks::table.find((game, account)))).get_result(connection).await
}
