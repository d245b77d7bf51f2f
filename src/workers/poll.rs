//! The poll loop: when a worker reads its queue, and when it ends.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::sync::watch;

use crate::error::Error;
use crate::service::{App, Ctx};
use crate::store::Pool;
use crate::store::queues::DueQueues;

/// How long claimed rows may still take when the work is to end: less than `app::shutdown` leaves the process.
const GRACE: Duration = Duration::from_secs(8);

/// Tells work when it is requested to stop.
#[derive(Clone, Debug)]
pub struct Stop(watch::Receiver<bool>);

impl Stop {
    pub fn new(requested: watch::Receiver<bool>) -> Self {
        Self(requested)
    }

    /// Waits until a stop is requested; returns at once if it was requested before.
    pub async fn requested(&mut self) {
        // A sender that is gone can't request a stop any more, so the work ends then, too.
        let _ = self.0.wait_for(|stop| *stop).await;
    }

    fn is_requested(&self) -> bool {
        *self.0.borrow() || self.0.has_changed().is_err()
    }
}

/// How many rows are claimed and carried out at the same moment.
pub struct Concurrency {
    pub at_once: usize,
    /// When one of them ends, more are claimed if no more than this are left.
    pub refill_at: usize,
}

/// Is a queue among those that may have something due?
pub type QueueOf = fn(&DueQueues) -> bool;

pub struct Poll {
    due: watch::Receiver<DueQueues>,
    queue: QueueOf,
    stop: Stop,
    interval: Option<Duration>,
    is_first: bool,
}

impl Poll {
    /// Polls whenever `due` says that its queue may have something due; and at once and then every `interval` in any case,
    /// if there is one.
    pub fn new(
        due: watch::Receiver<DueQueues>,
        queue: QueueOf,
        stop: Stop,
        interval: Option<Duration>,
    ) -> Self {
        Self { due, queue, stop, interval, is_first: interval.is_some() }
    }

    /// Waits until it is time to poll again; `false` when the work is to end.
    pub async fn wait(&mut self) -> bool {
        if std::mem::take(&mut self.is_first) {
            return !self.is_over();
        }
        let (due, queue, interval) = (&mut self.due, self.queue, self.interval);
        let found = async {
            while due.changed().await.is_ok() {
                if queue(&due.borrow_and_update()) {
                    return;
                }
            }
            // Nobody looks any more: the work is about to end.
            std::future::pending().await
        };
        let passed = async {
            match interval {
                Some(interval) => tokio::time::sleep(interval).await,
                None => std::future::pending().await,
            }
        };
        // Biased, so that a stop is seen first, however often there is work.
        tokio::select! {
            biased;
            () = self.stop.requested() => false,
            () = found => true,
            () = passed => true,
        }
    }

    /// Waits for `pause`, whatever work is notified meanwhile, or until the work is to end.
    pub async fn pause(&mut self, pause: Duration) {
        tokio::select! {
            () = self.stop.requested() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }

    pub fn is_over(&self) -> bool {
        self.stop.is_requested()
    }

    /// At every poll, carries out `job` again and again while it finds something to do (`true`). An error is logged as
    /// `complaint`; the next poll is the next attempt.
    pub async fn run(
        mut self,
        (app, pool): (&Arc<App>, &Pool),
        complaint: &str,
        job: impl AsyncFn(&mut Ctx) -> Result<bool, Error>,
    ) {
        while self.wait().await {
            let mut goes_on = true;
            while goes_on && !self.is_over() {
                let done = match Ctx::acquire(app, pool).await {
                    Ok(mut ctx) => job(&mut ctx).await,
                    Err(error) => Err(error),
                };
                goes_on = done.unwrap_or_else(|error| {
                    complain(app, &error, complaint);
                    false
                });
            }
        }
    }

    /// Carries out what `claim` finds, several rows at the same moment. When the work is to end, rows that were begun
    /// may be finished within `GRACE`; the log calls those that were not `what`.
    pub async fn run_concurrently<T>(
        mut self,
        what: &str,
        concurrency: Concurrency,
        claim: impl AsyncFn(usize) -> Vec<T>,
        carry_out: impl AsyncFn(T),
    ) {
        let mut on_their_way = FuturesUnordered::new();
        let mut is_worth_it = false;
        while !self.is_over() {
            let free = concurrency.at_once - on_their_way.len();
            if is_worth_it && free > 0 {
                for claimed in while_others_go_on(claim(free), &mut on_their_way).await {
                    on_their_way.push(carry_out(claimed));
                }
            }
            tokio::select! {
                Some(()) = on_their_way.next() => is_worth_it = on_their_way.len() <= concurrency.refill_at,
                _ = self.wait() => is_worth_it = true,
            }
        }
        let rest = async { while on_their_way.next().await.is_some() {} };
        if tokio::time::timeout(GRACE, rest).await.is_err() {
            tracing::warn!("{what} were left on their way; they are sent again when their lease is over");
        }
    }
}

/// Logs that a job could not do something, which it tries again later. On shards it is no error if the database undid that
/// for the sake of another transaction: so it does while a shard moves or is split.
pub fn complain(app: &App, error: &Error, complaint: &str) {
    if app.is_sharded && error.is_conflict() {
        tracing::warn!(%error, "{complaint}");
    } else {
        tracing::error!(%error, "{complaint}");
    }
}

/// Waits for `work` and drives the rows that are on their way meanwhile: they may hold the very connections that `work`
/// waits for.
async fn while_others_go_on<T>(
    work: impl Future<Output = T>,
    on_their_way: &mut FuturesUnordered<impl Future<Output = ()>>,
) -> T {
    let mut work = std::pin::pin!(work);
    loop {
        tokio::select! {
            done = &mut work => return done,
            Some(()) = on_their_way.next() => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::Semaphore;

    use super::*;

    #[tokio::test]
    async fn what_waits_for_the_only_connection_gets_it_from_what_is_on_its_way() {
        let connections = Semaphore::new(1);
        let mut on_their_way = FuturesUnordered::new();
        on_their_way.push(async {
            let connection = connections.acquire().await;
            tokio::task::yield_now().await;
            drop(connection);
        });
        let begins = async { tokio::task::yield_now().await };
        while_others_go_on(begins, &mut on_their_way).await;
        assert!(while_others_go_on(connections.acquire(), &mut on_their_way).await.is_ok());
    }
}
