//! What can go wrong with a backup: one sentence each, with what to do.

use std::io;
use std::path::{Path, PathBuf};

/// Why a backup could not be taken or restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("the database can't be reached: {0}")]
    Connect(String),
    #[error("the database said: {0}")]
    Database(String),
    #[error("{} exists already: name another file, or move this one away", .0.display())]
    Exists(PathBuf),
    #[error("{} can't be {done}: {why}", .path.display())]
    File {
        path: PathBuf,
        /// `read` or `written`.
        done: &'static str,
        why: io::Error,
    },
    /// The database has no tables of ours.
    #[error("the database holds nothing of Althing: there is nothing to back up")]
    Nothing,
    /// Rows were counted in two ways, with different results.
    #[error("the table {table} has {counted} rows, but {written} were written: try again")]
    Miscounted { table: String, counted: u64, written: u64 },
    /// The file is something else.
    #[error("{} is no backup of Althing", .0.display())]
    NoBackup(PathBuf),
    /// The file is not as it was written.
    #[error("{} is damaged: {what}. Nothing was restored", .path.display())]
    Damaged { path: PathBuf, what: String },
    /// The database has tables.
    #[error(
        "the database is not empty ({0} is in it), and a backup is only restored into an empty one: name another data \
         folder (ALTHING__DATABASE__DATA_DIR) or another database (DATABASE_URL)"
    )]
    NotEmpty(String),
    /// The backup knows a migration that this program does not.
    #[error(
        "the backup was made by another version of Althing, {made_by} ({why}): restore it with that version"
    )]
    OtherVersion {
        /// The version of the program that made it.
        made_by: String,
        /// What does not fit.
        why: String,
    },
    /// What was restored differs from the file.
    #[error("the table {0} did not come out as it is in the backup. Nothing was restored")]
    Unequal(String),
}

impl BackupError {
    pub(super) fn reading(path: &Path, why: io::Error) -> Self {
        Self::File { path: path.to_owned(), done: "read", why }
    }

    pub(super) fn writing(path: &Path, why: io::Error) -> Self {
        Self::File { path: path.to_owned(), done: "written", why }
    }

    pub(super) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        Self::Damaged { path: path.to_owned(), what: what.into() }
    }
}

impl From<tokio_postgres::Error> for BackupError {
    /// Leaves out the detail of the error: it may quote a row, and a row may have secrets.
    fn from(error: tokio_postgres::Error) -> Self {
        let message = error.as_db_error().map(|error| error.message().to_owned());
        Self::Database(message.unwrap_or_else(|| error.to_string()))
    }
}
