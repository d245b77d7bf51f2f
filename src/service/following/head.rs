//! What this process knows of one person's own stream that somebody follows: its last number.

use std::sync::atomic::{AtomicI64, Ordering};

use tokio::sync::watch;
use uuid::Uuid;

/// Before anybody looked.
const UNKNOWN: i64 = -1;

/// The last number of a person's stream.
pub struct UserHead {
    pub account: Uuid,
    last: AtomicI64,
    signal: watch::Sender<()>,
}

impl UserHead {
    pub fn new(account: Uuid) -> Self {
        Self { account, last: AtomicI64::new(UNKNOWN), signal: watch::Sender::new(()) }
    }

    /// The last number, as far as is known.
    pub fn last(&self) -> Option<i64> {
        Some(self.last.load(Ordering::Acquire)).filter(|last| *last != UNKNOWN)
    }

    /// Hears whenever it moves.
    pub fn listen(&self) -> watch::Receiver<()> {
        self.signal.subscribe()
    }

    /// The stream has come to `last`.
    pub fn advance(&self, last: i64) {
        if self.last.swap(last, Ordering::AcqRel) != last {
            self.signal.send_replace(());
        }
    }
}
