//! What an operator can set: `config/default.toml`, then a file, then `ALTHING__SECTION__KEY` variables.
//!
//! One struct per section, checked at start. Knows nothing of what is done with the values.

mod load;
mod sections;
mod values;

use serde::Deserialize;

pub use sections::{
    AccountSettings, ClockSettings, DatabaseSettings, HttpSettings, Limit, LimitSettings, LobbySettings,
    LogFormat, LogSettings, MailSettings, OperatorSettings, ReplySettings, StreamSettings, TraceSettings,
    WebhookSettings, WorkSettings, is_loopback_host,
};
pub use values::SettingsError;

/// Everything that can be set. The defaults are in `config/default.toml`, where each key is explained.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub http: HttpSettings,
    pub database: DatabaseSettings,
    pub accounts: AccountSettings,
    /// Games that have not started.
    pub lobby: LobbySettings,
    pub clocks: ClockSettings,
    pub mail: MailSettings,
    /// How answers come in by mail.
    pub replies: ReplySettings,
    /// How often things may be done.
    pub limits: LimitSettings,
    pub work: WorkSettings,
    pub operators: OperatorSettings,
    pub streams: StreamSettings,
    /// Webhooks: requests to other people's programs.
    pub webhooks: WebhookSettings,
    /// What is written to standard error.
    pub log: LogSettings,
    /// Whether and where traces of requests are exported.
    pub traces: TraceSettings,
}

impl Settings {
    /// The defaults, then `file` if there is one, then the environment. An error names the key that is wrong.
    pub fn load(file: Option<&str>) -> Result<Self, SettingsError> {
        load::from(file, true)?.settled()
    }

    /// The defaults alone, for tests and tools.
    pub fn defaults() -> Result<Self, SettingsError> {
        load::from(None, false)?.settled()
    }

    /// With the secrets that stand in files, and every value checked.
    fn settled(mut self) -> Result<Self, SettingsError> {
        self.http.read_files()?;
        self.database.read_files()?;
        self.mail.read_files()?;
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
        self.log.check()?;
        self.traces.check()?;
        Ok(self)
    }
}
