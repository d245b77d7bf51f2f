//! Bots move when it is their turn.

use super::shift::Shift;
use crate::app::App;
use crate::error::Error;
use crate::service::play;
use crate::store::{Pool, pool};

/// Plays the turns of bots whenever some are due, one decision after the other.
pub async fn play(app: &App, pool: &Pool, mut shift: Shift) {
    while !shift.is_over() {
        match turn(app, pool).await {
            Ok(true) => {}
            Ok(false) => {
                shift.goes_on().await;
            }
            Err(error) => {
                tracing::error!(%error, "a bot could not move");
                shift.goes_on().await;
            }
        }
    }
}

async fn turn(app: &App, pool: &Pool) -> Result<bool, Error> {
    let mut connection = pool::lend(pool).await?;
    play::bot_turn(app, &mut connection).await
}
