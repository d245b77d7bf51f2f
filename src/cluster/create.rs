//! Making a new cluster. It is made beside its place and moved there when it is whole, so that a kill half-way
//! leaves nothing that looks like a cluster.

use std::fs::{self, File};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use super::account::Account;
use super::folder::Folder;
use super::programs::{Programs, leading_number};
use super::{Cluster, ClusterError, ClusterSettings};

/// The only role of the cluster.
pub const SUPERUSER: &str = "althing";

const BEING_MADE: &str = "postgres.new-";

/// The major version that made the data in the folder; `None` if there are no data yet.
pub fn made_by(folder: &Folder) -> Option<u32> {
    leading_number(&fs::read_to_string(folder.data().join("PG_VERSION")).ok()?)
}

/// Makes the cluster of a folder that has none.
pub fn cluster(
    folder: &Folder,
    programs: &Programs,
    account: &Account,
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
    // The move itself must survive a crash of the machine too.
    let written = File::open(folder.root()).and_then(|root| root.sync_all());
    written.map_err(|why| ClusterError::unusable(folder.root(), why))
}

/// One call for all that was made: asking for each of a thousand files takes seconds on a busy disk.
#[cfg(target_os = "linux")]
fn write_to_disk(folder: &Folder, _: &Programs, _: &Account, making: &Path) -> Result<(), ClusterError> {
    let written = File::open(making).and_then(|made| Ok(nix::unistd::syncfs(made)?));
    written.map_err(|why| ClusterError::unusable(folder.root(), why))
}

/// File by file, where the system has no call for all.
#[cfg(not(target_os = "linux"))]
fn write_to_disk(
    folder: &Folder,
    programs: &Programs,
    account: &Account,
    making: &Path,
) -> Result<(), ClusterError> {
    let mut sync = account.command(&programs.initdb());
    sync.args(["--sync-only", "--pgdata"]).arg(making);
    run(folder, sync, "")
}

fn remove_leftovers(folder: &Folder) {
    for entry in fs::read_dir(folder.root()).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(BEING_MADE) {
            // What can't be removed is only in the way of the disk, not of us.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn run(folder: &Folder, mut command: Command, input: &str) -> Result<(), ClusterError> {
    let program = Path::new(command.get_program()).to_owned();
    let cannot_run = |why| ClusterError::cannot_run(&program, why);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(cannot_run)?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that is gone already says why on its standard error.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().map_err(cannot_run)?;
    if output.status.success() {
        return Ok(());
    }
    let said = complaint(&String::from_utf8_lossy(&output.stderr));
    Err(ClusterError::NotMade { folder: folder.root().to_owned(), said })
}

/// The line of what PostgreSQL said that tells what is wrong.
pub fn complaint(said: &str) -> String {
    let telling = |line: &&str| ["FATAL:", "PANIC:", "error:"].iter().any(|word| line.contains(word));
    let line = said.lines().rev().find(telling).or_else(|| said.lines().last()).unwrap_or("nothing was said");
    let marks = ["FATAL:", "PANIC:", "error:"];
    let start = marks.iter().filter_map(|mark| Some(line.find(mark)? + mark.len())).min().unwrap_or(0);
    line.get(start..).unwrap_or(line).trim().trim_end_matches('.').to_owned()
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
