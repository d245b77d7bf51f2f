//! Makes a new cluster, in a temporary folder that is renamed when the cluster is complete. So a kill half-way leaves
//! nothing that could be taken for a cluster.

use std::ffi::OsString;
use std::fs::{DirBuilder, File};
use std::io::{Read, Seek, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

use nix::unistd::{Uid, User, geteuid};

use super::programs::{Programs, leading_number};
use super::{Cluster, ClusterError, ClusterSettings, server};

/// The only role of the cluster.
pub const SUPERUSER: &str = "althing";

const BEING_MADE: &str = "postgres.new-";

/// The major version of PostgreSQL that made the data in the folder; `None` if there are no data yet.
pub fn made_by(folder: &DataFolder) -> Option<u32> {
    leading_number(&fs::read_to_string(folder.data().join("PG_VERSION")).ok()?)
}

/// Makes the cluster of a folder that has none.
pub fn cluster(
    folder: &DataFolder,
    programs: &Programs,
    account: &SystemUser,
    settings: &ClusterSettings,
) -> Result<(), ClusterError> {
    remove_leftovers(folder);
    let making = folder.root().join(format!("{BEING_MADE}{}", std::process::id()));
    account.make_private(&making)?;
    let mut initdb = account.command(&programs.initdb());
    initdb.args(["--auth-local=trust", "--auth-host=reject", "--locale=C", "--encoding=UTF8", "--no-sync"]);
    initdb.arg("--username").arg(SUPERUSER).arg("--pgdata").arg(&making);
    run(folder, initdb, "")?;
    let mut single = account.command(&programs.postgres());
    single.args(["--single", "-c", "fsync=off", "-D"]).arg(&making).arg("postgres");
    run(folder, single, &format!("CREATE DATABASE {}\n", Cluster::DATABASE))?;
    if settings.durable {
        write_to_disk(folder, programs, account, &making)?;
    }
    fs::rename(&making, folder.data()).map_err(|why| ClusterError::unusable(&making, why))?;
    // The folder is synced, too, or a crash of the machine could undo the rename.
    let written = File::open(folder.root()).and_then(|root| root.sync_all());
    written.map_err(|why| ClusterError::unusable(folder.root(), why))
}

/// Syncs the whole file system in one call: syncing a thousand files one by one takes seconds on a busy disk.
#[cfg(target_os = "linux")]
fn write_to_disk(
    folder: &DataFolder,
    _: &Programs,
    _: &SystemUser,
    making: &Path,
) -> Result<(), ClusterError> {
    let written = File::open(making).and_then(|made| Ok(nix::unistd::syncfs(made)?));
    written.map_err(|why| ClusterError::unusable(folder.root(), why))
}

/// Syncs file by file, where the system has no call for all.
#[cfg(not(target_os = "linux"))]
fn write_to_disk(
    folder: &DataFolder,
    programs: &Programs,
    account: &SystemUser,
    making: &Path,
) -> Result<(), ClusterError> {
    let mut sync = account.command(&programs.initdb());
    sync.args(["--sync-only", "--pgdata"]).arg(making);
    run(folder, sync, "")
}

fn remove_leftovers(folder: &DataFolder) {
    for entry in fs::read_dir(folder.root()).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(BEING_MADE) {
            // A leftover that can't be removed costs disk space and nothing else.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn run(folder: &DataFolder, mut command: Command, input: &str) -> Result<(), ClusterError> {
    let program = Path::new(command.get_program()).to_owned();
    let cannot_run = |why| ClusterError::cannot_run(&program, why);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(cannot_run)?;
    if let Some(mut stdin) = child.stdin.take() {
        // Writing fails if the program has ended already; its standard error gives the reason.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().map_err(cannot_run)?;
    if output.status.success() {
        return Ok(());
    }
    let message = complaint(&String::from_utf8_lossy(&output.stderr));
    Err(ClusterError::NotMade { folder: folder.root().to_owned(), message })
}

/// What PostgreSQL's output says about the error: the rest of the last line with a mark such as `FATAL:`.
pub fn complaint(output: &str) -> String {
    const MARKS: [&str; 3] = ["FATAL:", "PANIC:", "error:"];
    let behind_mark = |line: &str| MARKS.iter().filter_map(|mark| Some(line.find(mark)? + mark.len())).min();
    let marked = output.lines().rev().find_map(|line| line.get(behind_mark(line)?..));
    let line = marked.or_else(|| output.lines().last()).unwrap_or("nothing was said");
    line.trim().trim_end_matches('.').to_owned()
}

/// The part of the log from `start` on, in bytes.
pub fn log_since(log: &Path, start: u64) -> String {
    let mut text = String::new();
    if let Ok(mut file) = File::open(log) {
        let _ = file.seek(std::io::SeekFrom::Start(start));
        let _ = file.read_to_string(&mut text);
    }
    text
}

const MARK: &str = "althing-data";
/// What a data folder of ours may contain before it is marked.
const BEFORE_THE_MARK: [&str; 3] = ["users.lock", "start.lock", "mail"];
/// The longest name of a socket, in bytes: the size of the system's structure, less the closing zero.
const MAX_SOCKET_NAME: usize = if cfg!(target_os = "linux") { 107 } else { 103 };

/// A data folder that is ours to use.
#[derive(Debug, Clone)]
pub struct DataFolder(PathBuf);

impl DataFolder {
    /// Makes the folder, or takes the one that is there if it is empty or ours.
    pub fn claim(path: &Path) -> Result<Self, ClusterError> {
        let unusable = |why| ClusterError::unusable(path, why);
        DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(unusable)?;
        let folder = Self(path.canonicalize().map_err(unusable)?);
        folder.refuse_long_names()?;
        folder.refuse_foreign()?;
        Ok(folder)
    }

    /// The folder of a keeper, which the process that started it has claimed.
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

    /// The folder of the socket; only the owner may enter.
    pub fn socket(&self) -> PathBuf {
        self.0.join("socket")
    }

    /// The output of PostgreSQL and the keeper.
    pub fn log(&self) -> PathBuf {
        self.0.join("postgres.log")
    }

    /// Shared by all processes that use the cluster; exclusive for the keeper while it stops PostgreSQL.
    pub fn users_lock(&self) -> PathBuf {
        self.0.join("users.lock")
    }

    /// Exclusive for the process that checks whether a keeper runs and starts one.
    pub fn start_lock(&self) -> PathBuf {
        self.0.join("start.lock")
    }

    /// Exclusive for the running keeper.
    pub fn keeper_lock(&self) -> PathBuf {
        self.0.join("keeper.lock")
    }

    fn refuse_long_names(&self) -> Result<(), ClusterError> {
        let length = self.socket().join(server::SOCKET).as_os_str().as_bytes().len();
        let limit = MAX_SOCKET_NAME;
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

/// Users that root tries to run PostgreSQL as, in this order.
const UNPRIVILEGED: [&str; 2] = ["postgres", "nobody"];
/// The environment variables that other programs inherit from us.
const NEEDED_VARIABLES: [&str; 3] = ["PATH", "LD_LIBRARY_PATH", "TMPDIR"];

#[derive(Debug)]
pub struct SystemUser {
    user: User,
    dropped_to: bool,
}

impl SystemUser {
    /// The user to run PostgreSQL as: the current one or, for root, the owner of the cluster's data, else the first
    /// unprivileged user that exists. PostgreSQL refuses to run as root.
    pub fn of(folder: &DataFolder) -> Result<Self, ClusterError> {
        let me = geteuid();
        if !me.is_root() {
            return Ok(Self { user: named(me)?, dropped_to: false });
        }
        let user = match fs::metadata(folder.data()) {
            Ok(data) => named(Uid::from_raw(data.uid()))?,
            Err(_) => UNPRIVILEGED
                .iter()
                .find_map(|name| User::from_name(name).ok().flatten())
                .ok_or(ClusterError::NoAccount)?,
        };
        let account = Self { user, dropped_to: true };
        account.let_in(folder)?;
        Ok(account)
    }

    /// A command that runs as this user.
    pub fn command(&self, program: &Path) -> Command {
        let mut command = bare_command(program);
        if self.dropped_to {
            command.uid(self.user.uid.as_raw()).gid(self.user.gid.as_raw());
        }
        command
    }

    /// Makes a folder that only this user (and root) may enter.
    pub fn make_private(&self, path: &Path) -> Result<(), ClusterError> {
        let unusable = |why| ClusterError::unusable(path, why);
        if !path.exists() {
            fs::create_dir(path).map_err(unusable)?;
        }
        fs::set_permissions(path, fs::Permissions::from_mode(0o700)).map_err(unusable)?;
        if self.dropped_to {
            let (uid, gid) = (self.user.uid.as_raw(), self.user.gid.as_raw());
            chown(path, Some(uid), Some(gid)).map_err(unusable)?;
        }
        Ok(())
    }

    /// Lets this user, and no other, pass through the data folder. Fails if this user can't enter a folder above it.
    fn let_in(&self, folder: &DataFolder) -> Result<(), ClusterError> {
        let unusable = |why| ClusterError::unusable(folder.root(), why);
        chown(folder.root(), None, Some(self.user.gid.as_raw())).map_err(unusable)?;
        fs::set_permissions(folder.root(), fs::Permissions::from_mode(0o710)).map_err(unusable)?;
        match folder.root().ancestors().find(|step| !self.may_enter(step)) {
            None => Ok(()),
            Some(barrier) => {
                Err(ClusterError::Barred { user: self.user.name.clone(), barrier: barrier.to_owned() })
            }
        }
    }

    fn may_enter(&self, folder: &Path) -> bool {
        let Ok(metadata) = fs::metadata(folder) else { return false };
        let bit = if metadata.uid() == self.user.uid.as_raw() {
            0o100
        } else if metadata.gid() == self.user.gid.as_raw() {
            0o010
        } else {
            0o001
        };
        metadata.mode() & bit != 0
    }
}

/// A command that inherits neither our working directory, which another user may not enter and which could not be
/// unmounted later, nor our environment, which may contain secrets.
pub fn bare_command(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir("/").env_clear().env("LC_ALL", "C");
    for name in NEEDED_VARIABLES {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command
}

fn named(uid: Uid) -> Result<User, ClusterError> {
    User::from_uid(uid).ok().flatten().ok_or(ClusterError::NoName { uid: uid.as_raw() })
}
