//! The streams of accounts are fed.

use std::time::Duration;

use super::shift::Stop;
use crate::app::App;
use crate::app::events::{ChangeEvent, ChangeReceiver};
use crate::error::Error;
use crate::service::following;
use crate::store::{Pool, pool};

/// Moves within this time are carried together.
const COALESCED: Duration = Duration::from_millis(20);

/// Carries what happened at games to the people in them, whenever something moves and now and then in any case.
pub async fn relay(app: &App, pool: &Pool, mut stop: Stop) {
    let poll = Duration::from_millis(app.settings.work.poll_milliseconds);
    let mut moves = app.events.changes();
    loop {
        if let Err(error) = once(app, pool).await {
            tracing::error!(%error, "could not feed the streams of accounts");
        }
        tokio::select! {
            () = stop.said() => return,
            () = game_moved(&mut moves) => {
                tokio::time::sleep(COALESCED).await;
                moves.rest();
            }
            () = tokio::time::sleep(poll) => {}
        }
    }
}

/// The changes that this loop itself makes are no news to it.
async fn game_moved(moves: &mut ChangeReceiver) {
    while matches!(moves.next().await, ChangeEvent::Account(_)) {}
}

async fn once(app: &App, pool: &Pool) -> Result<(), Error> {
    let mut connection = pool::acquire(pool).await?;
    following::relay(app, &mut connection).await
}
