//! The sections of the settings, one struct each; `config/default.toml` explains every key.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;
use std::time::Duration;

use lettre::message::Mailbox;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Deserializer};
use tracing_subscriber::filter::{EnvFilter, LevelFilter};
use url::Url;
use uuid::Uuid;

use super::values::{self, Network, SettingsError};

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClubSettings {
    /// What the club that plays here is called, in the header of pages and mails.
    #[serde(deserialize_with = "values::read_trimmed")]
    pub name: String,
}

impl ClubSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        let has_length = (1..=60).contains(&self.name.chars().count());
        // The name stands in a header of mails, and within sentences in both directions.
        let is_plain = !self.name.chars().any(|c| c.is_control() || values::is_directional(c));
        let must = "must have 1 to 60 characters, and no control or direction characters";
        values::ensure(has_length && is_plain, "club.name", must)
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HttpSettings {
    /// Address and port to listen on; port 0 takes a free one.
    pub bind: String,
    /// The address people reach the service at, without a slash at the end: links in mails begin with it.
    pub public_url: String,
    /// Worker threads; 0 means one per core.
    pub workers: usize,
    /// Proxies whose `X-Forwarded-For` is believed.
    #[serde(deserialize_with = "values::read_list")]
    pub trusted_proxies: Vec<Network>,
    /// The most connections that are open at the same time.
    pub max_connections: usize,
    /// How long the whole body of a request may take, in seconds.
    pub body_seconds: u64,
    /// How long answering a request may take, in seconds, not counting its body and a wait that it asked for.
    pub request_seconds: u64,
    /// The origins of web pages that may call the API from a browser, such as `https://games.example.org`, or `*`.
    #[serde(deserialize_with = "values::read_list")]
    pub allowed_origins: Vec<String>,
    /// How long new requests are still answered after the signal to stop, in seconds.
    pub stop_delay_seconds: u64,
    /// The bearer token for `/metrics`; empty: only callers on this machine may read it.
    pub metrics_token: SecretString,
    pub metrics_token_file: String,
}

impl HttpSettings {
    /// Is this the address of a trusted proxy?
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.trusted_proxies.iter().any(|network| network.contains(address))
    }

    /// How long new requests are still answered after the signal to stop.
    pub fn stop_delay(&self) -> Duration {
        Duration::from_secs(self.stop_delay_seconds)
    }

    /// Do browsers reach this server by HTTPS?
    pub fn is_encrypted(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// Does `public_url` name this machine itself? Otherwise a caller from this machine may be a proxy that passes on
    /// requests from anywhere.
    pub fn is_private(&self) -> bool {
        let host = self.public_url.split_once("://").map_or("", |(_, rest)| rest);
        is_loopback_host(host.split('/').next().unwrap_or_default())
    }

    pub(super) fn check(&self) -> Result<(), SettingsError> {
        let must = "must be an address and a port, as 127.0.0.1:8080";
        values::ensure(values::is_bindable(&self.bind), "http.bind", must)?;
        let url =
            self.public_url.strip_prefix("https://").or_else(|| self.public_url.strip_prefix("http://"));
        let whole = url.is_some_and(|rest| !rest.is_empty() && !rest.ends_with('/'));
        let must = "must begin with http:// or https:// and have no slash at the end";
        values::ensure(whole, "http.public_url", must)?;
        let origins = self.allowed_origins.iter().all(|origin| is_origin(origin));
        let must = "must be origins such as https://games.example.org, or * for every page";
        values::ensure(origins, "http.allowed_origins", must)?;
        values::within("http.max_connections", self.max_connections, 1..=1_000_000)?;
        values::within("http.stop_delay_seconds", self.stop_delay_seconds, 0..=60)?;
        values::within("http.body_seconds", self.body_seconds, 1..=3600)?;
        values::within("http.request_seconds", self.request_seconds, 1..=3600)?;
        values::within("http.workers", self.workers, 0..=1024)
    }
}

/// Scheme, host and perhaps a port, and nothing behind them.
fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    text == "*" || host.is_some_and(|host| !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']))
}

