//! A PostgreSQL of one test, on a port of this machine, run as the test wants it.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::{Pid, User, geteuid};

use super::sql;

/// Runs until it is dropped. Its superuser is `tester`.
pub struct Postgres {
    folder: PathBuf,
    /// Where it listens on 127.0.0.1.
    pub port: u16,
    server: Child,
}

impl Postgres {
    /// Starts one whose `pg_hba.conf` has these lines, besides one for the socket file, with these settings.
    pub fn start(access: &str, settings: &[(&str, &str)]) -> Self {
        let folder = new_folder();
        let data = folder.join("data");
        let mut initdb = command("initdb");
        initdb.args([
            "--no-sync",
            "--auth=trust",
            "--username=tester",
            "--encoding=UTF8",
            "--no-locale",
            "-D",
        ]);
        let made = initdb.arg(&data).stdin(Stdio::null()).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        fs::write(data.join("pg_hba.conf"), format!("local all all trust\n{access}\n")).unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut postgres = command("postgres");
        postgres.arg("-D").arg(&data).arg("-k").arg(&folder).args(["-p", &port.to_string()]);
        for (name, value) in [("listen_addresses", "127.0.0.1"), ("fsync", "off")].iter().chain(settings) {
            postgres.arg("-c").arg(format!("{name}={value}"));
        }
        let log = fs::File::create(folder.join("log")).unwrap();
        let server = postgres.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap();
        let mut postgres = Self { folder, port, server };
        postgres.wait_until_ready();
        postgres
    }

    /// A folder that it may read, for files that its settings name; made before it is started.
    pub fn files(files: &[(&str, &str)]) -> PathBuf {
        let folder = new_folder();
        for (name, content) in files {
            let path = folder.join(name);
            fs::write(&path, content).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
            give_away(&path);
        }
        folder
    }

    /// The superuser's way in, past any encryption.
    pub fn socket_url(&self) -> String {
        let folder = self.folder.to_string_lossy().replace('/', "%2F");
        format!("postgres://tester@{folder}:{}/postgres", self.port)
    }

    /// Runs a statement.
    pub fn run(&self, statement: &str) {
        sql::run(&self.socket_url(), statement).unwrap();
    }

    /// The column `value` of what a query finds.
    pub fn texts(&self, query: &str) -> Vec<String> {
        sql::texts(&self.socket_url(), query).unwrap()
    }

    /// Sets something that a running server can change.
    pub fn set(&self, name: &str, value: &str) {
        self.run(&format!("ALTER SYSTEM SET {name} = '{value}'"));
        self.run("SELECT pg_reload_conf()");
        let shown = format!("SELECT setting AS value FROM pg_settings WHERE name = '{name}'");
        for _ in 0..500 {
            if self.texts(&shown) == [value] {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("{name} is not {value}");
    }

    fn wait_until_ready(&mut self) {
        let note = self.folder.join("data/postmaster.pid");
        for _ in 0..3_000 {
            let text = fs::read_to_string(&note).unwrap_or_default();
            if text.lines().nth(7).is_some_and(|line| line.trim() == "ready") {
                return;
            }
            let has_ended = self.server.try_wait().unwrap().is_some();
            assert!(!has_ended, "{}", fs::read_to_string(self.folder.join("log")).unwrap());
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("PostgreSQL does not start");
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = kill(Pid::from_raw(self.server.id().cast_signed()), Signal::SIGQUIT);
        let _ = self.server.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn new_folder() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("alt-pg-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    give_away(&folder);
    folder
}

/// PostgreSQL does not run as root, nor read keys of others.
fn owner() -> Option<User> {
    geteuid().is_root().then(|| {
        let users = ["postgres", "nobody"].into_iter();
        users.filter_map(|name| User::from_name(name).unwrap()).next().unwrap()
    })
}

fn give_away(path: &Path) {
    if let Some(user) = owner() {
        chown(path, Some(user.uid.as_raw()), Some(user.gid.as_raw())).unwrap();
    }
}

fn command(program: &str) -> Command {
    let mut command = Command::new(programs().join(program));
    command.current_dir("/").env("LC_ALL", "C");
    if let Some(user) = owner() {
        command.uid(user.uid.as_raw()).gid(user.gid.as_raw());
    }
    command
}

/// The folder of PostgreSQL's programs: the newest there is.
fn programs() -> PathBuf {
    let named = std::env::var_os("PG_BIN_DIR").map(PathBuf::from);
    let on_path = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let mut debian: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    debian.sort();
    let mut all = named.into_iter().chain(debian.into_iter().rev().map(|(_, folder)| folder)).chain(on_path);
    all.find(|folder| folder.join("initdb").exists()).expect("PostgreSQL's programs")
}
