//! Resuming an order that was suspended by a password reset.

use uuid::Uuid;

use super::seat_in_play;
use super::set::run;
use super::shown::OrderShown;
use super::{OrderSet, hold};
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::access::Grant;
use crate::service::table::Table;
use crate::store::{Connection, Tx, orders};

/// Puts a suspended order of an account that proved itself with `grant` to work again, and lets it answer what is open. An
/// order that is at work stays as it is. Runs inside a transaction of the caller, in which nobody else moves the game.
/// Errors: `game_not_found`, `not_a_member`, `game_not_running`, `seat_resigned`, `order_not_found`, `busy`,
/// `session_ended`, `token_invalid`.
pub async fn resume(
    app: &App,
    tx: &mut Tx<'_>,
    game: Uuid,
    (account, grant): (Uuid, Grant),
    order: Uuid,
) -> Result<OrderSet, Error> {
    hold(app, tx, account, grant).await?;
    let open = async |tx: &mut Connection| Table::open(app, tx, game, Some(account), None).await;
    seat_in_play(&open(tx).await?, None)?;
    orders::change(tx, game).await?;
    let own = orders::find(tx, game, account, order).await?;
    own.ok_or_else(|| Code::OrderNotFound.problem())?;
    let is_resumed = orders::resume(tx, game, order).await?;
    let table = open(tx).await?;
    seat_in_play(&table, None)?;
    let (version, events) = match is_resumed {
        true => run(app, tx, &table).await?,
        false => (table.in_play()?.0, Vec::new()),
    };
    let kept = orders::find(tx, game, account, order).await?;
    let kept = kept.ok_or_else(|| Code::OrderNotFound.problem())?;
    Ok(OrderSet { ruleset: table.title.id(), order: OrderShown::of(kept)?, version, events })
}
