//! How the rest of a process says that there is something to do.

use std::sync::Arc;

use tokio::sync::{broadcast, watch};
use uuid::Uuid;

/// How many moves may wait for somebody who looks; whoever is further behind looks at everything.
const MOST_MOVES: usize = 1_024;

/// What has something new for those who follow it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Moved {
    /// A game: an entry, a message, a seat.
    Game(Uuid),
    Account(Uuid),
    Anything,
}

/// A door that anybody may knock at; several knocks before somebody looks are one.
#[derive(Clone, Debug)]
pub struct Wake(Arc<Doors>);

#[derive(Debug)]
struct Doors {
    inside: watch::Sender<()>,
    /// Workers of others, by way of the herald.
    outside: watch::Sender<()>,
    moves: broadcast::Sender<Moved>,
    /// Streams of others, by way of the herald.
    own_moves: broadcast::Sender<Moved>,
}

impl Default for Wake {
    fn default() -> Self {
        Self(Arc::new(Doors {
            inside: watch::Sender::new(()),
            outside: watch::Sender::new(()),
            moves: broadcast::Sender::new(MOST_MOVES),
            own_moves: broadcast::Sender::new(MOST_MOVES),
        }))
    }
}

impl Wake {
    /// Says that a transaction which left something to do, or changed some game, was committed. Never blocks.
    pub fn knock(&self) {
        self.call_workers();
        self.moved(Moved::Anything);
    }

    /// Says only that there is something to do for a worker; what moved is said apart.
    pub fn call_workers(&self) {
        self.knock_inside();
        self.0.outside.send_replace(());
    }

    /// Passes on what another process said; it is not said again to others.
    pub(super) fn knock_inside(&self) {
        self.0.inside.send_replace(());
    }

    /// Says that a transaction which gave `moved` something new was committed. Never blocks. Wakes those who follow
    /// it, and the relay; no other worker.
    pub fn moved(&self, moved: Moved) {
        self.move_inside(moved);
        let _ = self.0.own_moves.send(moved);
    }

    pub(super) fn move_inside(&self, moved: Moved) {
        // Nobody may be there to hear it.
        let _ = self.0.moves.send(moved);
    }

    /// Hears every move from now on, those of other processes too.
    pub fn follow(&self) -> Moves {
        Moves(self.0.moves.subscribe())
    }

    /// Hears the moves that this process has to tell others.
    pub(super) fn follow_for_others(&self) -> Moves {
        Moves(self.0.own_moves.subscribe())
    }

    /// Hears every knock from now on, those of other processes too.
    pub fn listen(&self) -> Knocks {
        Knocks(self.0.inside.subscribe())
    }

    /// Hears what this process has to say to others.
    pub(super) fn listen_for_others(&self) -> Knocks {
        Knocks(self.0.outside.subscribe())
    }
}

/// One follower's side of the door.
#[derive(Debug)]
pub struct Moves(broadcast::Receiver<Moved>);

impl Moves {
    /// Waits for the next move; those that came too fast to be kept are one move of anything.
    pub async fn next(&mut self) -> Moved {
        match self.0.recv().await {
            Ok(moved) => moved,
            Err(broadcast::error::RecvError::Lagged(_)) => Moved::Anything,
            // Nobody is left who could move.
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }

    /// The moves that have come meanwhile.
    pub fn rest(&mut self) -> Vec<Moved> {
        let mut rest = Vec::new();
        loop {
            match self.0.try_recv() {
                Ok(moved) => rest.push(moved),
                Err(broadcast::error::TryRecvError::Lagged(_)) => rest.push(Moved::Anything),
                Err(_) => return rest,
            }
        }
    }
}

#[derive(Debug)]
pub struct Knocks(watch::Receiver<()>);

impl Knocks {
    /// Waits for a knock that came after the last one heard; at once when there was one already.
    pub async fn heard(&mut self) {
        if self.0.changed().await.is_err() {
            // Nobody is left who could knock.
            std::future::pending::<()>().await;
        }
    }

    /// Counts every knock so far as heard.
    pub(super) fn catch_up(&mut self) {
        self.0.mark_unchanged();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::Wake;

    #[test]
    fn many_knocks_are_one() {
        let wake = Wake::default();
        let mut knocks = wake.listen();
        (0..3).for_each(|_| wake.knock());
        assert!(knocks.heard().now_or_never().is_some());
        assert!(knocks.heard().now_or_never().is_none());
    }

    #[test]
    fn what_others_said_is_not_said_to_them_again() {
        let wake = Wake::default();
        let (mut inside, mut outside) = (wake.listen(), wake.listen_for_others());
        wake.knock_inside();
        assert!(inside.heard().now_or_never().is_some());
        assert!(outside.heard().now_or_never().is_none());
    }
}
