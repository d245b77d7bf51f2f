//! Checks of the database: can it be reached, which PostgreSQL is it, is its schema ours, does it take writes, and how
//! far is its clock from ours.

use std::fmt::Display;
use std::path::PathBuf;

use secrecy::ExposeSecret;

use super::{DoctorCheck, certificate_check};
use crate::app;
use crate::app::clock::{SystemClock, TOLERATED};
use crate::config::Settings;
use crate::database::Database;
use crate::service::outages::MAX_SILENT_SECONDS;
use crate::store::connect::{DatabaseConnection, DatabaseTarget};
use crate::store::migrate::{self, MigrateError, SchemaState};
use crate::store::{Connection, diagnosis, health};

/// The oldest PostgreSQL that will do.
const OLDEST: i32 = 14;

/// Why there is no database to look at.
pub enum NoDatabase {
    /// A private one that the first start makes; a check that made it might make it as another user.
    NotMade(PathBuf),
    Unusable(String),
}

/// The database of the settings. A private one is started if it does not run.
pub fn open(settings: &Settings) -> Result<Database, NoDatabase> {
    let is_private = settings.database.url.expose_secret().is_empty();
    if let Some(folder) =
        Database::data_dir(&settings.database).filter(|folder| is_private && !folder.exists())
    {
        return Err(NoDatabase::NotMade(folder));
    }
    Database::open(&settings.database).map_err(|error| NoDatabase::Unusable(error.to_string()))
}

pub async fn examine(settings: &Settings, database: &Result<Database, NoDatabase>) -> Vec<DoctorCheck> {
    let opened = match database {
        Ok(database) => connect(settings, database).await.map(|connection| (connection, database.place())),
        Err(NoDatabase::NotMade(folder)) => {
            let found = format!("there is no database in {} yet", folder.display());
            return vec![DoctorCheck::warning("database", found, "the first start makes it")];
        }
        Err(NoDatabase::Unusable(problem)) => Err(problem.clone()),
    };
    match opened {
        Ok((connection, place)) => with_connection(connection, &place).await,
        Err(problem) => vec![
            DoctorCheck::failed("database", problem, "nothing works before it can be reached"),
            DoctorCheck::skipped("schema", "the database can't be reached"),
            DoctorCheck::skipped("clock", "the database can't be reached"),
        ],
    }
}

async fn connect(settings: &Settings, database: &Database) -> Result<DatabaseConnection, String> {
    let options = app::connections(&settings.database)?;
    let target = DatabaseTarget::new(&database.url(), &options)?;
    target.check_sessions().await?;
    target.connect().await
}

async fn with_connection(link: DatabaseConnection, place: &str) -> Vec<DoctorCheck> {
    let certificate = link.pulse.certificate.clone();
    let (mut connection, _open) = link.into_connection();
    let mut checks = vec![of_server(&mut connection, place).await];
    if let Some(certificate) = certificate {
        checks.push(certificate_check("database's TLS", "the database's certificate", Some(&certificate)));
    }
    checks.push(of_writes(&mut connection).await);
    let schema = migrate::check(&mut connection).await;
    let is_ours = schema.as_ref().is_ok_and(|schema| schema.ran > 0);
    checks.push(of_schema(&schema));
    checks.push(of_clock(&mut connection).await);
    if is_ours {
        checks.push(of_workers(&mut connection).await);
        checks.push(of_backlog(&mut connection).await);
    }
    checks
}

fn unanswered(name: &'static str, error: &impl Display) -> DoctorCheck {
    DoctorCheck::failed(
        name,
        format!("the database does not answer: {error}"),
        "look into the log of PostgreSQL",
    )
}

async fn of_server(connection: &mut Connection, place: &str) -> DoctorCheck {
    match diagnosis::server(connection).await {
        Ok(server) if server.major < OLDEST => DoctorCheck::failed(
            "database",
            format!("{place} is PostgreSQL {}", server.version),
            format!("Althing needs PostgreSQL {OLDEST} or newer"),
        ),
        Ok(server) => {
            let how = match (server.encrypted, place.starts_with('/')) {
                (true, _) => ", encrypted",
                (false, true) => "",
                (false, false) => ", not encrypted",
            };
            let ours = env!("CARGO_PKG_VERSION");
            DoctorCheck::ok(
                "database",
                format!("Althing {ours} reaches PostgreSQL {} at {place}{how}", server.version),
            )
        }
        Err(error) => unanswered("database", &error),
    }
}

