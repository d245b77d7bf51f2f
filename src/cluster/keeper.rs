//! The keeper: a small separate process that starts PostgreSQL, and stops it when no process uses it any more.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ExitCode, Stdio};
use std::time::Duration;

use super::create::{self, DataFolder, SystemUser};
use super::programs::Programs;
use super::server::{Manner, PostgresServer, open_log};
use super::{ClusterError, ClusterSettings, START_BOUND, is_locked, server, try_exclusive_lock};

/// The hidden command-line role of the keeper.
pub const ROLE: &str = "keep-cluster";
/// The words that the keeper reports to the process that started it; anything else is an error.
const READY: &str = "ready";
const TAKEN: &str = "taken";

/// How long the keeper waits for a former keeper to be gone.
const FORMER_KEEPER_BOUND: Duration = Duration::from_secs(2);

/// The keeper's command line.
#[derive(Debug, clap::Args)]
pub struct Charge {
    /// The data folder.
    #[arg(long)]
    data_dir: PathBuf,
    /// The folder of PostgreSQL's programs.
    #[arg(long)]
    bin_dir: PathBuf,
    /// How many connections all users together may have.
    #[arg(long)]
    max_connections: u32,
    /// How long to stay up after the last user left.
    #[arg(long)]
    linger_milliseconds: u64,
    /// Acknowledgement data need not survive a crash of the machine.
    #[arg(long)]
    not_durable: bool,
}

/// Makes sure that a keeper runs and its PostgreSQL answers. The caller must have the start lock and a shared users
/// lock.
pub(super) fn ensure(folder: &DataFolder, settings: &ClusterSettings) -> Result<(), ClusterError> {
    let settled = server::until(START_BOUND, || match is_locked(&folder.keeper_lock()) {
        Ok(true) => PostgresServer::running(folder).map(|_| Ok(())),
        Ok(false) => appoint(folder, settings).transpose(),
        Err(error) => Some(Err(error)),
    });
    settled.unwrap_or_else(|| Err(ClusterError::StillStarting { folder: folder.root().to_owned() }))
}

/// Starts a keeper; `None` if another one was faster.
fn appoint(folder: &DataFolder, settings: &ClusterSettings) -> Result<Option<()>, ClusterError> {
    let made_by = create::made_by(folder);
    let programs = Programs::find(settings.bin_dir.as_deref(), made_by, folder.root())?;
    if made_by.is_none() {
        create::cluster(folder, &programs, &SystemUser::of(folder)?, settings)?;
    }
    let mut keeper = spawn(folder, &programs, settings)?;
    let mut answer = String::new();
    if let Some(stdout) = keeper.stdout.take() {
        let _ = BufReader::new(stdout).read_line(&mut answer);
    }
    // The keeper is waited for, or it would stay as a zombie process after its end.
    std::thread::spawn(move || keeper.wait());
    match answer.trim() {
        READY => Ok(Some(())),
        TAKEN => Ok(None),
        "" => Err(ClusterError::Keeper(format!(
            "{} ended without a word; its log is {}",
            settings.keeper.display(),
            folder.log().display()
        ))),
        sentence => Err(ClusterError::Keeper(sentence.to_owned())),
    }
}

fn spawn(
    folder: &DataFolder,
    programs: &Programs,
    settings: &ClusterSettings,
) -> Result<Child, ClusterError> {
    let mut command = create::bare_command(&settings.keeper);
    command.arg(ROLE);
    command.arg("--data-dir").arg(folder.root()).arg("--bin-dir").arg(programs.folder());
    command.arg("--max-connections").arg(settings.max_connections.to_string());
    command.arg("--linger-milliseconds").arg(settings.linger_milliseconds.to_string());
    if !settings.durable {
        command.arg("--not-durable");
    }
    // The keeper gets a process group of its own, so that Ctrl-C in our terminal does not end it.
    command.process_group(0);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(open_log(folder)?);
    command.spawn().map_err(|why| ClusterError::cannot_run(&settings.keeper, why))
}

/// Runs the keeper until it has stopped PostgreSQL.
pub fn run(charge: &Charge) -> ExitCode {
    let folder = DataFolder::claimed(charge.data_dir.clone());
    match keep(&folder, charge) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the keeper gives up: {error}");
            report(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

fn keep(folder: &DataFolder, charge: &Charge) -> Result<(), ClusterError> {
    let lock = server::until(FORMER_KEEPER_BOUND, || try_exclusive_lock(&folder.keeper_lock()).transpose());
    let Some(lock) = lock.transpose()? else {
        report(TAKEN);
        return Ok(());
    };
    // The process id is for people who look into the folder; no code relies on it.
    let _ = lock.set_len(0).and_then(|()| writeln!(&lock, "{}", std::process::id()));
    let mut server = start(folder, charge)?;
    report(READY);
    let users_lock = wait_for_the_last(folder, charge, &mut server)?;
    server.stop(folder);
    // The keeper lock goes first: a process can register a use only after the users lock is free, and must then find no
    // keeper, so that it starts a new one.
    drop(lock);
    drop(users_lock);
    Ok(())
}

/// The PostgreSQL that a killed keeper left running, or a new one.
fn start(folder: &DataFolder, charge: &Charge) -> Result<PostgresServer, ClusterError> {
    if let Some(server) = PostgresServer::running(folder) {
        return Ok(server);
    }
    let programs = Programs::at(&charge.bin_dir).ok_or(ClusterError::NoPrograms)?;
    let manner = Manner { max_connections: charge.max_connections, durable: !charge.not_durable };
    PostgresServer::start(folder, &programs, &SystemUser::of(folder)?, &manner)
}

/// Waits until no process has used the cluster for the lingering time; starts the server again if it dies before.
fn wait_for_the_last(
    folder: &DataFolder,
    charge: &Charge,
    server: &mut PostgresServer,
) -> Result<File, ClusterError> {
    let mut unused = Duration::ZERO;
    loop {
        match try_exclusive_lock(&folder.users_lock())? {
            Some(lock) if unused >= Duration::from_millis(charge.linger_milliseconds) => return Ok(lock),
            Some(_) => unused += server::STEP,
            None => unused = Duration::ZERO,
        }
        if !server.is_alive() {
            eprintln!("PostgreSQL is gone though it is in use; starting it again");
            *server = start(folder, charge)?;
        }
        std::thread::sleep(server::STEP);
    }
}

/// Reports to the process that started us, which may be gone by now.
fn report(word: &str) {
    let _ = writeln!(std::io::stdout(), "{}", word.replace('\n', " "));
}
