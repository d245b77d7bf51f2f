//! Tables whose time is up expire, or lose those who did not confirm.

use super::shift::Shift;
use crate::app::App;
use crate::error::Error;
use crate::service::lobby;
use crate::store::{Pool, pool};

/// Deals with every table that is due, one after the other, whenever some are.
pub async fn close(app: &App, pool: &Pool, mut shift: Shift) {
    while !shift.is_over() {
        match once(app, pool).await {
            Ok(true) => {}
            Ok(false) => {
                shift.goes_on().await;
            }
            Err(error) => {
                tracing::error!(%error, "a table could not be closed");
                if let Err(error) = put_off(app, pool).await {
                    tracing::error!(%error, "it could not be put off, either");
                }
                shift.goes_on().await;
            }
        }
    }
}

async fn once(app: &App, pool: &Pool) -> Result<bool, Error> {
    let mut connection = pool::lend(pool).await?;
    lobby::overdue(app, &mut connection).await
}

async fn put_off(app: &App, pool: &Pool) -> Result<(), Error> {
    let mut connection = pool::lend(pool).await?;
    lobby::put_off(app, &mut connection).await
}
