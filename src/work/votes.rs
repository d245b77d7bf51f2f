//! Votes whose time is over are closed.

use super::shift::Shift;
use crate::app::App;
use crate::error::Error;
use crate::service::votes;
use crate::store::{Pool, pool};

/// Closes votes as their times are over.
pub async fn close(app: &App, pool: &Pool, shift: Shift) {
    shift.works_off("a vote could not be closed", async || once(app, pool).await).await;
}

async fn once(app: &App, pool: &Pool) -> Result<bool, Error> {
    let mut connection = pool::acquire(pool).await?;
    let closed = votes::expire(app, &mut connection).await?;
    if closed {
        app.events.notify();
    }
    Ok(closed)
}
