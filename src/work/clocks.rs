//! Standing orders that wait answer, whose time runs out is warned, what nobody answered in time lapses, and games hear
//! when people's time counts. This loop gives the workers' sign of life, and sees to it that time in which there was none
//! counts for nobody.

use super::shift::Shift;
use crate::app::App;
use crate::error::Error;
use crate::service::outages::Heartbeat;
use crate::service::play;
use crate::service::timing;
use crate::store::{Pool, pool};

/// Does what is due, one game after the other, whenever something is.
pub async fn watch(app: &App, pool: &Pool, shift: Shift) {
    let heartbeat = Heartbeat::default();
    shift.works_off("a clock could not be dealt with", async || once(app, pool, &heartbeat).await).await;
}

async fn once(app: &App, pool: &Pool, heartbeat: &Heartbeat) -> Result<bool, Error> {
    let mut connection = pool::acquire(pool).await?;
    heartbeat.beat(app, &mut connection).await?;
    Ok(heartbeat.compensate(app, &mut connection).await?
        || timing::apply_next_availability(app, &mut connection).await?
        || play::order_turn(app, &mut connection).await?
        || timing::sweep(app, &mut connection).await?)
}
