//! Who PostgreSQL runs as. It refuses to run as root, so root hands it to somebody else.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use nix::unistd::{Uid, User, geteuid};

use super::ClusterError;
use super::folder::Folder;

/// Users that root tries to run PostgreSQL as, in this order.
const UNPRIVILEGED: [&str; 2] = ["postgres", "nobody"];
/// The little of our surroundings that other programs need.
const NEEDED_VARIABLES: [&str; 3] = ["PATH", "LD_LIBRARY_PATH", "TMPDIR"];

#[derive(Debug)]
pub struct Account {
    user: User,
    dropped_to: bool,
}

impl Account {
    /// Ourselves; or, for root, whoever owns the cluster's data, else the first unprivileged user there is.
    pub fn of(folder: &Folder) -> Result<Self, ClusterError> {
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

    /// Lets this user pass through the data folder, and nobody else; refuses when the way there is barred.
    fn let_in(&self, folder: &Folder) -> Result<(), ClusterError> {
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

/// A command that inherits neither the folder that we were started in, which may be closed to another user or be in
/// the way later, nor variables, which may hold secrets.
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
