//! `[log]`

use serde::Deserialize;
use tracing_subscriber::EnvFilter;

use super::{SettingsError, check};

/// What is written to standard error.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogSettings {
    /// A filter such as `info` or `info,althing=debug`.
    pub filter: String,
    /// How a line looks.
    pub format: LogFormat,
}

/// How a line of the log looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum LogFormat {
    /// For people.
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
        let readable = EnvFilter::try_new(&self.filter).is_ok();
        check::that(readable, "log.filter", "must be a level, or a list such as info,althing=debug")
    }
}
