//! What is known of a connection without a round trip.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};

use super::Writes;
use crate::store::sqlstate;

/// The state of a connection, as its wire has seen it; shared with its pool.
#[derive(Debug)]
pub struct Pulse {
    /// Requests whose answer is not complete.
    outstanding: AtomicU32,
    /// The status of the last complete answer: `I`dle, in a `T`ransaction, or in a failed one (`E`).
    status: AtomicU8,
    overdue: AtomicBool,
    /// An error of the server showed that it is of no use any more.
    unfit: AtomicBool,
    writes: Writes,
}

impl Pulse {
    pub(super) fn new(writes: Writes) -> Self {
        Self {
            outstanding: AtomicU32::new(0),
            status: AtomicU8::new(b'I'),
            overdue: AtomicBool::new(false),
            unfit: AtomicBool::new(false),
            writes,
        }
    }

    pub fn is_waiting(&self) -> bool {
        self.outstanding.load(Ordering::Relaxed) > 0
    }

    /// Is a transaction open?
    pub fn is_in_transaction(&self) -> bool {
        self.status.load(Ordering::Relaxed) != b'I'
    }

    /// The server did not answer in time, or takes no writes any more: its other connections are as bad.
    pub fn is_lost(&self) -> bool {
        self.overdue.load(Ordering::Relaxed) || self.unfit.load(Ordering::Relaxed)
    }

    /// Did the server not answer in time?
    pub fn is_overdue(&self) -> bool {
        self.overdue.load(Ordering::Relaxed)
    }

    pub(super) fn requested(&self, requests: u32) {
        self.outstanding.fetch_add(requests, Ordering::Relaxed);
    }

    /// An answer is complete. The first one of a connection answers no request.
    pub(super) fn answered(&self, status: u8) {
        let less = |count: u32| count.checked_sub(1);
        let _ = self.outstanding.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        self.status.store(status, Ordering::Relaxed);
    }

    pub(super) fn gave_up(&self) {
        self.overdue.store(true, Ordering::Relaxed);
    }

    /// The server answered with an error of this SQLSTATE.
    pub(super) fn refused(&self, code: &str) {
        if sqlstate::fails_writes(code) {
            self.writes.failed();
        }
        if sqlstate::ends_connection(code) {
            self.unfit.store(true, Ordering::Relaxed);
        }
    }
}
