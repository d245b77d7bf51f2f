//! Standing orders of seats. Only the player who gave an order sees it.

use diesel::{ExpressionMethods, Insertable, QueryDsl, Queryable, Selectable, SelectableHelper};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::schema::orders;
use super::sql::Statement;
use super::{Connection, Result};
use time_control::Instant;

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = orders, check_for_backend(diesel::pg::Pg))]
pub struct OrderRow {
    pub game_id: Uuid,
    pub id: Uuid,
    /// Grows from order to order.
    pub number: i64,
    pub seat: i16,
    pub account_id: Uuid,
    /// The `type` of the order.
    pub kind: String,
    /// The order, as JSON.
    pub content: String,
    pub set_at: Instant,
    /// When it was found that it can no longer apply.
    pub disarmed_at: Option<Instant>,
    pub disarmed_version: Option<i64>,
    pub reason: Option<String>,
    /// Since when the order is suspended; its owner can resume it.
    pub suspended_at: Option<Instant>,
}

pub async fn add(connection: &mut Connection, row: &OrderRow) -> Result<()> {
    diesel::insert_into(orders::table).values(row).run(connection).await
}

/// The orders that `account` gave in a game, oldest first.
pub async fn list(connection: &mut Connection, game: Uuid, account: Uuid) -> Result<Vec<OrderRow>> {
    orders::table
        .filter(orders::game_id.eq(game))
        .filter(orders::account_id.eq(account))
        .order(orders::number)
        .select(OrderRow::as_select())
        .load(connection)
        .await
}

/// An order of a game, if `account` gave it.
pub async fn find(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    id: Uuid,
) -> Result<Option<OrderRow>> {
    let own = orders::table.find((game, id)).filter(orders::account_id.eq(account));
    own.select(OrderRow::as_select()).first_optional(connection).await
}

pub async fn remove(connection: &mut Connection, game: Uuid, id: Uuid) -> Result<()> {
    diesel::delete(orders::table.find((game, id))).run(connection).await
}

/// Suspends the active orders that `account` gave in a game up to `until`, the instant of a recovery: the later ones
/// were given by an owner who has recovered the account.
pub async fn suspend(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    until: Instant,
    now: Instant,
) -> Result<()> {
    let at_work = orders::table
        .filter(orders::game_id.eq(game))
        .filter(orders::account_id.eq(account))
        .filter(orders::set_at.le(until))
        .filter(orders::disarmed_at.is_null())
        .filter(orders::suspended_at.is_null());
    diesel::update(at_work).set(orders::suspended_at.eq(now)).run(connection).await
}

/// Resumes a suspended order; `false` when it is active.
pub async fn resume(connection: &mut Connection, game: Uuid, id: Uuid) -> Result<bool> {
    let suspended = orders::table.find((game, id)).filter(orders::suspended_at.is_not_null());
    diesel::update(suspended).set(orders::suspended_at.eq(None::<Instant>)).affects_any(connection).await
}

/// Deletes the orders of a seat whose player changed or left.
pub async fn clear(connection: &mut Connection, game: Uuid, seat: i16) -> Result<()> {
    let of_seat = orders::table.filter(orders::game_id.eq(game)).filter(orders::seat.eq(seat));
    diesel::delete(of_seat).run(connection).await
}

/// The orders of `account` that were disarmed at that version, oldest first.
pub async fn disarmed(
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    version: i64,
) -> Result<Vec<OrderRow>> {
    orders::table
        .filter(orders::game_id.eq(game))
        .filter(orders::account_id.eq(account))
        .filter(orders::disarmed_version.eq(version))
        .order(orders::number)
        .select(OrderRow::as_select())
        .load(connection)
        .await
}
