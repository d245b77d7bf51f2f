//! Starts and stops PostgreSQL, and tells whether it runs.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;
use std::{env, fs, thread};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::create::{DataFolder, SystemUser};
use super::programs::Programs;
use super::{ClusterError, START_BOUND, create};

/// A part of the socket's name; nothing listens on this port.
pub const PORT: u16 = 5432;
pub const SOCKET: &str = ".s.PGSQL.5432";

/// The wait for a fast shutdown, which disconnects clients and writes everything to disk.
const FAST_STOP_BOUND: Duration = Duration::from_secs(60);
const IMMEDIATE_STOP_BOUND: Duration = Duration::from_secs(5);
/// The wait for the processes of a killed server, which release its shared memory within about a second.
const LEFTOVER_BOUND: Duration = Duration::from_secs(10);
const LONG_LOG_BYTES: u64 = 16 * 1024 * 1024;
/// The SSLRequest message of PostgreSQL's protocol, which every server answers with one byte.
const ENCRYPTION_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

#[derive(Debug)]
pub struct Manner {
    /// How many connections all users together may have.
    pub max_connections: u32,
    /// Must acknowledged data survive a crash of the machine?
    pub durable: bool,
}

#[derive(Debug)]
pub struct PostgresServer {
    pid: Pid,
    /// `None` for a server that another keeper started.
    child: Option<Child>,
}

impl PostgresServer {
    /// The server that runs on the data of this folder and answers on its socket.
    pub fn running(folder: &DataFolder) -> Option<Self> {
        let pid_file = PidFile::read(folder)?;
        let ours = pid_file.data == folder.data().to_string_lossy();
        (ours && pid_file.ready && answers(folder)).then_some(Self { pid: pid_file.pid, child: None })
    }

    /// Starts the server and waits until it answers.
    pub fn start(
        folder: &DataFolder,
        programs: &Programs,
        account: &SystemUser,
        manner: &Manner,
    ) -> Result<Self, ClusterError> {
        disarm_stale_note(folder)?;
        account.make_private(&folder.socket())?;
        let attempts = until(LEFTOVER_BOUND, || match start_once(folder, programs, account, manner) {
            Err(ClusterError::NotStarted { message, .. }) if message.contains("still in use") => None,
            outcome => Some(outcome),
        });
        attempts.unwrap_or_else(|| start_once(folder, programs, account, manner))
    }

    pub fn is_alive(&mut self) -> bool {
        match &mut self.child {
            Some(child) => matches!(child.try_wait(), Ok(None)),
            None => lives(self.pid),
        }
    }

    /// Stops the server by a fast shutdown, or by an immediate one if that takes too long.
    pub fn stop(&mut self, folder: &DataFolder) {
        for (signal, bound) in [(Signal::SIGINT, FAST_STOP_BOUND), (Signal::SIGQUIT, IMMEDIATE_STOP_BOUND)] {
            if kill(self.pid, signal).is_err() || until(bound, || self.is_gone(folder)).is_some() {
                break;
            }
        }
    }

    /// Has the server ended? One that we did not start may stay as a zombie until its parent waits for it, so for such
    /// a server the end of its pid file counts, too.
    fn is_gone(&mut self, folder: &DataFolder) -> Option<()> {
        let signed_off =
            self.child.is_none() && PidFile::read(folder).is_none_or(|file| file.pid != self.pid);
        (signed_off || !self.is_alive()).then_some(())
    }
}

fn start_once(
    folder: &DataFolder,
    programs: &Programs,
    account: &SystemUser,
    manner: &Manner,
) -> Result<PostgresServer, ClusterError> {
    let log = open_log(folder)?;
    let log_start = log.metadata().map_or(0, |metadata| metadata.len());
    let program = programs.postgres();
    let mut command = account.command(&program);
    command.arg("-D").arg(folder.data()).arg("-k").arg(folder.socket()).args(arguments(manner));
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()
        .map_err(|why| ClusterError::cannot_run(&program, why))?;
    let mut server = PostgresServer { pid: Pid::from_raw(child.id().cast_signed()), child: Some(child) };
    let outcome = until(START_BOUND, || {
        let ready = PidFile::read(folder).is_some_and(|file| file.ready && file.pid == server.pid);
        match (ready, server.is_alive()) {
            (_, false) => Some(false),
            (true, true) => Some(true),
            (false, true) => None,
        }
    });
    if outcome == Some(true) {
        return Ok(server);
    }
    server.stop(folder);
    let message = create::complaint(&create::log_since(&folder.log(), log_start));
    Err(ClusterError::NotStarted { message, log: folder.log() })
}

