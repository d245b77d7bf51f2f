//! Finished games are rated.

use super::shift::Shift;
use crate::app::App;
use crate::error::Error;
use crate::service::ratings;
use crate::store::{Pool, pool};

/// Rates finished games, one after the other.
pub async fn rate(app: &App, pool: &Pool, mut shift: Shift) {
    while !shift.is_over() {
        match once(app, pool).await {
            Ok(true) => {}
            Ok(false) => {
                shift.goes_on().await;
            }
            Err(error) => {
                tracing::error!(%error, "a game could not be rated");
                shift.goes_on().await;
            }
        }
    }
}

async fn once(app: &App, pool: &Pool) -> Result<bool, Error> {
    let mut connection = pool::lend(pool).await?;
    ratings::rate_next(app, &mut connection).await
}
