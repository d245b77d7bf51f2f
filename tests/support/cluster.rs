//! One PostgreSQL for all test processes of this checkout.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use althing::cluster::{Cluster, ClusterSettings};
use sha2::{Digest, Sha256};

/// Test runners that start a process per test leave gaps between them, in which the cluster should not stop.
const LINGER_MILLISECONDS: u64 = 10_000;

/// A folder of Linux whose files are in memory.
const MEMORY: &str = "/dev/shm";
/// What a cluster with the databases of a few tests and its log may take, in bytes, several times over.
const ROOM: u64 = 3 << 30;

/// The cluster that all tests share. It stops by itself some seconds after the last of them.
pub fn test_cluster() -> &'static Cluster {
    static CLUSTER: OnceLock<Cluster> = OnceLock::new();
    CLUSTER.get_or_init(|| Cluster::open(&settings()).unwrap_or_else(|sentence| panic!("{sentence}")))
}

fn settings() -> ClusterSettings {
    ClusterSettings {
        keeper: PathBuf::from(env!("CARGO_BIN_EXE_althing")),
        max_connections: 300,
        durable: false,
        linger_milliseconds: LINGER_MILLISECONDS,
        ..ClusterSettings::new(data_dir())
    }
}

/// In memory where there is room: every test makes a database of hundreds of files and drops it again, and on a disk half
/// the time of all tests went into looking for free inodes. Elsewhere in the folder for temporary files; the checkout may
/// lie where the user that PostgreSQL runs as can't go.
fn data_dir() -> PathBuf {
    let checkout = hex::encode(Sha256::digest(env!("CARGO_MANIFEST_DIR")));
    let name = format!("althing-tests-{}-{}", nix::unistd::geteuid(), &checkout[..8]);
    let in_memory = Path::new(MEMORY).join(&name);
    let is_roomy = in_memory.exists() || free_bytes(Path::new(MEMORY)).is_some_and(|free| free >= ROOM);
    if is_roomy { in_memory } else { std::env::temp_dir().join(name) }
}

#[allow(clippy::useless_conversion, reason = "these are shorter on other systems")]
fn free_bytes(folder: &Path) -> Option<u64> {
    let volume = nix::sys::statvfs::statvfs(folder).ok()?;
    Some(u64::from(volume.blocks_available()) * u64::from(volume.fragment_size()))
}

/// A name for the state of the migrations: another one as soon as one of them changes.
pub fn migrations_name() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let mut migrations: Vec<PathBuf> =
        folder.read_dir().unwrap().map(|entry| entry.unwrap().path().join("up.sql")).collect();
    migrations.sort();
    let mut digest = Sha256::new();
    for migration in migrations {
        digest.update(migration.to_string_lossy().as_bytes());
        digest.update(std::fs::read(&migration).unwrap_or_default());
    }
    hex::encode(&digest.finalize()[..6])
}
