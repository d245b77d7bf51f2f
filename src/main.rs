//! The binary: it only chooses a role.

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use althing::app::Secrets;
use althing::app::clock::SystemClock;
use althing::app::shutdown;
use althing::cluster::keeper::{self, Charge};
use althing::config::Settings;
use althing::database::Database;
use althing::http::openapi::{Narrowing, Without, describe};
use althing::http::server;
use althing::mail::Mailer;
use althing::service::App;
use althing::store::backup::{self, Extent};
use althing::store::migrate;
use althing::telemetry::logs;
use althing::telemetry::traces::Traces;
use althing::tools::{check, drive, manual, simulate};
use althing::workers::{Workers, set_clock};
use clap::{CommandFactory, Parser, Subcommand};

/// After some dozens of logins the system's allocator keeps a gigabyte that nobody uses; this one gives it back.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A play-by-post server for slow board games. Without a role: serve and work.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// A settings file on top of the defaults.
    #[arg(long, env = "ALTHING_CONFIG", global = true)]
    config: Option<String>,
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
    /// Starts the private PostgreSQL and stops it when nobody uses it any more.
    #[command(hide = true, name = keeper::ROLE)]
    KeepCluster(Charge),
    /// Prints the description of the service, openapi.yaml.
    Openapi {
        /// As JSON.
        #[arg(long)]
        json: bool,
        /// Only what a client for this ruleset needs.
        #[arg(long)]
        ruleset: Option<String>,
        /// Leaves out what only operators do.
        #[arg(long)]
        without_operators: bool,
    },
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

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match &arguments.role {
        Some(Role::KeepCluster(charge)) => return keeper::run(charge),
        Some(Role::Openapi { json, ruleset, without_operators }) => {
            let without = without_operators.then_some(Without::Operators);
            return print_description(*json, &Narrowing { ruleset: ruleset.clone(), without });
        }
        Some(Role::Simulate(arguments)) => return simulate::run(arguments),
        Some(Role::Drive(arguments)) => return drive::run(arguments),
        Some(Role::Replay(arguments)) => return check::replay(arguments),
        Some(Role::Verify(arguments)) => return check::verify(arguments),
        Some(Role::Manual(arguments)) => return manual::run(Arguments::command(), arguments),
        _ => {}
    }
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("althing: {sentence}");
            ExitCode::FAILURE
        }
    }
}

fn print_description(json: bool, narrowing: &Narrowing) -> ExitCode {
    let rulesets = rulesets::all();
    let ids: Vec<&str> = rulesets.iter().map(|ruleset| ruleset.id()).collect();
    match describe(&rulesets).and_then(|whole| whole.part(narrowing, &ids)) {
        Ok(description) => {
            if json {
                println!("{}", description.json());
            } else {
                print!("{}", description.yaml());
            }
            ExitCode::SUCCESS
        }
        Err(defect) => {
            eprintln!("althing: {defect}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let settings = Settings::load(arguments.config.as_deref()).map_err(|error| error.to_string())?;
    let traces = Traces::begin(&settings.traces)?;
    logs::begin(&settings.log, traces.as_ref());
    let from = arguments.config.as_deref().unwrap_or("none");
    tracing::info!(version = env!("CARGO_PKG_VERSION"), settings_file = from, "starting");
    let database = Database::open(&settings.database).map_err(|error| error.to_string())?;
    tracing::info!(place = database.place(), "the database is open");
    let outcome = with_database(arguments, settings, &database);
    database.close();
    if let Some(traces) = traces {
        traces.end();
    }
    outcome
}

fn with_database(arguments: &Arguments, settings: Settings, database: &Database) -> Result<(), String> {
    let url = database.url();
    match &arguments.role {
        Some(Role::Migrate { down, yes_drop_all_data }) => return migrate(&url, *down, *yes_drop_all_data),
        Some(Role::Backup { file }) => {
            let extent =
                backup::take(&url, file, SystemClock::System.now()).map_err(|error| error.to_string())?;
            return report("backed up", &extent, file);
        }
        Some(Role::Restore { file }) => {
            let extent = backup::restore(&url, file).map_err(|error| error.to_string())?;
            return report("restored", &extent, file);
        }
        _ => {}
    }
    migrate::up(&url).map_err(|error| error.to_string())?;
    let mailer = Mailer::new(&settings, database.folder())?;
    tracing::info!(to = mailer.destination(), "mails go out");
    let app = App::new(settings, SystemClock::corrected(), Secrets::System)?;
    shutdown::insist().map_err(|error| error.to_string())?;
    set_clock(&app, &url).map_err(|error| error.to_string())?;
    match arguments.role {
        Some(Role::Work) => Workers::start(&app, &url, mailer).map(Workers::wait),
        Some(Role::Serve) => {
            Workers::start_for_serving(&app, &url).and_then(|workers| serve(app, url, workers))
        }
        _ => Workers::start(&app, &url, mailer).and_then(|workers| serve(app, url, workers)),
    }
    .map_err(|error| error.to_string())
}

fn migrate(url: &str, down: bool, may_drop: bool) -> Result<(), String> {
    let ran = match (down, may_drop) {
        (true, true) => migrate::down(url),
        (true, false) => migrate::refuse_to_drop(url).map(|()| Vec::new()),
        (false, _) => migrate::up(url),
    };
    ran.map_err(|error| error.to_string())?.iter().for_each(|name| println!("{name}"));
    Ok(())
}

fn report(done: &str, extent: &Extent, file: &Path) -> Result<(), String> {
    println!("{done} {} rows of {} tables: {}", extent.rows, extent.tables, file.display());
    Ok(())
}

/// Serves until the process gets a signal to stop; `workers` work meanwhile.
fn serve(app: App, url: String, workers: Workers) -> std::io::Result<()> {
    let served = server::run(app, url, greet);
    workers.end();
    served
}

/// Says where the service is and what to do next. Nobody has to be listening.
fn greet(address: SocketAddr) {
    let greeting = format!("listening on http://{address}\nread and try the API at http://{address}/docs\n");
    let _ = std::io::stdout().write_all(greeting.as_bytes());
}
