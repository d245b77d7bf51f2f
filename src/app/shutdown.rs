//! The signals that stop a process.

use std::io;
use std::process;
use std::thread::Builder;
use std::time::Duration;

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

    pub async fn requested(mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// How long a process may take to end once it takes no more requests, so that it is gone within ten seconds.
const TIMEOUT: Duration = Duration::from_secs(9);

/// Makes the process end within ten seconds after it took its last requests, which it does for a `delay` after the signal to
/// stop, whatever its threads wait for by then: the thread that ends it waits for nothing but the clock. Other processes
/// find in the database what was not finished. The exit status is success, because the end was requested.
pub fn insist(delay: Duration) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    Builder::new().name("end".to_owned()).spawn(move || {
        runtime.block_on(async {
            let Ok(shutdown) = Shutdown::listen() else { return };
            shutdown.requested().await;
            tokio::time::sleep(delay + TIMEOUT).await;
            tracing::warn!("something did not end in time and is left behind");
            process::exit(0);
        });
    })?;
    Ok(())
}