/// Is this a loopback address or `localhost`, with or without a port, as `Host` has it?
pub fn is_loopback_host(host: &str) -> bool {
    // `::1` without brackets ends with a colon and digits, too, but these are no port.
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    };
    let name = name.trim_end_matches('.');
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let by_name = name.eq_ignore_ascii_case("localhost");
    address.map_or(by_name, |address| address.to_canonical().is_loopback())
}

/// How statements are prepared, which depends on what lies between here and PostgreSQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum PreparedStatements {
    /// Once in each session.
    Named,
    /// Each time.
    Unnamed,
}

impl TryFrom<String> for PreparedStatements {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        match name.as_str() {
            "named" => Ok(Self::Named),
            "unnamed" => Ok(Self::Unnamed),
            _ => Err("it must be named or unnamed"),
        }
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatabaseSettings {
    /// A PostgreSQL URL; empty: a private cluster is run in `data_dir`.
    pub url: SecretString,
    /// A file that holds the URL instead.
    pub url_file: String,
    /// The URL without a pooler in between; empty: `url` leads to PostgreSQL itself.
    pub direct_url: SecretString,
    /// A file that holds the direct URL instead.
    pub direct_url_file: String,
    /// The folder of the private cluster; empty: the system's place for such data.
    pub data_dir: String,
    /// The most connections per web worker thread.
    pub pool_size: usize,
    /// The most games whose actions, or whose reads, share one statement while another is under way; 1: each has its own.
    pub games_per_statement: usize,
    /// How long a request or a worker waits for a connection, in seconds.
    pub acquire_seconds: u64,
    /// How long making a connection to one host may take, in seconds.
    pub connect_seconds: u64,
    /// How long a statement of a request may take, in seconds.
    pub statement_seconds: u64,
    /// How long a statement of a worker may take, in seconds.
    pub work_statement_seconds: u64,
    /// Is PostgreSQL told the limits of statements, so that it ends a longer one itself?
    pub limits_on_server: bool,
    pub prepared_statements: PreparedStatements,
    /// Is the schema brought up to date at start? Otherwise a process whose migrations have not run refuses to start.
    pub migrate_at_start: bool,
}

impl DatabaseSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        let url = self.url.expose_secret();
        let known = url.is_empty() || url.starts_with("postgres://") || url.starts_with("postgresql://");
        values::ensure(known, "database.url", "must begin with postgres:// or postgresql://, or be empty")?;
        let is_direct = !self.direct_url.expose_secret().is_empty();
        let why = "is for what database.url names, which is empty";
        values::ensure(!is_direct || !url.is_empty(), "database.direct_url", why)?;
        let why = "needs database.direct_url: migrations and notifications need a session of their own";
        let is_unnamed = self.prepared_statements == PreparedStatements::Unnamed;
        values::ensure(!is_unnamed || is_direct, "database.prepared_statements", why)?;
        values::within("database.acquire_seconds", self.acquire_seconds, 1..=300)?;
        values::within("database.connect_seconds", self.connect_seconds, 1..=300)?;
        values::within("database.statement_seconds", self.statement_seconds, 1..=3600)?;
        values::within("database.work_statement_seconds", self.work_statement_seconds, 1..=3600)?;
        values::within("database.games_per_statement", self.games_per_statement, 1..=8)?;
        values::within("database.pool_size", self.pool_size, 1..=1000)
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountSettings {
    /// Must an address be verified before its owner can log in?
    pub verify_addresses: bool,
    /// How long an access token is good for, in seconds.
    pub access_seconds: i64,
    /// How long a refresh token is good for, in seconds.
    pub refresh_seconds: i64,
    /// How long a link that proves an address is good for, in seconds.
    pub verify_seconds: i64,
    /// How long a link that sets a new password is good for, in seconds.
    pub reset_seconds: i64,
    /// How long a link that logs in is good for, in seconds.
    pub log_in_link_seconds: i64,
    /// How long a device that has logged in is known again, in days.
    pub device_days: i64,
    /// How long the old and the new address have to agree to a change of address, in seconds.
    pub address_change_seconds: i64,
    /// How long a key signs new tokens before another takes over, in days; it still verifies afterwards.
    pub signing_key_days: i64,
    /// Memory of the password hash, in KiB.
    pub hash_memory_kib: u32,
    /// Passes of the password hash.
    pub hash_passes: u32,
    /// How many passwords are hashed at the same moment.
    pub hash_at_once: usize,
}

impl AccountSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        values::duration("accounts.access_seconds", self.access_seconds)?;
        values::duration("accounts.refresh_seconds", self.refresh_seconds)?;
        values::duration("accounts.verify_seconds", self.verify_seconds)?;
        values::duration("accounts.reset_seconds", self.reset_seconds)?;
        values::duration("accounts.log_in_link_seconds", self.log_in_link_seconds)?;
        values::within("accounts.device_days", self.device_days, 1..=3650)?;
        values::duration("accounts.address_change_seconds", self.address_change_seconds)?;
        values::within("accounts.signing_key_days", self.signing_key_days, 1..=3650)?;
        values::within("accounts.hash_memory_kib", self.hash_memory_kib, 8..=4_194_304)?;
        values::within("accounts.hash_passes", self.hash_passes, 1..=1000)?;
        values::within("accounts.hash_at_once", self.hash_at_once, 1..=1024)
    }
}

