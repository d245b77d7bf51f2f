//! Bots move when it is their turn.

use super::shift::Shift;
use crate::app::App;
use crate::error::Error;
use crate::service::play;
use crate::store::{Pool, pool};

/// Plays the turns of bots whenever some are due, one decision after the other.
pub async fn play(app: &App, pool: &Pool, shift: Shift) {
    shift.works_off("a bot could not move", async || turn(app, pool).await).await;
}

async fn turn(app: &App, pool: &Pool) -> Result<bool, Error> {
    let mut connection = pool::acquire(pool).await?;
    play::bot_turn(app, &mut connection).await
}
