//! Data folders for tests.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use nix::sys::signal::kill;
use nix::unistd::Pid;

/// A folder in which a test does what it likes; removed at the end.
pub struct Playground(PathBuf);

impl Playground {
    /// A new one that every user may enter and nobody else may write.
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("alt-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        Self(path.canonicalize().unwrap())
    }

    /// The playground itself.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A data folder in it, not yet made.
    pub fn data(&self) -> PathBuf {
        self.0.join("data")
    }

    /// The process of the PostgreSQL that runs on the data, by its own note.
    pub fn postmaster(&self) -> Option<Pid> {
        let note = fs::read_to_string(self.data().join("postgres/postmaster.pid")).ok()?;
        note.lines().next()?.trim().parse().ok().map(Pid::from_raw)
    }

    /// Does a PostgreSQL run on the data?
    pub fn is_running(&self) -> bool {
        self.postmaster().is_some_and(|pid| kill(pid, None).is_ok())
    }

    /// Waits until PostgreSQL has stopped.
    pub fn wait_until_stopped(&self) {
        eventually("PostgreSQL stops", || !self.is_running());
    }

    /// The process of the keeper of the data.
    pub fn keeper(&self) -> Pid {
        let note = fs::read_to_string(self.data().join("keeper.lock")).unwrap();
        Pid::from_raw(note.trim().parse().unwrap())
    }
}

impl Drop for Playground {
    fn drop(&mut self) {
        // The keeper stops its PostgreSQL by itself, but needs the folder for that.
        for _ in 0..500 {
            let kept = File::open(self.data().join("keeper.lock"));
            if kept.is_err() || kept.is_ok_and(|lock| lock.try_lock().is_ok()) {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Looks until it is so; fails after half a minute.
pub fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..1500 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("half a minute has passed, but not yet: {what}");
}