/// Games that have not started.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LobbySettings {
    /// How many days a game waits for players without anybody joining.
    pub open_days: i64,
    /// How many games that have not started one player can own.
    pub open_tables: i64,
}

impl LobbySettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        values::within("lobby.open_days", self.open_days, 1..=3650)?;
        values::within("lobby.open_tables", self.open_tables, 1..=1_000_000)
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSettings {
    /// How many days of vacation people have in a year.
    pub vacation_days: i64,
}

impl ClockSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        values::within("clocks.vacation_days", self.vacation_days, 0..=120)
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailSettings {
    /// An SMTP URL (`smtps://user:password@host`, `smtp://127.0.0.1:2525`); empty: mails become files in `folder`.
    pub smtp_url: SecretString,
    /// A file that holds the SMTP URL instead.
    pub smtp_url_file: String,
    /// Where `.eml` files go without an SMTP server; empty: `mail` below the data folder or the working folder.
    pub folder: String,
    /// The sender, `address` or `Name <address>`.
    pub from: String,
    /// Do mails contain the board as a picture, too?
    pub pictures: bool,
    /// How long a notification waits before it is sent, in seconds.
    pub hold_down_seconds: i64,
    /// How long the notification of a message waits, in seconds: what comes meanwhile goes into the same mail.
    pub message_hold_down_seconds: i64,
}

impl MailSettings {
    /// Who mails are from: under the name of the club, unless `from` has one. An error is a sentence for the operator.
    pub fn sender(&self, club: &ClubSettings) -> Result<Mailbox, String> {
        let from: Mailbox = self.from.parse().map_err(|error| format!("mail.from is no sender: {error}"))?;
        Ok(Mailbox { name: from.name.or_else(|| Some(club.name.clone())), ..from })
    }

    pub(super) fn check(&self) -> Result<(), SettingsError> {
        let url = self.smtp_url.expose_secret();
        let known = url.is_empty() || url.starts_with("smtp://") || url.starts_with("smtps://");
        values::ensure(known, "mail.smtp_url", "must begin with smtp:// or smtps://, or be empty")?;
        let sender = self.from.parse::<Mailbox>().is_ok();
        values::ensure(sender, "mail.from", "must be a mail address, as Althing <althing@example.org>")?;
        values::within("mail.hold_down_seconds", self.hold_down_seconds, 0..=86_400)?;
        values::within("mail.message_hold_down_seconds", self.message_hold_down_seconds, 0..=86_400)
    }
}

/// How replies by mail are received.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplySettings {
    /// Address and port where mail is received by LMTP or SMTP; empty: nowhere, and mails offer no replies.
    pub bind: String,
    /// Mail servers that may connect there.
    #[serde(deserialize_with = "values::read_list")]
    pub allowed: Vec<Network>,
    /// The domain of the addresses for replies and returned mail; empty: that of `mail.from`.
    pub domain: String,
    /// How many days links and addresses of a mail are good for.
    pub days: i64,
    /// The size of the largest mail that is accepted, in bytes.
    pub most_bytes: usize,
    /// The most connections at the same moment.
    pub connections: usize,
}

