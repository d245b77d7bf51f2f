//! The database that a URL names.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio_postgres::config::{Host, LoadBalanceHosts};
use tokio_postgres::{Client, Config};

use super::encryption::Encryption;
use super::parameters::Parameters;
use super::{ConnectOptions, DatabaseConnection, dial};

/// The port of a URL without one.
const PORT: u16 = 5432;
/// The server ends a transaction in which nothing happens for longer than this: its client is gone.
const MAX_IDLE_TRANSACTION: Duration = Duration::from_secs(60);

/// Where a server may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServerAddress {
    /// A host name or a numeric address.
    Tcp(String),
    Unix(PathBuf),
}

#[derive(Debug, Clone)]
pub struct Endpoint {
    pub place: ServerAddress,
    /// What its certificate must be for.
    pub name: String,
    pub port: u16,
}

impl fmt::Display for Endpoint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            ServerAddress::Unix(folder) => write!(formatter, "{}:{}", folder.display(), self.port),
            ServerAddress::Tcp(_) if self.name.contains(':') => {
                write!(formatter, "[{}]:{}", self.name, self.port)
            }
            ServerAddress::Tcp(_) => write!(formatter, "{}:{}", self.name, self.port),
        }
    }
}

/// What a server must be, if there are several (`target_session_attrs`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionAttributes {
    /// Whatever answers first.
    Any,
    ReadWrite,
    /// One that follows no other.
    Primary,
}

/// The database that a URL names, and how to reach it. Copies are one.
#[derive(Debug, Clone)]
pub struct DatabaseTarget(Arc<Inner>);

#[derive(Debug)]
pub(super) struct Inner {
    /// User, password, database and the like.
    pub(super) config: Config,
    pub(super) hosts: Vec<Endpoint>,
    pub(super) encryption: Encryption,
    pub(super) attributes: SessionAttributes,
    pub(super) options: ConnectOptions,
    spread: bool,
    /// Which host is tried first.
    first: AtomicUsize,
}

impl DatabaseTarget {
    /// Reads a URL, and the certificates that it names. Errors are sentences without anything secret.
    pub fn new(url: &str, options: &ConnectOptions) -> Result<Self, String> {
        Self::of_setting("database.url (or DATABASE_URL)", url, options)
    }

    /// The same for the URL of another setting.
    pub fn of_setting(setting: &str, url: &str, options: &ConnectOptions) -> Result<Self, String> {
        Inner::read(url, options)
            .map(|inner| Self(Arc::new(inner)))
            .map_err(|why| format!("the setting {setting} can't be used: {why}"))
    }

    /// The same database without a pooler in between, if it was named.
    pub fn direct(&self) -> &Self {
        self.0.options.direct.as_ref().unwrap_or(self)
    }

    pub(super) fn has_direct(&self) -> bool {
        self.0.options.direct.is_some()
    }

    /// Connects to the first host that can be reached and is suitable. Errors are sentences that name the hosts.
    pub async fn connect(&self) -> Result<DatabaseConnection, String> {
        dial::connect(&self.0).await?.for_diesel().await
    }

    /// The same for what diesel can't do (COPY).
    pub async fn connect_plainly(&self) -> Result<DatabaseConnection<Client>, String> {
        dial::connect(&self.0).await
    }

    pub fn options(&self) -> &ConnectOptions {
        &self.0.options
    }
}

impl Inner {
    fn read(url: &str, options: &ConnectOptions) -> Result<Self, String> {
        let (place, mut parameters) = Parameters::split(url)?;
        let encryption = Encryption::take(&mut parameters)?;
        let attributes = session_attributes(parameters.take("target_session_attrs").as_deref())?;
        let mut options = options.clone();
        if let Some(seconds) = parameters.take("connect_timeout") {
            let seconds: u64 = seconds.parse().map_err(|_| "connect_timeout must be a number of seconds")?;
            // As PostgreSQL's client has it, 0 is no limit of its own; ours goes on.
            options.limits.connect =
                if seconds == 0 { options.limits.connect } else { Duration::from_secs(seconds) };
        }
        let mut config: Config = parameters.join(&place)?.parse().map_err(|error| dial::describe(&error))?;
        let hosts = hosts(&config)?;
        tell_limits(&mut config, &options);
        let spread = config.get_load_balance_hosts() == LoadBalanceHosts::Random;
        Ok(Self { config, hosts, encryption, attributes, options, spread, first: AtomicUsize::new(0) })
    }

    /// The hosts in the order in which they are to be tried, with their numbers.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (usize, &Endpoint)> {
        let first = match self.spread {
            true => self.first.fetch_add(1, Ordering::Relaxed),
            false => self.first.load(Ordering::Relaxed),
        };
        let count = self.hosts.len();
        (0..count).filter_map(move |step| {
            let number = (first % count + step) % count;
            self.hosts.get(number).map(|host| (number, host))
        })
    }

    /// Remembers which host was suitable: a host that is gone is not waited for each time.
    pub(super) fn found(&self, number: usize) {
        if !self.spread && self.attributes != SessionAttributes::Any {
            self.first.store(number, Ordering::Relaxed);
        }
    }
}

