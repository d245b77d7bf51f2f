//! The board of a game, as somebody may see it.

use super::asked::Asked;
use crate::error::{Code, Error};
use crate::service::history;
use crate::service::table::Table;
use crate::store::Connection;
use rules::RenderedBoard;

/// The drawing that is asked for. A past version costs a bounded replay.
pub async fn draw(connection: &mut Connection, table: &Table, asked: &Asked) -> Result<RenderedBoard, Error> {
    let game = if asked.present {
        table.position()?.1
    } else {
        history::game_at(connection, table, asked.tag.version).await?
    };
    // A ruleset that renders nothing has no board to be found.
    game.render(asked.tag.viewer, &asked.names).ok_or_else(|| Code::RouteNotFound.problem())
}
