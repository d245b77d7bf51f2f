//! Checks of this machine: room on the disk, permissions of folders, and how many files may be open.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use nix::sys::resource::{Resource, getrlimit};
use nix::sys::statvfs::statvfs;

use super::DoctorCheck;
use crate::config::Settings;

const MEGABYTE: u64 = 1 << 20;
/// Below this PostgreSQL soon takes no writes.
const TOO_LITTLE: u64 = 100 * MEGABYTE;
const LITTLE: u64 = 1024 * MEGABYTE;
/// Files that a process opens beside the connections of its clients.
const OTHER_FILES: u64 = 300;

/// `folder` is the private data folder, if there is one.
pub fn examine(settings: &Settings, folder: Option<&Path>) -> Vec<DoctorCheck> {
    let mails = match settings.mail.folder.as_str() {
        "" => None,
        named => Some(PathBuf::from(named)).filter(|folder| folder.exists()),
    };
    let kept: Vec<&Path> = folder.into_iter().chain(mails.as_deref()).collect();
    let mut checks: Vec<DoctorCheck> = kept.first().map(|folder| of_disk(folder)).into_iter().collect();
    if kept.is_empty() {
        checks.push(DoctorCheck::skipped(
            "disk",
            "another machine or program keeps the data: look at the disk there",
        ));
    }
    checks.extend(kept.iter().map(|folder| of_permissions(folder)));
    checks.push(of_open_files(settings));
    checks
}

fn of_disk(folder: &Path) -> DoctorCheck {
    let place = folder.display();
    let Ok(disk) = statvfs(folder) else {
        return DoctorCheck::skipped("disk", format!("the room for {place} can't be found out"));
    };
    let free = disk.blocks_available().saturating_mul(disk.fragment_size());
    let found = format!("{} MB are free for {place}", free / MEGABYTE);
    match free {
        ..TOO_LITTLE => {
            DoctorCheck::failed("disk", found, "make room: a database without room takes no writes")
        }
        TOO_LITTLE..LITTLE => DoctorCheck::warning("disk", found, "make room soon"),
        LITTLE.. => DoctorCheck::ok("disk", found),
    }
}

/// Mails and data hold links that log in: nobody else may read them.
fn of_permissions(folder: &Path) -> DoctorCheck {
    let place = folder.display();
    let mode = match fs::metadata(folder) {
        Ok(metadata) => metadata.permissions().mode() & 0o7777,
        Err(why) => {
            let advice = "let the user that Althing runs as own it";
            return DoctorCheck::failed("folder", format!("{place} can't be looked at ({why})"), advice);
        }
    };
    match mode & 0o077 {
        0 => DoctorCheck::ok("folder", format!("{place} belongs to its owner alone")),
        others if others & 0o066 == 0 => {
            DoctorCheck::ok("folder", format!("{place} can be entered by others, but not read ({mode:o})"))
        }
        _ => DoctorCheck::warning(
            "folder",
            format!("{place} can be read or written by others ({mode:o})"),
            format!("chmod 700 {place}"),
        ),
    }
}

fn of_open_files(settings: &Settings) -> DoctorCheck {
    let wanted = u64::try_from(settings.http.max_connections).unwrap_or(u64::MAX).saturating_add(OTHER_FILES);
    match getrlimit(Resource::RLIMIT_NOFILE) {
        Err(_) => DoctorCheck::skipped("open files", "the limit can't be found out"),
        Ok((soft, _)) if soft >= wanted => DoctorCheck::ok(
            "open files",
            format!("{soft} may be open, for {} connections", settings.http.max_connections),
        ),
        Ok((soft, _)) => DoctorCheck::warning(
            "open files",
            format!(
                "this shell may have {soft} open, and http.max_connections is {}",
                settings.http.max_connections
            ),
            format!(
                "let the service have {wanted} (LimitNOFILE of systemd, ulimit -n), or lower http.max_connections"
            ),
        ),
    }
}
