//! Taking an order back.

use uuid::Uuid;

use crate::app::App;
use crate::error::{Code, Error};
use crate::service::table::Table;
use crate::store::{Tx, orders};

/// Takes back an order that `account` gave. Runs inside a transaction of the caller. Whoever moves the game at the same
/// time decides without it. Errors: `game_not_found`, `not_a_member`, `order_not_found`.
pub async fn remove(app: &App, tx: &mut Tx<'_>, game: Uuid, account: Uuid, order: Uuid) -> Result<(), Error> {
    Table::open(app, tx, game, Some(account), None).await?.member()?;
    orders::change(tx, game).await?;
    let own = orders::find(tx, game, account, order).await?;
    own.ok_or_else(|| Code::OrderNotFound.problem())?;
    Ok(orders::remove(tx, game, order).await?)
}