impl ReplySettings {
    pub fn are_taken(&self) -> bool {
        !self.bind.is_empty()
    }

    /// May the mail server at this address connect?
    pub fn allows(&self, address: IpAddr) -> bool {
        self.allowed.iter().any(|network| network.contains(address))
    }

    pub(super) fn check(&self) -> Result<(), SettingsError> {
        let bind = self.bind.parse::<SocketAddr>().ok();
        let must = "must be an address and a port, as 127.0.0.1:2424, or empty";
        values::ensure(bind.is_some() || self.bind.is_empty(), "replies.bind", must)?;
        // Mail of strangers would be taken for mail that the mail server has checked.
        let others = |bind: SocketAddr| !bind.ip().is_loopback();
        let named = self.allowed.iter().any(|network| !network.is_loopback());
        let must = "must name the mail servers that may connect, as [\"192.0.2.25\"], when replies.bind is open to others";
        values::ensure(named || !bind.is_some_and(others), "replies.allowed", must)?;
        let must = "must name who may connect, as [\"127.0.0.1\"]";
        values::ensure(bind.is_none() || !self.allowed.is_empty(), "replies.allowed", must)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
        values::ensure(self.domain.chars().all(plain), "replies.domain", "must be a domain, or empty")?;
        values::within("replies.days", self.days, 1..=366)?;
        values::within("replies.most_bytes", self.most_bytes, 10_000..=50_000_000)?;
        values::within("replies.connections", self.connections, 1..=1000)
    }
}

/// How often things may be done. The database counts, so a limit holds for all processes together.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitSettings {
    pub enabled: bool,
    /// Registrations, per network address.
    pub register: Limit,
    /// Log-ins, good and bad, per network address.
    pub log_in: Limit,
    /// Log-ins with a wrong password, per name and network address, or per device that has logged in before.
    pub log_in_failures: Limit,
    /// Log-ins with a wrong password, per name, from all network addresses together.
    pub log_in_failures_per_name: Limit,
    /// Requests that send a mail to an address or take a token from one, per network address.
    pub mail: Limit,
    /// Games created, per account.
    pub create_game: Limit,
    /// Invitations, and requests to be friends, per account.
    pub invite: Limit,
    /// Messages, and replies by mail, per account.
    pub message: Limit,
    /// Streams opened, per account or, without one, per network address.
    pub stream: Limit,
    /// Feeds fetched, per account or, of a game, per network address.
    pub feed: Limit,
    /// Searches for players, per account.
    pub search: Limit,
    /// What is costly to make: exports, tokens; per account.
    pub costly: Limit,
    /// All other changes except actions in games, per account.
    pub change: Limit,
}

/// A number of requests in a span of time: so many may come at once, and then one in each `seconds / count`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    pub count: u32,
    pub seconds: u32,
}

/// Why a text can't be read as a limit.
#[derive(Debug, thiserror::Error)]
#[error("it must be a count and a span of time, as 20/minute, 100/hour or 1000/day")]
pub struct InvalidLimit;

impl FromStr for Limit {
    type Err = InvalidLimit;

