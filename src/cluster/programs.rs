//! Finds PostgreSQL's programs.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::ClusterError;

/// The oldest major version that the schema works with.
pub const OLDEST: u32 = 14;

/// Folders of folders named by version, with the way from there to the programs.
const VERSIONED: [(&str, &str); 4] = [
    ("/usr/lib/postgresql", "bin"), // Debian, Ubuntu
    ("/Library/PostgreSQL", "bin"), // the macOS installer
    ("/Applications/Postgres.app/Contents/Versions", "bin"),
    ("/opt/postgresql", "bin"),
];
/// Folders of folders named `prefix` and a version: Homebrew, and the packages of the PostgreSQL project for Fedora.
const PREFIXED: [(&str, &str); 4] = [
    ("/opt/homebrew/opt", "postgresql@"),
    ("/usr/local/opt", "postgresql@"),
    ("/home/linuxbrew/.linuxbrew/opt", "postgresql@"),
    ("/usr", "pgsql-"),
];
const PLAIN: [&str; 3] = ["/usr/bin", "/usr/local/pgsql/bin", "/usr/local/bin"];

/// A folder with `initdb` and `postgres` of one major version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Programs {
    folder: PathBuf,
    major: u32,
}

impl Programs {
    /// The programs to use: those in the folder `named` if it is given, else the first found. Existing data need the
    /// programs of the same major version (`made_by`).
    pub fn find(
        named: Option<&Path>,
        made_by: Option<u32>,
        data_folder: &Path,
    ) -> Result<Self, ClusterError> {
        let found = match named {
            Some(folder) => vec![
                Self::at(folder)
                    .ok_or_else(|| ClusterError::NoProgramsThere { folder: folder.to_owned() })?,
            ],
            None => usual_folders().iter().filter_map(|folder| Self::at(folder)).collect(),
        };
        let first = found.first().ok_or(ClusterError::NoPrograms)?;
        if let Some(made_by) = made_by {
            let same = found.iter().find(|programs| programs.major == made_by).cloned();
            let folder = data_folder.to_owned();
            return same.ok_or(ClusterError::OtherVersion { folder, made_by, found: first.major });
        }
        found.iter().find(|programs| programs.major >= OLDEST).cloned().ok_or_else(|| ClusterError::TooOld {
            found: first.major,
            needed: OLDEST,
            folder: first.folder.clone(),
        })
    }

    /// The programs in a folder, if both exist and `postgres` prints its version.
    pub fn at(folder: &Path) -> Option<Self> {
        let both = folder.join("initdb").is_file() && folder.join("postgres").is_file();
        let major = both.then(|| major_version(&folder.join("postgres"))).flatten()?;
        Some(Self { folder: folder.to_owned(), major })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn initdb(&self) -> PathBuf {
        self.folder.join("initdb")
    }

    pub fn postgres(&self) -> PathBuf {
        self.folder.join("postgres")
    }
}

/// `postgres (PostgreSQL) 15.18 (Debian …)` → 15.
fn major_version(postgres: &Path) -> Option<u32> {
    let output = Command::new(postgres).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    leading_number(text.split(") ").nth(1)?)
}

pub(super) fn leading_number(text: &str) -> Option<u32> {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    text.get(..end)?.parse().ok()
}

fn usual_folders() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut folders = Vec::new();
    folders.extend(folder_of_pg_config());
    folders.extend(env::split_paths(&path));
    folders.extend(VERSIONED.iter().flat_map(|(parent, way)| newest_first(parent, "", way)));
    folders.extend(PREFIXED.iter().flat_map(|(parent, prefix)| newest_first(parent, prefix, "bin")));
    folders.extend(PLAIN.iter().map(PathBuf::from));
    folders
}

fn folder_of_pg_config() -> Option<PathBuf> {
    let output = Command::new("pg_config").arg("--bindir").output().ok()?;
    Some(PathBuf::from(String::from_utf8(output.stdout).ok()?.trim()))
}

fn newest_first(parent: &str, prefix: &str, way: &str) -> Vec<PathBuf> {
    let versions = fs::read_dir(parent).into_iter().flatten().filter_map(|entry| {
        let name = entry.ok()?.file_name().into_string().ok()?;
        Some((leading_number(name.strip_prefix(prefix)?)?, name))
    });
    let mut versions: Vec<_> = versions.collect();
    versions.sort();
    versions.iter().rev().map(|(_, name)| Path::new(parent).join(name).join(way)).collect()
}
