//! What happened becomes something to send.

use std::time::Duration;

use crate::app::App;
use crate::error::Error;
use crate::service::webhooks::{self, Found};
use crate::store::{Pool, pool};
use crate::work::shift::Shift;

/// Knocks within this time are one look.
const COALESCED: Duration = Duration::from_millis(50);
/// How long nobody looks where there is no webhook, however often somebody knocks.
const IDLE: Duration = Duration::from_millis(500);

/// Looks for what is new whenever there is a knock, and now and then in any case.
pub async fn feed(app: &App, pool: &Pool, mut shift: Shift) {
    while !shift.is_over() {
        let rest = match once(app, pool).await {
            Ok(Found::Something) => {
                // The other loop of this thread.
                app.events.notify_local_workers();
                COALESCED
            }
            Ok(Found::Nothing) => COALESCED,
            Ok(Found::NoWebhook) => IDLE,
            Err(error) => {
                tracing::error!(%error, "webhooks could not be fed");
                IDLE
            }
        };
        if !shift.goes_on().await {
            return;
        }
        shift.rests(rest).await;
    }
}

async fn once(app: &App, pool: &Pool) -> Result<Found, Error> {
    let mut connection = pool::acquire(pool).await?;
    webhooks::feed(app, &mut connection).await
}