fn session_attributes(name: Option<&str>) -> Result<SessionAttributes, String> {
    match name {
        None | Some("any") => Ok(SessionAttributes::Any),
        Some("read-write") => Ok(SessionAttributes::ReadWrite),
        Some("primary") => Ok(SessionAttributes::Primary),
        Some(_) => {
            Err("target_session_attrs must be any, read-write or primary: the service writes".to_owned())
        }
    }
}

fn hosts(config: &Config) -> Result<Vec<Endpoint>, String> {
    let (names, addresses, ports) = (config.get_hosts(), config.get_hostaddrs(), config.get_ports());
    let count = names.len().max(addresses.len());
    if count == 0 {
        return Err("it names no host".to_owned());
    }
    if !addresses.is_empty() && !names.is_empty() && addresses.len() != names.len() {
        return Err("host and hostaddr must be equally many".to_owned());
    }
    if ports.len() > 1 && ports.len() != count {
        return Err("ports must be as many as hosts, or one".to_owned());
    }
    let endpoint = |number: usize| {
        let port = ports.get(number).or(ports.first()).copied().unwrap_or(PORT);
        let address = addresses.get(number).map(ToString::to_string);
        match (names.get(number), address) {
            (Some(Host::Unix(folder)), _) => {
                Endpoint { place: ServerAddress::Unix(folder.clone()), name: String::new(), port }
            }
            (Some(Host::Tcp(name)), address) => Endpoint {
                place: ServerAddress::Tcp(address.unwrap_or_else(|| name.clone())),
                name: name.clone(),
                port,
            },
            (None, address) => {
                // An empty name is refused below.
                let name = address.unwrap_or_default();
                Endpoint { place: ServerAddress::Tcp(name.clone()), name, port }
            }
        }
    };
    let hosts: Vec<_> = (0..count).map(endpoint).collect();
    let is_empty = |host: &Endpoint| host.place == ServerAddress::Tcp(String::new());
    if hosts.iter().any(is_empty) { Err("one of its hosts is empty".to_owned()) } else { Ok(hosts) }
}

/// The server ends a statement a moment before we stop waiting for it: then the connection stays usable. This setting
/// goes with the first message of a connection and costs no time.
fn tell_limits(config: &mut Config, options: &ConnectOptions) {
    let Some(statement) = options.limits.statement.filter(|_| options.limits.on_server) else { return };
    let (statement, idle) = (statement.mul_f32(0.9).as_millis(), MAX_IDLE_TRANSACTION.as_millis());
    let ours = format!("-c statement_timeout={statement} -c idle_in_transaction_session_timeout={idle}");
    // Of two values the server takes the later one.
    let both = config.get_options().map_or_else(|| ours.clone(), |theirs| format!("{ours} {theirs}"));
    config.options(both);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts_of(url: &str) -> Result<Vec<String>, String> {
        let inner = Inner::read(url, &ConnectOptions::default())?;
        Ok(inner.hosts.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn hosts_are_named_as_in_the_url() {
        assert_eq!(
            hosts_of("postgres://u@a,b:6,[::1]/d"),
            Ok(vec!["a:5432".into(), "b:6".into(), "[::1]:5432".into()])
        );
        assert_eq!(hosts_of("postgres://u@%2Frun%2Fpg:7/d"), Ok(vec!["/run/pg:7".into()]));
        assert_eq!(hosts_of("postgres:///d?host=x&hostaddr=10.0.0.1"), Ok(vec!["x:5432".into()]));
    }

    #[test]
    fn what_can_not_be_reached_is_refused() {
        for url in [
            "postgres:///d",
            "postgres://u@a,b/d?hostaddr=10.0.0.1",
            "postgres://u@a/d?target_session_attrs=standby",
            "postgres://u@a/d?sslmode=sometimes",
            "postgres://u@a/d?sslmode=verify-ca",
            "postgres://u@a/d?sslmode=require&sslrootcert=system",
            "postgres://u@a/d?sslnegotiation=direct",
            "postgres://u@a/d?sslcert=/nowhere",
            "postgres://u@a/d?sslrootcert=/nowhere",
            "postgres://u@a/d?sslpassword=x",
            "postgres://u@a/d?gssencmode=require",
        ] {
            assert!(hosts_of(url).is_err(), "{url}");
        }
    }

    #[test]
    fn the_host_that_was_found_is_tried_first_from_then_on() {
        let url = "postgres://u@a,b,c/d?target_session_attrs=read-write";
        let inner = Inner::read(url, &ConnectOptions::default()).unwrap();
        let order = || inner.in_order().map(|(number, _)| number).collect::<Vec<_>>();
        assert_eq!(order(), [0, 1, 2]);
        inner.found(1);
        assert_eq!(order(), [1, 2, 0]);
    }
}
