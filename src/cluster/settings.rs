//! Where the private cluster lives and how it is run.

use std::env;
use std::path::PathBuf;

/// What a process says about the cluster it wants.
#[derive(Debug, Clone)]
pub struct ClusterSettings {
    /// The data folder; made if it is not there.
    pub data_dir: PathBuf,
    /// The folder of PostgreSQL's programs; `None` searches for them.
    pub bin_dir: Option<PathBuf>,
    /// The program that has the keeper's role: this binary, except in tests.
    pub keeper: PathBuf,
    /// How many connections all users together may have.
    pub max_connections: u32,
    /// Must acknowledged data survive a crash of the machine? Off for tests only.
    pub durable: bool,
    /// How long the cluster stays up after its last user left, in milliseconds.
    pub linger_milliseconds: u64,
}

impl ClusterSettings {
    /// The cluster in `data_dir` as a server wants it; `PG_BIN_DIR` is honoured.
    pub fn new(data_dir: PathBuf) -> Self {
        Self {
            data_dir,
            bin_dir: env::var_os("PG_BIN_DIR").filter(|folder| !folder.is_empty()).map(PathBuf::from),
            // A system that can't say what is running still finds the binary by its name.
            keeper: env::current_exe().unwrap_or_else(|_| PathBuf::from("althing")),
            max_connections: 200,
            durable: true,
            linger_milliseconds: 0,
        }
    }

    /// The folder that is used when none is named: the system's for root (whose home no other user can enter),
    /// else the user's data folder after the XDG rules. `None` when there is no home either.
    pub fn default_data_dir() -> Option<PathBuf> {
        if nix::unistd::geteuid().is_root() {
            return Some(PathBuf::from("/var/lib/althing"));
        }
        let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let data_home = absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local/share")))?;
        Some(data_home.join("althing"))
    }
}
