//! Carries what happened at games to the streams of the people in them.

use uuid::Uuid;

use crate::app::App;
use crate::error::Error;
use crate::store::{self, Connection, relay as tables};
use crate::work::Moved;

/// How many games are carried in one transaction.
const MOST_GAMES: i64 = 50;

/// Carries what is due, a few games at a time, until each was looked at once. What other workers hold is left to them. A
/// game that can't be carried holds no other one up; the error is that of the last such game.
pub async fn relay(app: &App, connection: &mut Connection) -> Result<(), Error> {
    let (mut after, mut outcome) = (Uuid::nil(), Ok(()));
    loop {
        let due = tables::find(connection, after, MOST_GAMES).await?;
        let Some(last) = due.last() else { return outcome };
        after = *last;
        if carry(app, connection, &due).await.is_err() {
            for game in &due {
                if let Err(error) = carry(app, connection, std::slice::from_ref(game)).await {
                    outcome = Err(error);
                }
            }
        }
    }
}

/// Carries what is due in those of the games that no other worker holds.
async fn carry(app: &App, connection: &mut Connection, due: &[Uuid]) -> Result<(), Error> {
    let people = store::transaction(connection, async |connection| {
        let games = tables::claim(connection, due).await?;
        if games.is_empty() {
            return Ok(vec![]);
        }
        let kinds: Vec<&str> =
            app.kinds().all().filter(|entry| entry.in_stream).map(|entry| entry.name).collect();
        Ok(tables::fan_out(connection, &games, &kinds).await?)
    })
    .await?;
    for account in people {
        app.wake.moved(Moved::Account(account));
    }
    Ok(())
}
