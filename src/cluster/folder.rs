//! The data folder: whose it is, what is in it, and who may enter.

use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::{ClusterError, server};

const MARK: &str = "althing-data";
/// What may be in a folder of ours before it is marked.
const BEFORE_THE_MARK: [&str; 3] = ["users.lock", "start.lock", "mail"];
/// The longest name of a socket, in bytes: what the system's structure holds, less the closing zero.
const LONGEST_SOCKET_NAME: usize = if cfg!(target_os = "linux") { 107 } else { 103 };

/// A data folder that is ours to use.
#[derive(Debug, Clone)]
pub struct Folder(PathBuf);

impl Folder {
    /// Makes the folder, or takes the one that is there if it is empty or ours.
    pub fn claim(path: &Path) -> Result<Self, ClusterError> {
        let unusable = |why| ClusterError::unusable(path, why);
        DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(unusable)?;
        let folder = Self(path.canonicalize().map_err(unusable)?);
        folder.refuse_long_names()?;
        folder.refuse_foreign()?;
        Ok(folder)
    }

    /// The folder of a keeper, which somebody else has claimed for it.
    pub fn claimed(path: PathBuf) -> Self {
        Self(path)
    }

    /// Marks the folder as ours and closes it to others.
    pub fn mark(&self) -> Result<(), ClusterError> {
        let mark = self.0.join(MARK);
        if mark.exists() {
            return Ok(());
        }
        let sentence = "Althing keeps a private PostgreSQL here, and mails that had no server to go to.\n";
        fs::set_permissions(&self.0, fs::Permissions::from_mode(0o700))
            .and_then(|()| fs::write(&mark, sentence))
            .map_err(|why| ClusterError::unusable(&self.0, why))
    }

    pub fn root(&self) -> &Path {
        &self.0
    }

    pub fn data(&self) -> PathBuf {
        self.0.join("postgres")
    }

    /// Where the socket is; nobody but the owner may enter.
    pub fn socket(&self) -> PathBuf {
        self.0.join("socket")
    }

    /// What PostgreSQL and the keeper say.
    pub fn log(&self) -> PathBuf {
        self.0.join("postgres.log")
    }

    /// Shared by everybody who uses the cluster; exclusive for the keeper that stops it.
    pub fn users_lock(&self) -> PathBuf {
        self.0.join("users.lock")
    }

    /// Exclusive for the one who looks and starts.
    pub fn start_lock(&self) -> PathBuf {
        self.0.join("start.lock")
    }

    /// Exclusive for the keeper as long as it keeps.
    pub fn keeper_lock(&self) -> PathBuf {
        self.0.join("keeper.lock")
    }

    fn refuse_long_names(&self) -> Result<(), ClusterError> {
        let length = self.socket().join(server::SOCKET).as_os_str().as_bytes().len();
        let limit = LONGEST_SOCKET_NAME;
        if length > limit {
            return Err(ClusterError::NameTooLong { folder: self.0.clone(), length, limit });
        }
        Ok(())
    }

    fn refuse_foreign(&self) -> Result<(), ClusterError> {
        let entries = self.entries().map_err(|why| ClusterError::unusable(&self.0, why))?;
        if entries.iter().any(|entry| entry == MARK) {
            return Ok(());
        }
        match entries.iter().find(|entry| !BEFORE_THE_MARK.iter().any(|ours| entry == ours)) {
            None => Ok(()),
            Some(foreign) => Err(ClusterError::Foreign {
                folder: self.0.clone(),
                entry: foreign.to_string_lossy().into_owned(),
            }),
        }
    }

    fn entries(&self) -> io::Result<Vec<OsString>> {
        fs::read_dir(&self.0)?.map(|entry| Ok(entry?.file_name())).collect()
    }
}
