//! How often somebody may do something, whichever process he asks.
//!
//! What is looked at and played all the time (views, legal actions, events, acting) is not counted: it costs little,
//! and counting would cost more.

use std::net::IpAddr;

use chrono::TimeDelta;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::accounts::{self, Name};
use crate::app::App;
use crate::error::{Code, Error, More};
use crate::settings::{Limit, LimitSettings};
use crate::store::Connection;
use crate::store::rate_limits::{self, Event};

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the settings say what each is")]
pub enum Counted {
    Register,
    LogIn,
    LogInFailures,
    Mail,
    CreateGame,
    Invite,
    Message,
    Stream,
    Costly,
    Change,
}

impl Counted {
    fn limit(self, settings: &LimitSettings) -> Limit {
        match self {
            Self::Register => settings.register,
            Self::LogIn => settings.log_in,
            Self::LogInFailures => settings.log_in_failures,
            Self::Mail => settings.mail,
            Self::CreateGame => settings.create_game,
            Self::Invite => settings.invite,
            Self::Message => settings.message,
            Self::Stream => settings.stream,
            Self::Costly => settings.costly,
            Self::Change => settings.change,
        }
    }
}

/// For whom it is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// An account, wherever it calls from.
    Account(Uuid),
    /// Whoever calls from a network address.
    Address(IpAddr),
}

impl Subject {
    fn name(self) -> String {
        match self {
            Self::Account(account) => account.to_string(),
            Self::Address(IpAddr::V4(address)) => address.to_string(),
            Self::Address(IpAddr::V6(address)) => match address.to_ipv4_mapped() {
                Some(address) => address.to_string(),
                // One subscriber has a whole /64 to choose from.
                None => format!("{:x?}", address.segments().split_at(4).0),
            },
        }
    }
}

/// Counts one more. Error: `too_many_requests`, which says when to come again.
pub async fn take(
    app: &App,
    connection: &mut Connection,
    counted: Counted,
    subject: Subject,
) -> Result<(), Error> {
    count(app, connection, counted, &bucket(counted, &subject.name())).await
}

/// A try to log in from an address: counted as a failure until it is known to be none. A stranger who tries from
/// elsewhere uses up his own tries and not the owner's. Error: `too_many_requests`.
pub async fn log_in_tried(
    app: &App,
    connection: &mut Connection,
    login: &str,
    from: IpAddr,
) -> Result<(), Error> {
    count(app, connection, Counted::LogInFailures, &failures(login, from)).await
}

/// The try was no failure.
pub async fn log_in_succeeded(
    app: &App,
    connection: &mut Connection,
    login: &str,
    from: IpAddr,
) -> Result<(), Error> {
    if app.settings.limits.enabled {
        rate_limits::clear(connection, &failures(login, from)).await?;
    }
    Ok(())
}

/// The spellings of one login have one bucket.
fn failures(login: &str, from: IpAddr) -> [u8; 32] {
    let name = Name::try_from(login.to_owned()).map(|name| name.key().to_owned());
    let login = name.unwrap_or_else(|_| accounts::email_key(login));
    bucket(Counted::LogInFailures, &format!("{}\0{login}", Subject::Address(from).name()))
}

fn bucket(counted: Counted, subject: &str) -> [u8; 32] {
    Sha256::digest(format!("{counted:?}\0{subject}")).into()
}

async fn count(
    app: &App,
    connection: &mut Connection,
    counted: Counted,
    bucket: &[u8; 32],
) -> Result<(), Error> {
    let settings = &app.settings.limits;
    if !settings.enabled {
        return Ok(());
    }
    let limit = counted.limit(settings);
    let span = TimeDelta::seconds(i64::from(limit.seconds));
    let share = span / i32::try_from(limit.count.max(1)).unwrap_or(i32::MAX);
    let event = Event { bucket, now: app.now(), share, span };
    match rate_limits::take(connection, event).await? {
        None => Ok(()),
        Some(wait) => Err(too_many(wait)),
    }
}

fn too_many(wait: TimeDelta) -> Error {
    let micros = u64::try_from(wait.num_microseconds().unwrap_or(i64::MAX)).unwrap_or(0);
    let seconds = micros.div_ceil(1_000_000).max(1);
    let message = format!("That was too often: try again in {seconds} s.");
    Code::TooManyRequests.with(message, More::RetryAfter(seconds))
}

/// Forgets what has no say any more.
pub async fn forget(app: &App, connection: &mut Connection) -> Result<(), Error> {
    Ok(rate_limits::forget(connection, app.now()).await?)
}
