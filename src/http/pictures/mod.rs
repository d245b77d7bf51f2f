//! `/v1/games/{game_id}/board.*` and `chart.*`: pictures of a game, for eyes and for readers of screens.
//!
//! Whoever may see a game may have its pictures, drawn from what he may see. No handler makes pixels itself.

mod board;
mod chart;
mod parameters;
mod tag;

pub use board::*;
pub use chart::*;

use uuid::Uuid;

use super::extract::MaybeCaller;
use crate::app::App;
use crate::error::Error;
use crate::service::access::Scope;
use crate::service::table::Table;
use crate::store::Connection;

async fn open(
    app: &App,
    connection: &mut Connection,
    caller: MaybeCaller,
    game: Uuid,
) -> Result<Table, Error> {
    caller.require(Scope::GamesRead)?;
    Table::open(app, connection, game, caller.account(), None).await
}
