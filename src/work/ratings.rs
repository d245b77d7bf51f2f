//! Finished games are rated.

use super::shift::Shift;
use crate::app::App;
use crate::error::Error;
use crate::service::ratings;
use crate::store::{Pool, pool};

/// Rates finished games, one after the other.
pub async fn rate(app: &App, pool: &Pool, shift: Shift) {
    shift.works_off("a game could not be rated", async || once(app, pool).await).await;
}

async fn once(app: &App, pool: &Pool) -> Result<bool, Error> {
    let mut connection = pool::acquire(pool).await?;
    ratings::rate_next(app, &mut connection).await
}
