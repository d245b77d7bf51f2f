//! A follower's right to follow: what he proved who he is with, and a word when it is no good any more.

use tokio::sync::watch;
use uuid::Uuid;

use super::{Ending, Hub};
use crate::clock::Instant;
use crate::service::access::Grant;

/// What a follower came with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proof {
    pub account: Uuid,
    pub grant: Grant,
    /// When that expires.
    pub ends_at: Option<Instant>,
}

/// Counts as a stream until it is dropped.
pub struct Pass {
    pub(super) hub: Hub,
    pub(super) number: u64,
    pub(super) ended: watch::Receiver<Option<Ending>>,
}

impl Pass {
    /// Why the follower must go, if he must.
    pub fn ended(&self) -> Option<Ending> {
        *self.ended.borrow()
    }

    /// Waits until the follower must go.
    pub async fn end(&mut self) -> Ending {
        match self.ended.wait_for(Option::is_some).await {
            Ok(ending) => ending.unwrap_or(Ending::Restart),
            Err(_) => Ending::Restart,
        }
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.hub.leave(self.number);
    }
}
