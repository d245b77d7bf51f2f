//! Locks on files. The operating system releases them when the process dies, whatever the cause.

use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use super::ClusterError;

/// A shared lock, or `None` while another process has the exclusive one.
pub fn try_shared(path: &Path) -> Result<Option<File>, ClusterError> {
    let file = open(path)?;
    outcome(path, file.try_lock_shared(), file)
}

/// The exclusive lock, or `None` while another process has any lock.
pub fn try_exclusive(path: &Path) -> Result<Option<File>, ClusterError> {
    let file = open(path)?;
    outcome(path, file.try_lock(), file)
}

/// Does any process have this lock? The check takes the exclusive lock for a moment, in which `try_shared` of another
/// process can fail. That is harmless, since the callers of both try again.
pub fn is_held(path: &Path) -> Result<bool, ClusterError> {
    Ok(try_exclusive(path)?.is_none())
}

fn open(path: &Path) -> Result<File, ClusterError> {
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(path)
        .map_err(|why| ClusterError::unusable(path, why))
}

fn outcome(path: &Path, outcome: Result<(), TryLockError>, file: File) -> Result<Option<File>, ClusterError> {
    match outcome {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(why)) => Err(ClusterError::unusable(path, why)),
    }
}