fn arguments(manner: &Manner) -> Vec<String> {
    let switch = if manner.durable { "on" } else { "off" };
    // PostgreSQL keeps up to a gigabyte of write-ahead log by default, which data that may be lost does not need.
    let log = [("min_wal_size", "32MB".to_owned()), ("max_wal_size", "128MB".to_owned())];
    let log = log.into_iter().filter(|_| !manner.durable);
    [
        ("listen_addresses", String::new()),
        ("port", PORT.to_string()),
        ("unix_socket_permissions", "0700".to_owned()),
        ("max_connections", manner.max_connections.to_string()),
        // Our statements are short: translating one into machine code takes longer than running it. And a service
        // manager may forbid memory that is both written and run.
        ("jit", "off".to_owned()),
        ("timezone", "UTC".to_owned()),
        ("log_timezone", "UTC".to_owned()),
        ("fsync", switch.to_owned()),
        ("synchronous_commit", switch.to_owned()),
        ("full_page_writes", switch.to_owned()),
    ]
    .into_iter()
    .chain(log)
    .flat_map(|(name, value)| ["-c".to_owned(), format!("{name}={value}")])
    .collect()
}

/// Opens the log for appending. A long log is renamed first and kept.
pub fn open_log(folder: &DataFolder) -> Result<File, ClusterError> {
    if fs::metadata(folder.log()).is_ok_and(|log| log.len() > LONG_LOG_BYTES) {
        let kept = folder.log().with_extension("log.old");
        fs::rename(folder.log(), &kept).map_err(|why| ClusterError::unusable(&kept, why))?;
    }
    OpenOptions::new()
        .append(true)
        .create(true)
        .mode(0o600)
        .open(folder.log())
        .map_err(|why| ClusterError::unusable(&folder.log(), why))
}

/// Does a server that speaks PostgreSQL's protocol answer on the socket?
fn answers(folder: &DataFolder) -> bool {
    let mut answer = [0];
    let ask = |answer: &mut [u8; 1]| -> std::io::Result<()> {
        let mut stream = UnixStream::connect(folder.socket().join(SOCKET))?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        stream.write_all(&ENCRYPTION_REQUEST)?;
        stream.read_exact(answer)
    };
    ask(&mut answer).is_ok() && matches!(&answer, b"N" | b"S")
}

/// Makes a stale pid file harmless. After a crash it names a process that is gone; its number may belong to another
/// process by now, or to a zombie. PostgreSQL would refuse to start then. A real server differs from another process in
/// its working directory, which is the data folder.
fn disarm_stale_note(folder: &DataFolder) -> Result<(), ClusterError> {
    let Some(note) = PidFile::read(folder) else { return Ok(()) };
    let pid = note.pid.as_raw();
    if kill(note.pid, None) == Err(nix::errno::Errno::ESRCH) {
        return Ok(()); // PostgreSQL sees that for itself
    }
    let works_in = fs::read_link(format!("/proc/{pid}/cwd"));
    let works_elsewhere = works_in.is_ok_and(|place| place != folder.data());
    if lives(note.pid) && !works_elsewhere {
        return Err(ClusterError::HeldByAnother { folder: folder.root().to_owned(), pid });
    }
    // The rest of the file stays: by it PostgreSQL finds out whether child processes of the old server still run. The
    // number becomes our own, because PostgreSQL takes every living process but its own parent for another server.
    let file = folder.data().join(PID_FILE);
    let rest = note.text.split_once('\n').map_or("", |(_, rest)| rest);
    let _ = fs::remove_file(folder.socket().join(format!("{SOCKET}.lock")));
    fs::write(&file, format!("{}\n{rest}", std::process::id()))
        .map_err(|why| ClusterError::unusable(&file, why))
}

/// Does the process live? A zombie does not count.
fn lives(pid: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
    kill(pid, None).is_ok() && state != Some('Z')
}

const PID_FILE: &str = "postmaster.pid";

/// The pid file of a running server.
struct PidFile {
    pid: Pid,
    data: String,
    ready: bool,
    text: String,
}

impl PidFile {
    fn read(folder: &DataFolder) -> Option<Self> {
        Self::parse(&fs::read_to_string(Path::new(&folder.data()).join(PID_FILE)).ok()?)
    }

    /// Line 1 is the process, line 2 the data folder, line 8 the state.
    fn parse(text: &str) -> Option<Self> {
        let lines: Vec<&str> = text.lines().collect();
        let pid = lines.first()?.trim().parse().ok().filter(|pid| *pid > 1)?;
        let ready = lines.get(7).is_some_and(|state| state.trim() == "ready");
        Some(Self {
            pid: Pid::from_raw(pid),
            data: (*lines.get(1)?).to_owned(),
            ready,
            text: text.to_owned(),
        })
    }
}

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
    /// The cluster in `data_dir` as a server needs it; `PG_BIN_DIR` is honoured.
    pub fn new(data_dir: PathBuf) -> Self {
        Self {
            data_dir,
            bin_dir: env::var_os("PG_BIN_DIR").filter(|folder| !folder.is_empty()).map(PathBuf::from),
            // A system that can't name the running binary still finds it by its name.
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

pub const STEP: Duration = Duration::from_millis(20);

/// Calls `ask` again and again until there is an answer, or `bound` has passed.
pub fn until<T>(bound: Duration, mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    let steps = bound.as_millis() / STEP.as_millis();
    for _ in 0..steps {
        if let Some(answer) = ask() {
            return Some(answer);
        }
        thread::sleep(STEP);
    }
    ask()
}
