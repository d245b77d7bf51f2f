//! When a loop looks at its table, and when it goes home.

use std::time::Duration;

use tokio::sync::watch;

use crate::app::events::WorkReceiver;
use crate::error::Error;

/// Says that the work is to end.
#[derive(Clone, Debug)]
pub struct Stop(pub(super) watch::Receiver<bool>);

impl Stop {
    /// Waits until the work is to end; at once when it has been said already.
    pub async fn said(&mut self) {
        // A sender that is gone can't ask for anything any more: that is an end, too.
        let _ = self.0.wait_for(|stop| *stop).await;
    }
}

/// One loop's day.
pub struct Shift {
    knocks: WorkReceiver,
    stop: Stop,
    poll: Duration,
}

impl Shift {
    /// Looks whenever there is a knock, and every `poll` in any case.
    pub fn new(knocks: WorkReceiver, stop: Stop, poll: Duration) -> Self {
        Self { knocks, stop, poll }
    }

    /// Waits until it is worth looking again; `false` when the work is to end.
    pub async fn goes_on(&mut self) -> bool {
        tokio::select! {
            biased;
            () = self.stop.said() => false,
            () = self.knocks.received() => true,
            () = tokio::time::sleep(self.poll) => true,
        }
    }

    /// Does `next` thing after next thing while there is one, and looks again whenever it is worth it. An error is
    /// logged as `complaint`; the next look is the next try.
    pub async fn works_off(mut self, complaint: &str, next: impl AsyncFn() -> Result<bool, Error>) {
        while !self.is_over() {
            let done = next().await;
            if let Err(error) = &done {
                tracing::error!(%error, "{complaint}");
            }
            if !matches!(done, Ok(true)) {
                self.goes_on().await;
            }
        }
    }

    /// Rests for a while, whoever knocks; less when the work is to end.
    pub async fn rests(&mut self, rest: Duration) {
        tokio::select! {
            () = self.stop.said() => {}
            () = tokio::time::sleep(rest) => {}
        }
    }

    pub fn is_over(&self) -> bool {
        *self.stop.0.borrow() || self.stop.0.has_changed().is_err()
    }
}
