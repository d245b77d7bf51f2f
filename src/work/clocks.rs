//! Standing orders that wait answer, whose time runs out is warned, what nobody answered in time lapses, and games hear
//! when people's time counts.

use super::shift::Shift;
use crate::app::App;
use crate::error::Error;
use crate::service::{play, timing};
use crate::store::{Pool, pool};

/// Does what is due, one game after the other, whenever something is.
pub async fn watch(app: &App, pool: &Pool, shift: Shift) {
    shift.works_off("a clock could not be dealt with", async || once(app, pool).await).await;
}

async fn once(app: &App, pool: &Pool) -> Result<bool, Error> {
    let mut connection = pool::lend(pool).await?;
    Ok(timing::hear_next(app, &mut connection).await?
        || play::order_turn(app, &mut connection).await?
        || timing::sweep(app, &mut connection).await?)
}