async fn of_writes(connection: &mut Connection) -> DoctorCheck {
    match health::write(connection).await {
        Ok(()) => DoctorCheck::ok("writing", "the database takes writes"),
        Err(error) => DoctorCheck::failed(
            "writing",
            format!("the database takes no writes: {error}"),
            "see that its disk is not full, and that it is no standby and not set to read only",
        ),
    }
}

fn of_schema(schema: &Result<SchemaState, MigrateError>) -> DoctorCheck {
    let SchemaState { ran, pending, newer, .. } = match schema {
        Ok(schema) => schema,
        Err(MigrateError::Migration(problem)) => return unanswered("schema", problem),
        Err(fault) => {
            let advice = "run the version of Althing that fits this database";
            return DoctorCheck::failed("schema", fault.to_string(), advice);
        }
    };
    match (newer.last(), pending.as_slice()) {
        (Some(newest), _) => DoctorCheck::warning(
            "schema",
            format!("{} migrations ran that this version does not know, the last one {newest}", newer.len()),
            "a newer version of Althing was here, and this one can serve beside it: bring all processes to the newer one",
        ),
        (None, []) => DoctorCheck::ok("schema", format!("all {ran} migrations have run")),
        (None, _) if *ran == 0 => {
            DoctorCheck::warning("schema", "the database is empty", "the first start makes the tables")
        }
        (None, pending) => DoctorCheck::warning(
            "schema",
            format!("not run yet: {} of {} migrations", pending.len(), ran + pending.len()),
            "the next start runs them, and so does althing migrate; make a backup before",
        ),
    }
}

async fn of_clock(connection: &mut Connection) -> DoctorCheck {
    let before = SystemClock::System.now();
    let theirs = match health::database_time(connection).await {
        Ok(theirs) => theirs,
        Err(error) => return unanswered("clock", &error),
    };
    let after = SystemClock::System.now();
    let ahead = before + (after - before) / 2 - theirs;
    let found = format!("this machine's clock is {} s ahead of the database's", ahead.num_seconds());
    if ahead.abs() <= TOLERATED {
        return DoctorCheck::ok("clock", found);
    }
    let found = format!("{found}, by which the service goes");
    DoctorCheck::warning("clock", found, "let both be set over the network (NTP)")
}

async fn of_workers(connection: &mut Connection) -> DoctorCheck {
    let seen = match diagnosis::last_heartbeat(connection).await {
        Ok(seen) => seen,
        Err(error) => return unanswered("workers", &error),
    };
    let advice = "start althing, or althing work beside althing serve: without it no mail leaves and no deadline is kept";
    match seen.map(|seen| (SystemClock::System.now() - seen).num_seconds()) {
        None => DoctorCheck::warning("workers", "no worker has run yet", advice),
        Some(seconds) if seconds > MAX_SILENT_SECONDS => {
            DoctorCheck::warning("workers", format!("the last worker was seen {seconds} s ago"), advice)
        }
        Some(seconds) => DoctorCheck::ok("workers", format!("a worker was seen {} s ago", seconds.max(0))),
    }
}

async fn of_backlog(connection: &mut Connection) -> DoctorCheck {
    match health::backlog(connection).await {
        Err(error) => unanswered("mails", &error),
        Ok(backlog) if backlog.dead_letters > 0 => DoctorCheck::warning(
            "mails",
            format!("{} mails were given up; {} wait", backlog.dead_letters, backlog.waiting_mails),
            "althing admin dead-letters list says why, and retry-all sends them again",
        ),
        Ok(backlog) => DoctorCheck::ok("mails", format!("none was given up; {} wait", backlog.waiting_mails)),
    }
}
