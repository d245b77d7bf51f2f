//! Backups: the whole database into one file, and back.
//!
//! Written with COPY in one snapshot, so the service goes on meanwhile; as text, so that any major version of
//! PostgreSQL reads what another one wrote; without PostgreSQL's own programs, which may be missing or of another
//! version. The schema is not in the file: it follows from the migrations, whose names are.

mod columns;
mod digest;
mod error;
mod file;
mod restore;
mod session;
mod take;

use std::path::Path;

pub use error::BackupError;

use crate::time_control::Instant;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    pub tables: usize,
    pub rows: u64,
}

/// Writes everything that is in the database at `url` at this moment into `path`, which must not exist yet. The file
/// appears there when it is whole and was read again; whatever goes wrong, nothing is left.
pub fn take(url: &str, path: &Path, now: Instant) -> Result<Extent, BackupError> {
    alone(take::take(url, path, now))
}

/// Brings the backup at `path` into the database at `url`, which must be empty: whole, or not at all. The rows are
/// compared with the file before they count.
pub fn restore(url: &str, path: &Path) -> Result<Extent, BackupError> {
    alone(restore::restore(url, path))
}

/// Runs `work` in a runtime of its own, since nothing else runs in the process.
fn alone<T>(work: impl Future<Output = Result<T, BackupError>>) -> Result<T, BackupError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|why| BackupError::Connect(why.to_string()))?.block_on(work)
}
