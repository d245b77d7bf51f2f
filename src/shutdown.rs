//! Being told to stop.

use std::io;

use tokio::signal::unix::{SignalKind, signal};

/// A listener for the signals that ask a process to end politely: terminate, and the interrupt key.
///
/// Make it before the work begins, so that no signal is missed.
#[derive(Debug)]
pub struct Shutdown {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

impl Shutdown {
    /// Begins to listen. Needs a running runtime.
    pub fn listen() -> io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits until the process is told to stop.
    pub async fn requested(mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
