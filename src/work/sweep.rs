//! Now and then, what nobody will ask for again is forgotten.

use std::time::Duration;

use super::shift::Stop;
use crate::app::App;
use crate::error::Error;
use crate::service::departures::forget;
use crate::store::{Pool, pool};

/// How long the sweeper rests.
const REST: Duration = Duration::from_secs(3600);

/// Sweeps at once and then every hour, until the work is to end.
pub async fn sweep(app: &App, pool: &Pool, mut stop: Stop) {
    loop {
        if let Err(error) = once(app, pool).await {
            tracing::error!(%error, "could not sweep");
        }
        tokio::select! {
            () = stop.said() => return,
            () = tokio::time::sleep(REST) => {}
        }
    }
}

async fn once(app: &App, pool: &Pool) -> Result<(), Error> {
    let mut connection = pool::acquire(pool).await?;
    forget(app, &mut connection).await
}
