//! The binary: it only chooses a role.

use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;

use althing::app::{App, Secrets};
use althing::clock::Clock;
use althing::cluster::keeper::{self, Charge};
use althing::database::Database;
use althing::http::openapi::description;
use althing::http::server;
use althing::logs;
use althing::notices::Mailer;
use althing::settings::Settings;
use althing::shutdown;
use althing::store::migrate;
use althing::tools::{check, drive, simulate};
use althing::traces::Traces;
use althing::work::Crew;
use clap::{Parser, Subcommand};

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
        /// Take every migration back.
        #[arg(long)]
        down: bool,
    },
    /// Starts the private PostgreSQL and stops it when nobody uses it any more.
    #[command(hide = true, name = keeper::ROLE)]
    KeepCluster(Charge),
    /// Prints the description of the service, openapi.yaml.
    Openapi,
    /// Plays many games between bots and prints what they add up to.
    Simulate(simulate::Arguments),
    /// The rules core on a pipe: a JSON request a line in, a JSON answer a line out.
    Drive(drive::Arguments),
    /// Plays the record of a finished game again and compares every version.
    Replay(check::Arguments),
    /// Derives every draw of a record again from the revealed secret.
    Verify(check::Arguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match &arguments.role {
        Some(Role::KeepCluster(charge)) => return keeper::run(charge),
        Some(Role::Openapi) => return print_description(),
        Some(Role::Simulate(arguments)) => return simulate::run(arguments),
        Some(Role::Drive(arguments)) => return drive::run(arguments),
        Some(Role::Replay(arguments)) => return check::replay(arguments),
        Some(Role::Verify(arguments)) => return check::verify(arguments),
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

fn print_description() -> ExitCode {
    match description() {
        Ok(description) => {
            print!("{}", description.yaml);
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
    let database = Database::open(&settings.database).map_err(|error| error.to_string())?;
    let outcome = with_database(arguments, settings, &database);
    database.close();
    if let Some(traces) = traces {
        traces.end();
    }
    outcome
}

fn with_database(arguments: &Arguments, settings: Settings, database: &Database) -> Result<(), String> {
    let url = database.url();
    if let Some(Role::Migrate { down }) = arguments.role {
        let ran = if down { migrate::down(&url) } else { migrate::up(&url) };
        ran.map_err(|error| error.to_string())?.iter().for_each(|name| println!("{name}"));
        return Ok(());
    }
    migrate::up(&url).map_err(|error| error.to_string())?;
    let mailer = Mailer::new(&settings.mail, database.folder())?;
    let app = App::new(settings, Clock::System, Secrets::System)?;
    shutdown::insist().map_err(|error| error.to_string())?;
    match arguments.role {
        Some(Role::Work) => Crew::start(&app, &url, mailer).map(Crew::wait),
        Some(Role::Serve) => Crew::start_herald(&app, &url).and_then(|crew| serve(app, url, crew)),
        _ => Crew::start(&app, &url, mailer).and_then(|crew| serve(app, url, crew)),
    }
    .map_err(|error| error.to_string())
}

/// Serves until the process is told to stop; `crew` works meanwhile.
fn serve(app: App, url: String, crew: Crew) -> std::io::Result<()> {
    let served = server::run(app, url, greet);
    crew.end();
    served
}

/// Says where the service is and what to do next. Nobody has to be listening.
fn greet(address: SocketAddr) {
    let greeting = format!("listening on http://{address}\nread and try the API at http://{address}/docs\n");
    let _ = std::io::stdout().write_all(greeting.as_bytes());
}
