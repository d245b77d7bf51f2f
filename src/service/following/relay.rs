//! Carries what happened at games to the streams of the people in them.

use crate::app::App;
use crate::error::Error;
use crate::store::{self, Connection, relay as tables};
use crate::work::Moved;

/// How many games are carried in one transaction.
const MOST_GAMES: i64 = 50;

/// Carries what is due, for a few games; `false` when there was nothing to carry.
pub async fn relay(app: &App, connection: &mut Connection) -> Result<bool, Error> {
    let mut held = false;
    let people = store::transaction(connection, async |connection| {
        let games = tables::claim(connection, MOST_GAMES).await?;
        if games.is_empty() {
            return Ok(vec![]);
        }
        held = true;
        Ok(tables::fan_out(connection, &games).await?)
    })
    .await?;
    for account in people {
        app.wake.moved(Moved::Account(account));
    }
    Ok(held)
}
