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
    /// The folder that the operator named has no programs.
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
    /// The data was written by another major version than any that is installed.
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
    /// No folder was named, and the user has no home.
    #[error(
        "there is no home to keep data in (HOME is not set): name a folder with ALTHING__DATABASE__DATA_DIR, or set DATABASE_URL"
    )]
    NoHome,
    /// The data folder can't be made or written.
    #[error("{} can't be used for data ({why}): make it writable for this user, or {}", .path.display(), other_folder!())]
    Unusable {
        /// What could not be made or written.
        path: PathBuf,
        why: io::Error,
    },
    /// The data folder contains files that are not ours.
    #[error(
        "{} is not empty and was not made by Althing ({entry} is in it): {}", .folder.display(), other_folder!()
    )]
    Foreign {
        folder: PathBuf,
        /// Something in it that is not ours.
        entry: String,
    },
    /// The user that PostgreSQL runs as can't reach the data folder.
    #[error(
        "PostgreSQL refuses to run as root, and the user {user} that it runs as instead can't enter {}: {}",
        .barrier.display(), other_folder!()
    )]
    Barred {
        user: String,
        /// The folder on the way that this user can't enter.
        barrier: PathBuf,
    },
    /// The name of the socket would be too long for the operating system.
    #[error(
        "{} is too long a name: the socket in it could have {limit} bytes at most and has {length}; choose a shorter \
         folder with ALTHING__DATABASE__DATA_DIR, or set DATABASE_URL", .folder.display()
    )]
    NameTooLong {
        folder: PathBuf,
        /// How long the socket's name would be, in bytes.
        length: usize,
        /// How long it may be, in bytes.
        limit: usize,
    },
    /// PostgreSQL needs the name of the user that it runs as.
    #[error(
        "user {uid} has no name in this system's list of users, and PostgreSQL does not run without one: add the user \
         to /etc/passwd, run as another, or set DATABASE_URL"
    )]
    NoName { uid: u32 },
    /// Root needs another user to run PostgreSQL as.
    #[error(
        "PostgreSQL refuses to run as root, and there is no user postgres or nobody to run it as: add one, or set DATABASE_URL"
    )]
    NoAccount,
    /// A program could not be started.
    #[error("{} could not be run ({why}): see that this user may run it, or set PG_BIN_DIR or DATABASE_URL", .program.display())]
    CannotRun { program: PathBuf, why: io::Error },
    /// A new cluster could not be made.
    #[error("PostgreSQL could not make its data in {}: {message}; mend that, or {}", .folder.display(), other_folder!())]
    NotMade { folder: PathBuf, message: String },
    /// The cluster does not start.
    #[error("PostgreSQL did not start: {message}; its log is {}", .log.display())]
    NotStarted {
        /// PostgreSQL's last message.
        message: String,
        log: PathBuf,
    },
    /// A process uses the data, but can't be reached.
    #[error(
        "a PostgreSQL that Althing did not start (process {pid}) runs on the data in {}: stop it, or {}",
        .folder.display(), other_folder!()
    )]
    HeldByAnother { folder: PathBuf, pid: i32 },
    /// Another process has been starting the cluster for too long.
    #[error("another process has been starting the PostgreSQL in {} for two minutes: end it, or {}", .folder.display(), other_folder!())]
    StillStarting { folder: PathBuf },
    /// The keeper has been stopping the cluster for too long.
    #[error("the PostgreSQL in {} has been stopping for a minute and a half: end it, or {}", .folder.display(), other_folder!())]
    StillStopping { folder: PathBuf },
    /// The keeper gave up; the sentence is its own.
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
