//! `althing`, `althing serve` and `althing work`: the service itself.

use std::net::SocketAddr;
use std::process::ExitCode;

use super::preflight::{self, Unopened};
use super::{Outcome, block_on, say, settings};
use crate::app::Secrets;
use crate::app::clock::SystemClock;
use crate::app::shutdown;
use crate::config::{LogSettings, Settings};
use crate::database::Database;
use crate::http::server;
use crate::mail::Mailer;
use crate::service::App;
use crate::store::connect::DatabaseTarget;
use crate::store::{migrate, sharding};
use crate::telemetry::logs;
use crate::telemetry::traces::Traces;
use crate::workers::{Workers, set_clock};

/// What this process does of the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duty {
    Serve,
    Work,
    Both,
}

impl Duty {
    fn serves(self) -> bool {
        self != Self::Work
    }

    fn works(self) -> bool {
        self != Self::Serve
    }
}

/// Does `work` with the database open, and what it says in the log.
pub fn with_database(file: Option<&str>, work: impl FnOnce(Settings, &Database) -> Outcome) -> Outcome {
    logged(file, settings(file)?, |settings| opened(settings, work))
}

pub fn run(file: Option<&str>, duty: Duty) -> Outcome {
    logged(file, settings(file)?, |settings| {
        preflight::check(&settings, Unopened { serves: duty.serves(), works: duty.works() })?;
        opened(settings, |settings, database| start(settings, database, duty))
    })
}

/// The settings of a role that talks to people: its log has warnings alone.
pub fn settings_with_quiet_log(file: Option<&str>) -> Result<Settings, String> {
    let settings = settings(file)?;
    logs::begin(&LogSettings { filter: "warn".to_owned(), ..settings.log.clone() }, None);
    Ok(settings)
}

/// Begins the log and the traces, and ends the traces.
fn logged(file: Option<&str>, settings: Settings, work: impl FnOnce(Settings) -> Outcome) -> Outcome {
    let traces = Traces::begin(&settings.traces)?;
    logs::begin(&settings.log, traces.as_ref());
    let from = file.unwrap_or("none");
    tracing::info!(version = env!("CARGO_PKG_VERSION"), settings_file = from, "starting");
    let outcome = work(settings);
    if let Some(traces) = traces {
        traces.end();
    }
    outcome
}

fn opened(settings: Settings, work: impl FnOnce(Settings, &Database) -> Outcome) -> Outcome {
    let database = Database::open(&settings.database).map_err(|error| error.to_string())?;
    tracing::info!(place = database.place(), "the database is open");
    let outcome = work(settings, &database);
    database.close();
    outcome
}

fn start(settings: Settings, database: &Database, duty: Duty) -> Outcome {
    let (url, direct_url) = (database.url(), database.direct_url());
    let mut app = App::new(settings, SystemClock::corrected(), Secrets::System)?;
    block_on(DatabaseTarget::new(&url, &app.connections)?.check_sessions())??;
    match app.settings.database.migrate_at_start {
        true => drop(migrate_up(&direct_url)?),
        false => migrate::must_be_up(&direct_url).map_err(|error| error.to_string())?,
    }
    app.is_sharded = block_on(sharding::is_sharded(&direct_url))?.map_err(|error| error.to_string())?;
    let mailer = Mailer::new(&app.settings, database.folder())?;
    if duty.works() {
        mailer.make_folder()?;
        warn_of_unknown_host(mailer.clone());
    }
    tracing::info!(to = mailer.destination(), "mails go out");
    shutdown::insist(app.settings.http.stop_delay()).map_err(|error| error.to_string())?;
    set_clock(&app, &url).map_err(|error| error.to_string())?;
    let done = match duty {
        Duty::Work => {
            server::monitor(&app, &url).and_then(|()| Workers::start(&app, &url, mailer)).map(Workers::wait)
        }
        Duty::Serve => Workers::start_for_serving(&app, &url).and_then(|workers| serve(app, url, workers)),
        Duty::Both => Workers::start(&app, &url, mailer).and_then(|workers| serve(app, url, workers)),
    };
    done.map(|()| ExitCode::SUCCESS).map_err(|error| error.to_string())
}

/// Brings the schema up to date, on the nodes of a cluster as well; gives the names of the migrations that ran.
pub fn migrate_up(url: &str) -> Result<Vec<String>, String> {
    let ran = migrate::up(url).map_err(|error| error.to_string())?;
    block_on(sharding::refresh(url))?.map_err(|error| error.to_string())?;
    Ok(ran)
}

/// The start does not wait for it: a name server that does not answer takes its time.
fn warn_of_unknown_host(mailer: Mailer) {
    std::thread::spawn(move || {
        if let Err(problem) = mailer.look_up() {
            tracing::warn!(%problem, "mails can't leave now: they wait, and are tried again");
        }
    });
}

/// Serves until the process gets a signal to stop; `workers` work meanwhile.
fn serve(app: App, url: String, workers: Workers) -> std::io::Result<()> {
    let served = server::run(app, url, greet);
    workers.end();
    served
}

/// Says where the service is and what to do next.
fn greet(address: SocketAddr) {
    say(&format!("listening on http://{address}\nread and try the API at http://{address}/docs"));
}