    fn from_str(text: &str) -> Result<Self, InvalidLimit> {
        let (count, span) = text.split_once('/').ok_or(InvalidLimit)?;
        let count = count.trim().parse().ok().filter(|count| (1..=1_000_000).contains(count));
        let seconds = match span.trim() {
            "second" => 1,
            "minute" => 60,
            "hour" => 3600,
            "day" => 86_400,
            _ => return Err(InvalidLimit),
        };
        Ok(Self { count: count.ok_or(InvalidLimit)?, seconds })
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkSettings {
    /// How often workers poll the database even if nothing notifies them, in milliseconds.
    pub poll_milliseconds: u64,
    /// How many mails are sent at the same moment.
    pub mails_at_once: usize,
    /// How long a mail stays claimed by a worker that may have died, in seconds.
    pub lease_seconds: u32,
    /// How old the contents of a mail may be when it is handed over, in milliseconds; a mail that takes longer to
    /// compose is composed again.
    pub fresh_milliseconds: u64,
    /// How often the service tries to send a mail before it gives up. A try that does not reach the mail server, or is
    /// put off by it, does not count.
    pub mail_attempts: i16,
    /// Where a process that only works answers how it is; empty: nowhere.
    pub bind: String,
}

impl WorkSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        values::within("work.poll_milliseconds", self.poll_milliseconds, 10..=60_000)?;
        values::within("work.mails_at_once", self.mails_at_once, 1..=1000)?;
        values::within("work.lease_seconds", self.lease_seconds, 3..=3600)?;
        values::within("work.fresh_milliseconds", self.fresh_milliseconds, 100..=2_000)?;
        values::within("work.mail_attempts", self.mail_attempts, 1..=1000)?;
        let is_usable = self.bind.is_empty() || values::is_bindable(&self.bind);
        values::ensure(is_usable, "work.bind", "must be an address and a port, as 127.0.0.1:8081, or empty")
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperatorSettings {
    #[serde(deserialize_with = "values::read_accounts")]
    pub accounts: Vec<Uuid>,
}

/// Streams of server-sent events, and requests that wait for something to happen.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StreamSettings {
    /// How many streams and waiting requests one account may have open at a process.
    pub per_account: usize,
    /// How many one network address may have open at a process, for all callers there.
    pub per_address: usize,
    /// How many of `per_address` may belong to callers without an account.
    pub anonymous_per_address: usize,
    /// How many callers without an account may have open at a process; the rest is reserved for those who have one.
    pub anonymous: usize,
    pub per_process: usize,
    /// How often a stream sends a heartbeat, in seconds.
    pub heartbeat_seconds: u64,
    /// How long a ticket is good for, in seconds.
    pub ticket_seconds: i64,
    /// How long items stay in the stream of an account, in days.
    pub keep_days: i64,
}

impl StreamSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        values::within("streams.per_account", self.per_account, 1..=100_000)?;
        values::within("streams.per_address", self.per_address, 1..=1_000_000)?;
        values::within("streams.anonymous_per_address", self.anonymous_per_address, 0..=1_000_000)?;
        let must =
            "must be less than streams.per_process, so that room is left for those who have an account";
        values::ensure(self.anonymous < self.per_process, "streams.anonymous", must)?;
        values::within("streams.per_process", self.per_process, 1..=1_000_000)?;
        values::within("streams.heartbeat_seconds", self.heartbeat_seconds, 1..=300)?;
        values::within("streams.ticket_seconds", self.ticket_seconds, 30..=60)?;
        values::within("streams.keep_days", self.keep_days, 1..=365)
    }
}

/// Webhooks: requests to other people's programs.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WebhookSettings {
    /// May requests go to private and reserved addresses, such as those of this machine?
    pub allow_private: bool,
    /// May requests go without TLS?
    pub allow_plain: bool,
    /// How many webhooks one account can have.
    pub per_account: i64,
    /// How many requests are made at the same moment.
    pub at_once: usize,
    /// How long an answer may take, in seconds, from looking up the name on.
    pub timeout_seconds: u64,
    /// How long deliveries are kept, in days.
    pub keep_days: i64,
}

impl WebhookSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        values::within("webhooks.per_account", self.per_account, 0..=1_000)?;
        values::within("webhooks.at_once", self.at_once, 1..=1_000)?;
        values::within("webhooks.timeout_seconds", self.timeout_seconds, 1..=60)?;
        values::within("webhooks.keep_days", self.keep_days, 4..=365)
    }
}

/// Channels of games: where their news is posted.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChannelSettings {
    /// Hosts that take posts as Discord does, beside those of Discord.
    #[serde(deserialize_with = "values::read_list")]
    pub discord_hosts: Vec<String>,
    /// Hosts that take posts as Slack does, beside those of Slack.
    #[serde(deserialize_with = "values::read_list")]
    pub slack_hosts: Vec<String>,
    /// Hosts of the bot interface of Telegram, beside that of Telegram itself.
    #[serde(deserialize_with = "values::read_list")]
    pub telegram_hosts: Vec<String>,
}

