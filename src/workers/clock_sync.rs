//! Keeps the clock of this process on that of the database.

use std::io;
use std::time::Duration;

use super::poll::Stop;
use crate::error::Error;
use crate::service::App;
use crate::store::{self, Pool, pool};

/// The wait between two checks of whether the clock is to be measured.
const INTERVAL: Duration = Duration::from_secs(1);
/// How many queries one measurement makes: the first one may be slow, because it connects.
const QUERIES: usize = 3;

/// Measures the clock once, before the process does anything else.
pub fn set(app: &App, url: &str) -> io::Result<()> {
    let pool = pool::open_with(url, 1, &app.connections).map_err(io::Error::other)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure(app, &pool)).map_err(|error| io::Error::other(error.to_string()))
}

/// Measures the clock now and then, and soon after the clock of the machine was set.
pub async fn keep(app: &App, pool: &Pool, mut stop: Stop) {
    let mut is_failing = false;
    loop {
        let measured = measure(app, pool).await;
        if let (Err(error), false) = (&measured, is_failing) {
            tracing::warn!(%error, "could not ask the database for the time; it is tried again every second");
        }
        is_failing = measured.is_err();
        tokio::select! {
            () = stop.requested() => return,
            () = tokio::time::sleep(INTERVAL) => {}
        }
    }
}

async fn measure(app: &App, pool: &Pool) -> Result<(), Error> {
    if !app.clock.is_to_be_measured() {
        return Ok(());
    }
    let mut connection = pool::acquire(pool).await?;
    for _ in 0..QUERIES {
        let Some(sent) = app.clock.reading() else { return Ok(()) };
        let at = store::health::database_time(&mut connection).await?;
        app.clock.measured(sent, at);
    }
    if let Some(by) = app.clock.complaint() {
        tracing::warn!(
            seconds_ahead = by.num_seconds(),
            "the clock of this machine is wrong; this process goes by the database's"
        );
    }
    Ok(())
}
