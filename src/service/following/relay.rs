//! Carries what happened at games to the streams of the people in them.

use uuid::Uuid;

use crate::app::App;
use crate::error::Error;
use crate::store::{self, Connection, relay as tables};
use crate::work::Moved;

/// How many games are carried in one transaction.
const MOST_GAMES: i64 = 50;

/// Carries what is due, for a few games; `false` when there was nothing to carry.
pub async fn relay(app: &App, connection: &mut Connection) -> Result<bool, Error> {
    let mut after = Uuid::nil();
    loop {
        let due = tables::find(connection, after, MOST_GAMES).await?;
        let Some(last) = due.last() else { return Ok(false) };
        after = *last;
        if carry(app, connection, &due).await? {
            return Ok(true);
        }
        // Other workers hold all of these: what comes after them is not theirs yet.
    }
}

/// Carries what is due in those of the games that no other worker holds; `false` when they hold all.
async fn carry(app: &App, connection: &mut Connection, due: &[Uuid]) -> Result<bool, Error> {
    let mut held = false;
    let people = store::transaction(connection, async |connection| {
        let games = tables::claim(connection, due).await?;
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