impl ChannelSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.:".contains(c);
        let are_hosts =
            |hosts: &[String]| hosts.iter().all(|host| !host.is_empty() && host.chars().all(plain));
        let must = "must name hosts in small letters, as [\"chat.example.org\"]";
        values::ensure(are_hosts(&self.discord_hosts), "channels.discord_hosts", must)?;
        values::ensure(are_hosts(&self.slack_hosts), "channels.slack_hosts", must)?;
        values::ensure(are_hosts(&self.telegram_hosts), "channels.telegram_hosts", must)
    }
}

/// What is written to standard error.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogSettings {
    /// A filter such as `info` or `info,althing=debug`.
    pub filter: String,
    pub format: LogFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum LogFormat {
    Text,
    /// One JSON object a line, for machines.
    Json,
}

impl TryFrom<String> for LogFormat {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        match name.as_str() {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err("it must be text or json"),
        }
    }
}

impl LogSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        // A word alone must be a level: the library would take another one for the name of a module, and log nothing.
        let mut parts = self.filter.split(',').map(str::trim).filter(|part| !part.is_empty());
        let levels = parts.all(|part| part.contains(['=', '[']) || part.parse::<LevelFilter>().is_ok());
        let readable = levels && EnvFilter::try_new(&self.filter).is_ok();
        values::ensure(readable, "log.filter", "must be a level, or a list such as info,althing=debug")
    }
}

/// Whether and where traces of requests are exported.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceSettings {
    /// The collector, such as `http://127.0.0.1:4318`. Empty: nothing is traced.
    pub otlp_endpoint: String,
    pub service_name: String,
    /// The share of requests that is traced, from 0 to 1.
    pub sample_ratio: f64,
}

impl TraceSettings {
    /// Is there a collector?
    pub fn are_wanted(&self) -> bool {
        !self.otlp_endpoint.is_empty()
    }

    pub(super) fn check(&self) -> Result<(), SettingsError> {
        let reachable = self.otlp_endpoint.is_empty() || is_collector(&self.otlp_endpoint);
        let must = "must be empty or an address such as http://127.0.0.1:4318, without a path; \
            there is no https to a collector";
        values::ensure(reachable, "traces.otlp_endpoint", must)?;
        values::ensure(!self.service_name.trim().is_empty(), "traces.service_name", "must not be empty")?;
        values::within("traces.sample_ratio", self.sample_ratio, 0.0..=1.0)
    }
}

fn is_collector(address: &str) -> bool {
    Url::parse(address).is_ok_and(|url| {
        let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        let anonymous = url.username().is_empty() && url.password().is_none();
        url.scheme() == "http" && url.has_host() && bare && anonymous
    })
}

#[cfg(test)]
mod tests {
    use super::{Limit, is_loopback_host};

    #[test]
    fn a_host_is_this_machine_by_a_loopback_address_or_as_localhost_alone() {
        for own in
            ["localhost", "LOCALHOST:8080", "127.0.0.1", "127.9.9.9:80", "[::1]", "[::1]:8080", "localhost."]
        {
            assert!(is_loopback_host(own), "{own}");
        }
        for other in
            ["", "play.example.org", "127.0.0.1.example.org", "localhost.example.org", "10.0.0.1", "[::2]:80"]
        {
            assert!(!is_loopback_host(other), "{other}");
        }
    }

    #[test]
    fn a_limit_is_a_count_and_a_span() {
        assert_eq!("20/minute".parse::<Limit>().unwrap(), Limit { count: 20, seconds: 60 });
        assert_eq!(" 5 / day ".parse::<Limit>().unwrap(), Limit { count: 5, seconds: 86_400 });
        for wrong in ["", "20", "20/", "/hour", "0/hour", "-1/hour", "many/hour", "20/week", "20/60"] {
            assert!(wrong.parse::<Limit>().is_err(), "{wrong}");
        }
    }
}
