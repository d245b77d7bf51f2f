//! The private PostgreSQL that a process without a database URL runs for itself.
//!
//! May know the operating system: files, locks, signals, users, child processes. May not know what the database is used
//! for: no SQL beyond creating one empty database, no tables, no settings but its own, nothing of the web.
//!
//! How it works: every process that uses the cluster has a *shared* lock on `users.lock` in the data folder. One small
//! process, the [`keeper`], starts PostgreSQL, tries for the *exclusive* lock, and on getting it (no user is left,
//! however it ended) stops PostgreSQL. The operating system gives up a dead process' locks, so a killed user is counted
//! out like one that left politely, and no user takes the database away from the others. A new user that comes while
//! the keeper is stopping waits for its shared lock until the keeper is done, then starts anew. `start.lock` lets only
//! one process at a time check and start.
//!
//! PostgreSQL listens on a Unix socket only, in a folder that only its owner (and root) can enter; inside it
//! every user is trusted. A TCP port would have let in every user of the machine.

mod create;
mod error;
pub mod keeper;
mod programs;
mod server;

use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::time::Duration;

use create::DataFolder;
pub use error::ClusterError;
pub use server::ClusterSettings;

/// The longest wait for another process that starts PostgreSQL: initdb on a slow disk, or recovery after a kill, takes
/// long.
const START_BOUND: Duration = Duration::from_secs(120);
/// How long a process that ends waits to see PostgreSQL stop.
const FAREWELL_BOUND: Duration = Duration::from_millis(1500);
/// The longest wait for a keeper that stops PostgreSQL, which writes out what is in memory.
const STOP_BOUND: Duration = Duration::from_secs(90);

/// A running private cluster, in use by this process. Dropping it releases it; the last to release it stops it.
#[derive(Debug)]
pub struct Cluster {
    folder: DataFolder,
    in_use: File,
}

impl Cluster {
    /// Uses the cluster in the data folder. It is started if it does not run, and made if there is none.
    ///
    /// Blocks for about a second the first time. Every error is one sentence with what to do.
    pub fn open(settings: &ClusterSettings) -> Result<Self, ClusterError> {
        let folder = DataFolder::claim(&settings.data_dir)?;
        let in_use = server::until(STOP_BOUND, || try_shared_lock(&folder.users_lock()).transpose())
            .ok_or_else(|| ClusterError::StillStopping { folder: folder.root().to_owned() })??;
        // The users lock comes before the start lock: from here on no keeper stops PostgreSQL.
        let _start = server::until(START_BOUND, || try_exclusive_lock(&folder.start_lock()).transpose())
            .ok_or_else(|| ClusterError::StillStarting { folder: folder.root().to_owned() })??;
        folder.mark()?;
        keeper::ensure(&folder, settings)?;
        Ok(Self { folder, in_use })
    }

    /// The URL of a database of this cluster; [`Cluster::DATABASE`] exists from the start.
    pub fn url(&self, database: &str) -> String {
        let host: String = self.folder.socket().to_string_lossy().bytes().map(percent_encoded).collect();
        format!("postgres://{}@{host}:{}/{database}", create::SUPERUSER, server::PORT)
    }

    /// Releases the cluster. If no other process uses it, waits a moment until PostgreSQL has stopped.
    pub fn close(self) {
        let Self { folder, in_use } = self;
        drop(in_use);
        let _ = server::until(FAREWELL_BOUND, || {
            let keeper_is_gone = matches!(is_locked(&folder.keeper_lock()), Ok(false));
            (keeper_is_gone || others_use(&folder)).then_some(())
        });
    }

    /// The database that a new cluster has.
    pub const DATABASE: &str = "althing";

    /// The data folder, where other private things may be kept too.
    pub fn folder(&self) -> &Path {
        self.folder.root()
    }
}

/// Does another process use the cluster? Then the exclusive lock is refused and a shared one is not; a keeper that
/// stops PostgreSQL has the exclusive lock, and both are refused.
fn others_use(folder: &DataFolder) -> bool {
    let lock = folder.users_lock();
    matches!(is_locked(&lock), Ok(true)) && matches!(try_shared_lock(&lock), Ok(Some(_)))
}

fn percent_encoded(byte: u8) -> String {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    }
}

// Locks on files. The operating system releases them when the process dies, whatever the cause.

/// A shared lock, or `None` while another process has the exclusive one.
fn try_shared_lock(path: &Path) -> Result<Option<File>, ClusterError> {
    let file = open_lock(path)?;
    locked(path, file.try_lock_shared(), file)
}

/// The exclusive lock, or `None` while another process has any lock.
fn try_exclusive_lock(path: &Path) -> Result<Option<File>, ClusterError> {
    let file = open_lock(path)?;
    locked(path, file.try_lock(), file)
}

/// Does any process have this lock? The check takes the exclusive lock for a moment, in which `try_shared_lock` of
/// another process can fail. That is harmless, since the callers of both try again.
fn is_locked(path: &Path) -> Result<bool, ClusterError> {
    Ok(try_exclusive_lock(path)?.is_none())
}

fn open_lock(path: &Path) -> Result<File, ClusterError> {
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path)
        .map_err(|why| ClusterError::unusable(path, why))
}

fn locked(path: &Path, outcome: Result<(), TryLockError>, file: File) -> Result<Option<File>, ClusterError> {
    match outcome {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(why)) => Err(ClusterError::unusable(path, why)),
    }
}
