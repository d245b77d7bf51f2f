//! The signals that stop a process.

use std::process;
use std::thread::Builder;
use std::time::Duration;
use std::{fs, io};

use tokio::signal::unix::{SignalKind, signal};

/// A listener for the signals that ask a process to end politely: terminate, the interrupt key, and the hang-up of a terminal
/// that is closed.
///
/// Make it before the work begins, so that no signal is missed.
#[derive(Debug)]
pub struct Shutdown {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
    /// `None` if the process was started to outlive its terminal (`nohup`): to listen would undo that.
    hangup: Option<tokio::signal::unix::Signal>,
}

impl Shutdown {
    /// Begins to listen. Needs a running runtime.
    pub fn listen() -> io::Result<Self> {
        let hangup = if ignores_hangup() { None } else { Some(signal(SignalKind::hangup())?) };
        let (terminate, interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        Ok(Self { terminate, interrupt, hangup })
    }

    pub async fn requested(mut self) {
        let hangup = async {
            match &mut self.hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
            _ = hangup => {}
        }
    }
}

/// Was the process started to ignore the hang-up of its terminal? The system lists the ignored signals as bits, that of the
/// hang-up first.
fn ignores_hangup() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
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
