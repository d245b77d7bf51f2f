//! The game that an answer was about.

use uuid::Uuid;

use crate::app::App;
use crate::error::Error;
use crate::service::history;
use crate::service::table::Table;
use crate::store::Connection;
use rules::AnyGame;

/// A game as it stood when something was answered at `version`: what is said of the answer is said of that game.
pub async fn when_said(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    version: i64,
) -> Result<Box<dyn AnyGame>, Error> {
    let table = Table::open_for_worker(app, connection, game).await?;
    history::game_at(connection, &table, version).await
}
