//! The board of a game, as somebody may see it.

use super::asked::Asked;
use crate::error::Error;
use crate::rules::Drawing;
use crate::service::history;
use crate::service::table::Table;
use crate::store::Connection;

/// The drawing that is asked for. A past version costs a bounded replay.
pub async fn draw(connection: &mut Connection, table: &Table, asked: &Asked) -> Result<Drawing, Error> {
    let game = if asked.present {
        table.position()?.1
    } else {
        history::game_at(connection, table, asked.tag.version).await?
    };
    Ok(game.draw(asked.tag.viewer, &asked.names))
}
