//! What somebody has left to his seat.

use uuid::Uuid;

use super::MOST_ORDERS;
use super::shown::{OrderShown, Orders};
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::lobby::Terms;
use crate::service::table::Table;
use crate::store::{Connection, games, orders};

/// The orders of `account` in a game, after its end too. Errors: `game_not_found`, `not_a_member`.
pub async fn list(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
) -> Result<Orders, Error> {
    let table = Table::open(app, connection, game, Some(account), None).await?;
    table.member()?;
    let rows = orders::list(connection, game, account).await?;
    Ok(Orders {
        ruleset: table.title.id(),
        orders: rows.into_iter().map(OrderShown::of).collect::<Result<_, _>>()?,
        forbidden_orders: forbidden(connection, game).await?,
        most: MOST_ORDERS,
    })
}

/// The kinds of order that nobody may give in a game.
pub(super) async fn forbidden(connection: &mut Connection, game: Uuid) -> Result<Vec<String>, Error> {
    let stored = games::get(connection, game).await?.ok_or_else(|| Code::GameNotFound.problem())?;
    Ok(Terms::of(&stored)?.forbidden_orders)
}
