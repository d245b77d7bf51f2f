//! What an operator can set: `config/default.toml`, then a file, then `ALTHING__SECTION__KEY` variables.
//!
//! One struct per section, checked at start. Knows nothing of what is done with the values.

mod changes;
mod sections;
mod values;
mod variables;

use std::env;
use std::path::Path;

use config::builder::DefaultState;
use config::{Config, ConfigBuilder, ConfigError, Environment, File, FileFormat};
use secrecy::SecretString;
use serde::Deserialize;

pub use changes::ChangedSetting;

pub use sections::{
    AccountSettings, ChannelSettings, ClockSettings, ClubSettings, DatabaseSettings, HttpSettings, Limit,
    LimitSettings, LobbySettings, LogFormat, LogSettings, MailSettings, OperatorSettings, PreparedStatements,
    ReplySettings, StreamSettings, TraceSettings, WebhookSettings, WorkSettings, is_loopback_host,
};
pub use values::SettingsError;

/// Every key with its default and what it does.
pub const DEFAULTS: &str = include_str!("../../config/default.toml");

/// Everything that can be set. The defaults are in `config/default.toml`, where each key is explained.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub club: ClubSettings,
    pub http: HttpSettings,
    pub database: DatabaseSettings,
    pub accounts: AccountSettings,
    pub lobby: LobbySettings,
    pub clocks: ClockSettings,
    pub mail: MailSettings,
    pub replies: ReplySettings,
    pub limits: LimitSettings,
    pub work: WorkSettings,
    pub operators: OperatorSettings,
    pub streams: StreamSettings,
    pub webhooks: WebhookSettings,
    pub channels: ChannelSettings,
    pub log: LogSettings,
    pub traces: TraceSettings,
}

impl Settings {
    /// The defaults, then `file` if there is one, then the environment. An error names the key that is wrong.
    pub fn load(file: Option<&str>) -> Result<Self, SettingsError> {
        read_settings(file, true)?.settled()
    }

    /// The settings that are not as they are by default, in the order of their keys.
    pub fn changed(file: Option<&str>) -> Result<Vec<ChangedSetting>, SettingsError> {
        Ok(changes::between(
            &changes::flat(&read_layers(None, false)?),
            &changes::flat(&read_layers(file, true)?),
        ))
    }

    /// The defaults alone, for tests and tools.
    pub fn defaults() -> Result<Self, SettingsError> {
        read_settings(None, false)?.settled()
    }

    /// With the secrets that stand in files, and every value checked.
    fn settled(mut self) -> Result<Self, SettingsError> {
        for (key, secret, file) in self.secrets() {
            *secret = values::from_either(key, secret, file)?;
        }
        self.club.check()?;
        self.http.check()?;
        self.database.check()?;
        self.accounts.check()?;
        self.lobby.check()?;
        self.clocks.check()?;
        self.mail.check()?;
        self.replies.check()?;
        self.work.check()?;
        self.streams.check()?;
        self.webhooks.check()?;
        self.channels.check()?;
        self.log.check()?;
        self.traces.check()?;
        Ok(self)
    }

    /// Each secret with its key, and the file that may hold it instead.
    fn secrets(&mut self) -> [(&'static str, &mut SecretString, &str); SECRETS.len()] {
        let Self { http, database, mail, .. } = self;
        let [token, database_url, direct_url, smtp_url] = SECRETS;
        [
            (token, &mut http.metrics_token, &http.metrics_token_file),
            (database_url, &mut database.url, &database.url_file),
            (direct_url, &mut database.direct_url, &database.direct_url_file),
            (smtp_url, &mut mail.smtp_url, &mail.smtp_url_file),
        ]
    }
}

/// The keys whose values are shown nowhere.
const SECRETS: [&str; 4] = ["http.metrics_token", "database.url", "database.direct_url", "mail.smtp_url"];

fn read_settings(file: Option<&str>, environment: bool) -> Result<Settings, SettingsError> {
    if environment {
        variables::check()?;
    }
    serde_path_to_error::deserialize(read_layers(file, environment)?).map_err(|error| {
        let key = error.path().to_string();
        SettingsError::Key { key, problem: error.into_inner().to_string() }
    })
}

/// The defaults, then the file, then (if `environment`) the variables.
fn read_layers(file: Option<&str>, environment: bool) -> Result<Config, SettingsError> {
    let mut layers = Config::builder().add_source(File::from_str(DEFAULTS, FileFormat::Toml));
    if let Some(file) = file {
        layers = layers.add_source(File::from(Path::new(file)).format(FileFormat::Toml));
    }
    if environment {
        // Values stay text until a key says what it wants: a password made of digits is still a password.
        layers =
            layers.add_source(Environment::with_prefix("ALTHING").prefix_separator("__").separator("__"));
        layers = database_url(layers)?;
    }
    layers.build().map_err(|error| unreadable(&error))
}

/// Takes `database.url` from `DATABASE_URL`, the variable that other programs use.
fn database_url(layers: ConfigBuilder<DefaultState>) -> Result<ConfigBuilder<DefaultState>, SettingsError> {
    let Some(url) = env::var("DATABASE_URL").ok().filter(|url| !url.is_empty()) else { return Ok(layers) };
    layers
        .set_override("database.url", url)
        .and_then(|layers| layers.set_override("database.url_file", ""))
        .map_err(|error| unreadable(&error))
}

/// Without the lines that quote the file: a secret may stand there.
fn unreadable(error: &ConfigError) -> SettingsError {
    let text = error.to_string();
    let telling: Vec<&str> = text
        .lines()
        .filter(|line| !line.contains('|'))
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    SettingsError::Unreadable(telling.join(" "))
}
