//! The command line: reads the arguments, and starts a role or does what was asked.
//!
//! One file or folder for each role. May know everything; nothing but the binary knows it. What a role prints for
//! people is plain English; with `--json` it prints one JSON value for programs. It exits with 0 when it was done and
//! all is well, 1 when not, and 2 when the arguments can't be used.

mod admin;
mod config;
mod data;
mod describe;
mod doctor;
mod health;
mod http_get;
mod preflight;
mod start;

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use serde::Serialize;

use crate::cluster::keeper::{self, Charge};
use crate::config::Settings;
use crate::tools::{check, drive, manual, simulate};

/// A play-by-post server for slow board games. Without a role: serve and work.
#[derive(Parser)]
#[command(name = "althing", version)]
pub struct CommandLine {
    /// A settings file on top of the defaults.
    #[arg(long = "config", value_name = "FILE", env = "ALTHING_CONFIG", global = true)]
    settings_file: Option<String>,
    #[command(subcommand)]
    role: Option<Role>,
}

#[derive(Subcommand)]
enum Role {
    /// Answers requests only.
    Serve,
    /// Sends mails, moves bots and keeps deadlines only.
    Work,
    /// Brings the schema up to date, or takes it back.
    Migrate {
        /// Take every migration back: drops every table and everything in them.
        #[arg(long)]
        down: bool,
        /// Everything may be lost.
        #[arg(long, requires = "down")]
        yes_drop_all_data: bool,
    },
    /// Spreads the games over the nodes of a Citus cluster, in a database that is one's coordinator.
    Shard,
    /// Writes everything the database holds into a file, while the service goes on.
    Backup {
        /// The file; it must not exist yet. It holds secrets: keep it as you keep the database.
        file: PathBuf,
    },
    /// Brings a backup into an empty database.
    Restore {
        /// The file.
        file: PathBuf,
    },
    /// Prints the settings with their defaults, or checks those that are in force.
    Config(config::ConfigArguments),
    /// Asks the server that runs with these settings whether it is ready; for containers and monitors.
    Health(health::HealthArguments),
    /// Helps players and looks after games and mails, at the shell of the server.
    Admin(admin::AdminArguments),
    /// Looks at everything that the service needs, and says what is wrong and what to do about it.
    Doctor(doctor::DoctorArguments),
    /// Starts the private PostgreSQL and stops it when nobody uses it any more.
    #[command(hide = true, name = keeper::ROLE)]
    KeepCluster(Charge),
    /// Prints the description of the service, openapi.yaml.
    Openapi(describe::DescribeArguments),
    /// Plays many games between bots and prints what they add up to.
    Simulate(simulate::SimulateArguments),
    /// The rules core on a pipe: a JSON request a line in, a JSON answer a line out.
    Drive(drive::DriveArguments),
    /// Plays the record of a finished game again and compares every version.
    Replay(check::CheckArguments),
    /// Derives every draw of a record again from the revealed secret.
    Verify(check::CheckArguments),
    /// Writes the manual pages, and the completions for bash, zsh and fish.
    Manual(manual::ManualArguments),
}

/// Does what the arguments ask for.
pub fn run(arguments: CommandLine) -> ExitCode {
    let file = arguments.settings_file.as_deref();
    let done = match arguments.role {
        Some(Role::KeepCluster(charge)) => return keeper::run(&charge),
        Some(Role::Openapi(arguments)) => describe::run(&arguments),
        Some(Role::Simulate(arguments)) => return simulate::run(&arguments),
        Some(Role::Drive(arguments)) => return drive::run(&arguments),
        Some(Role::Replay(arguments)) => return check::replay(&arguments),
        Some(Role::Verify(arguments)) => return check::verify(&arguments),
        Some(Role::Manual(arguments)) => return manual::run(CommandLine::command(), &arguments),
        Some(Role::Config(arguments)) => config::run(file, &arguments),
        Some(Role::Health(arguments)) => health::run(file, &arguments),
        Some(Role::Admin(arguments)) => admin::run(file, arguments),
        Some(Role::Doctor(arguments)) => doctor::run(file, &arguments),
        Some(Role::Migrate { down, yes_drop_all_data }) => data::migrate(file, down, yes_drop_all_data),
        Some(Role::Shard) => data::shard(file),
        Some(Role::Backup { file: to }) => data::backup(file, &to),
        Some(Role::Restore { file: from }) => data::restore(file, &from),
        Some(Role::Serve) => start::run(file, start::Duty::Serve),
        Some(Role::Work) => start::run(file, start::Duty::Work),
        None => start::run(file, start::Duty::Both),
    };
    match done {
        Ok(code) => code,
        Err(sentence) => {
            eprintln!("althing: {sentence}");
            ExitCode::FAILURE
        }
    }
}

/// What a role comes to: an exit code, or the sentence that says why it could not be done.
type Outcome = Result<ExitCode, String>;

fn settings(file: Option<&str>) -> Result<Settings, String> {
    Settings::load(file).map_err(|error| error.to_string())
}

/// Prints a text and a line break. Nobody has to read it to its end.
fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Prints a value for programs.
fn say_json(value: &impl Serialize) -> Result<(), String> {
    say(&serde_json::to_string_pretty(value).map_err(|error| error.to_string())?);
    Ok(())
}

/// Where this machine reaches what listens at an address: for all addresses of the machine, on its loopback address.
fn reached_at(bind: SocketAddr) -> SocketAddr {
    let ip = match bind.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
    };
    SocketAddr::new(ip, bind.port())
}

/// The exit code of a check.
fn exit_code(is_well: bool) -> ExitCode {
    if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs a future to its end, on this thread.
fn block_on<T>(work: impl Future<Output = T>) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    Ok(runtime.map_err(|error| error.to_string())?.block_on(work))
}
