//! The errors of the private cluster. Each is one sentence for the operator, with what to do.

use std::io;
use std::path::{Path, PathBuf};

/// The advice that ends most sentences.
macro_rules! other_folder {
    () => {
        "choose another folder with ALTHING__DATABASE__DATA_DIR, or set DATABASE_URL"
    };
}

#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    #[error(
        "PostgreSQL's programs (initdb and postgres) were not found: install them (Debian, Ubuntu: apt-get install \
         postgresql; Fedora: dnf install postgresql-server; macOS: brew install postgresql), name their folder in \
         PG_BIN_DIR, or set DATABASE_URL"
    )]
    NoPrograms,
    #[error("PG_BIN_DIR is {}, but there are no working initdb and postgres in it: correct it, or unset it", .folder.display())]
    NoProgramsThere {
        /// The value of `PG_BIN_DIR`.
        folder: PathBuf,
    },
    #[error(
        "the only PostgreSQL found is version {found}, in {}: install version {needed} or newer, or set DATABASE_URL",
        .folder.display()
    )]
    TooOld {
        found: u32,
        /// The oldest major version that will do.
        needed: u32,
        folder: PathBuf,
    },
    #[error(
        "the data in {} were made by PostgreSQL {made_by}, and only version {found} is installed: install PostgreSQL \
         {made_by} beside it (Debian: apt-get install postgresql-{made_by}), or {}", .folder.display(), other_folder!()
    )]
    OtherVersion {
        folder: PathBuf,
        /// The major version that made the data.
        made_by: u32,
        found: u32,
    },
    #[error(
        "there is no home to keep data in (HOME is not set): name a folder with ALTHING__DATABASE__DATA_DIR, or set DATABASE_URL"
    )]
    NoHome,
    #[error("{} can't be used for data ({why}): make it writable for this user, or {}", .path.display(), other_folder!())]
    Unusable {
        /// What could not be made or written.
        path: PathBuf,
        why: io::Error,
    },
    #[error(
        "{} is not empty and was not made by Althing ({entry} is in it): {}", .folder.display(), other_folder!()
    )]
    Foreign {
        folder: PathBuf,
        /// Something in it that is not ours.
        entry: String,
    },
    #[error(
        "PostgreSQL refuses to run as root, and the user {user} that it runs as instead can't enter {}: {}",
        .barrier.display(), other_folder!()
    )]
    Barred {
        user: String,
        /// The folder on the way that this user can't enter.
        barrier: PathBuf,
    },
    #[error(
        "{} is too long a name: the socket in it could have {limit} bytes at most and has {length}; choose a shorter \
         folder with ALTHING__DATABASE__DATA_DIR, or set DATABASE_URL", .folder.display()
    )]
    NameTooLong { folder: PathBuf, length: usize, limit: usize },
    #[error(
        "user {uid} has no name in this system's list of users, and PostgreSQL does not run without one: add the user \
         to /etc/passwd, run as another, or set DATABASE_URL"
    )]
    NoName { uid: u32 },
    #[error(
        "PostgreSQL refuses to run as root, and there is no user postgres or nobody to run it as: add one, or set DATABASE_URL"
    )]
    NoAccount,
    #[error("{} could not be run ({why}): see that this user may run it, or set PG_BIN_DIR or DATABASE_URL", .program.display())]
    CannotRun { program: PathBuf, why: io::Error },
    #[error("PostgreSQL could not make its data in {}: {message}; mend that, or {}", .folder.display(), other_folder!())]
    NotMade { folder: PathBuf, message: String },
    #[error("PostgreSQL did not start: {message}; its log is {}", .log.display())]
    NotStarted { message: String, log: PathBuf },
    /// A process uses the data, but can't be reached.
    #[error(
        "a PostgreSQL that Althing did not start (process {pid}) runs on the data in {}: stop it, or {}",
        .folder.display(), other_folder!()
    )]
    HeldByAnother { folder: PathBuf, pid: i32 },
    #[error("another process has been starting the PostgreSQL in {} for two minutes: end it, or {}", .folder.display(), other_folder!())]
    StillStarting { folder: PathBuf },
    #[error("the PostgreSQL in {} has been stopping for a minute and a half: end it, or {}", .folder.display(), other_folder!())]
    StillStopping { folder: PathBuf },
    /// The keeper gave up, and reported this sentence.
    #[error("{0}")]
    Keeper(String),
}

impl ClusterError {
    pub(super) fn unusable(path: &Path, why: io::Error) -> Self {
        Self::Unusable { path: path.to_owned(), why }
    }

    pub(super) fn cannot_run(program: &Path, why: io::Error) -> Self {
        Self::CannotRun { program: program.to_owned(), why }
    }
}
