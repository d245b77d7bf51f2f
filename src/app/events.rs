//! The event bus: how one part of a process notifies the others of work and of changes. Events only wake; what there is
//! to do and to see is read from the database.

use std::sync::Arc;

use tokio::sync::{broadcast, watch};
use uuid::Uuid;

/// How many changes may wait for a receiver; a receiver that is further behind gets a change of anything instead.
const MAX_WAITING: usize = 1_024;

/// A change: a game, an account or anything that has something new to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChangeEvent {
    /// A game: an entry, a message, a seat.
    Game(Uuid),
    Account(Uuid),
    Anything,
}

/// Cheap to clone. Several notifications of work count as one until a worker receives it.
#[derive(Clone, Debug)]
pub struct EventBus(Arc<Channels>);

#[derive(Debug)]
struct Channels {
    /// Tells the notifications of this process from those of others.
    origin: Uuid,
    work: watch::Sender<()>,
    /// Notifications of work that are still to be sent to other processes.
    work_for_others: watch::Sender<()>,
    changes: broadcast::Sender<ChangeEvent>,
    /// Changes that other processes are still to be notified of.
    changes_for_others: broadcast::Sender<ChangeEvent>,
}

impl Default for EventBus {
    #[expect(clippy::disallowed_methods, reason = "it names a process to others, and nothing that is stored")]
    fn default() -> Self {
        Self(Arc::new(Channels {
            origin: Uuid::new_v4(),
            work: watch::Sender::new(()),
            work_for_others: watch::Sender::new(()),
            changes: broadcast::Sender::new(MAX_WAITING),
            changes_for_others: broadcast::Sender::new(MAX_WAITING),
        }))
    }
}

impl EventBus {
    /// Names this process in what it notifies others of.
    pub fn origin(&self) -> Uuid {
        self.0.origin
    }

    /// To be called after a commit that left something to do or changed some game. Never blocks.
    pub fn notify(&self) {
        self.notify_workers();
        self.changed(ChangeEvent::Anything);
    }

    /// Notifies workers, here and in other processes, that there is something to do; but nobody of a change.
    pub fn notify_workers(&self) {
        self.notify_local_workers();
        self.0.work_for_others.send_replace(());
    }

    /// Passes on a notification of another process, which is not sent to others again.
    pub fn notify_local_workers(&self) {
        self.0.work.send_replace(());
    }

    /// To be called after a commit that changed a game or an account. Wakes the streams that follow it and the relay,
    /// and no other worker. Never blocks.
    pub fn changed(&self, change: ChangeEvent) {
        self.changed_elsewhere(change);
        let _ = self.0.changes_for_others.send(change);
    }

    /// Passes on a change that another process committed.
    pub fn changed_elsewhere(&self, change: ChangeEvent) {
        // `send` fails when there is no receiver, and that is no error.
        let _ = self.0.changes.send(change);
    }

    /// Every change from now on, those of other processes too.
    pub fn changes(&self) -> ChangeReceiver {
        ChangeReceiver(self.0.changes.subscribe())
    }

    /// The changes that this process has to pass on to others.
    pub fn changes_for_others(&self) -> ChangeReceiver {
        ChangeReceiver(self.0.changes_for_others.subscribe())
    }

    /// Every notification of work from now on, those of other processes too.
    pub fn work(&self) -> WorkReceiver {
        WorkReceiver(self.0.work.subscribe())
    }

    /// The notifications that this process has to pass on to others.
    pub fn work_for_others(&self) -> WorkReceiver {
        WorkReceiver(self.0.work_for_others.subscribe())
    }
}

#[derive(Debug)]
pub struct ChangeReceiver(broadcast::Receiver<ChangeEvent>);

impl ChangeReceiver {
    /// Waits for the next change. Changes that came too fast to be kept are one change of anything.
    pub async fn next(&mut self) -> ChangeEvent {
        match self.0.recv().await {
            Ok(change) => change,
            Err(broadcast::error::RecvError::Lagged(_)) => ChangeEvent::Anything,
            // No sender is left.
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }

    /// The changes that have come meanwhile.
    pub fn rest(&mut self) -> Vec<ChangeEvent> {
        let mut rest = Vec::new();
        loop {
            match self.0.try_recv() {
                Ok(change) => rest.push(change),
                Err(broadcast::error::TryRecvError::Lagged(_)) => rest.push(ChangeEvent::Anything),
                Err(_) => return rest,
            }
        }
    }
}

#[derive(Debug)]
pub struct WorkReceiver(watch::Receiver<()>);

impl WorkReceiver {
    /// Waits for a notification after the last one received; at once when there was one already.
    pub async fn received(&mut self) {
        if self.0.changed().await.is_err() {
            // No sender is left.
            std::future::pending::<()>().await;
        }
    }

    /// Counts every notification so far as received.
    pub fn catch_up(&mut self) {
        self.0.mark_unchanged();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::EventBus;

    #[test]
    fn many_notifications_are_one() {
        let events = EventBus::default();
        let mut work = events.work();
        (0..3).for_each(|_| events.notify());
        assert!(work.received().now_or_never().is_some());
        assert!(work.received().now_or_never().is_none());
    }

    #[test]
    fn what_others_sent_is_not_sent_to_them_again() {
        let events = EventBus::default();
        let (mut work, mut for_others) = (events.work(), events.work_for_others());
        events.notify_local_workers();
        assert!(work.received().now_or_never().is_some());
        assert!(for_others.received().now_or_never().is_none());
    }
}
