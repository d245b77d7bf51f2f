//! Tables whose time is up expire, or lose those who did not confirm.

use super::shift::Shift;
use crate::app::App;
use crate::error::Error;
use crate::service::lobby;
use crate::store::{Pool, pool};

/// Deals with every table that is due, one after the other, whenever some are.
pub async fn close(app: &App, pool: &Pool, shift: Shift) {
    shift.works_off("a table could not be closed", async || once(app, pool).await).await;
}

/// The next table that is due. One that can't be closed is put off, so that it does not hold up the others.
async fn once(app: &App, pool: &Pool) -> Result<bool, Error> {
    let mut connection = pool::acquire(pool).await?;
    let closed = lobby::overdue(app, &mut connection).await;
    if closed.is_err() {
        lobby::put_off(app, &mut connection).await?;
    }
    closed
}
