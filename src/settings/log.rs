//! `[log]`

use serde::Deserialize;
use tracing_subscriber::filter::{EnvFilter, LevelFilter};

use super::{SettingsError, check};

/// What is written to standard error.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogSettings {
    /// A filter such as `info` or `info,althing=debug`.
    pub filter: String,
    pub format: LogFormat,
}

/// How a line of the log looks.
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
        // A word alone is a level. The library would take any other for the name of a module, and log nothing.
        let mut parts = self.filter.split(',').map(str::trim).filter(|part| !part.is_empty());
        let levels = parts.all(|part| part.contains(['=', '[']) || part.parse::<LevelFilter>().is_ok());
        let readable = levels && EnvFilter::try_new(&self.filter).is_ok();
        check::that(readable, "log.filter", "must be a level, or a list such as info,althing=debug")
    }
}
