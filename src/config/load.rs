//! Putting the layers of settings on top of each other.

use std::env;
use std::path::Path;

use config::{Config, Environment, File, FileFormat};

use super::{Settings, SettingsError};

const DEFAULTS: &str = include_str!("../../config/default.toml");

/// The defaults, then the file, then (if `environment`) the variables.
pub fn from(file: Option<&str>, environment: bool) -> Result<Settings, SettingsError> {
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
    let values = layers.build().map_err(|error| unreadable(&error))?;
    serde_path_to_error::deserialize(values).map_err(|error| {
        let key = error.path().to_string();
        SettingsError::Key { key, problem: error.into_inner().to_string() }
    })
}

/// `DATABASE_URL` is what everybody else calls `database.url`.
fn database_url(
    layers: config::ConfigBuilder<config::builder::DefaultState>,
) -> Result<config::ConfigBuilder<config::builder::DefaultState>, SettingsError> {
    let Some(url) = env::var("DATABASE_URL").ok().filter(|url| !url.is_empty()) else { return Ok(layers) };
    layers
        .set_override("database.url", url)
        .and_then(|layers| layers.set_override("database.url_file", ""))
        .map_err(|error| unreadable(&error))
}

/// Without the lines that quote the file: a secret may stand there.
fn unreadable(error: &config::ConfigError) -> SettingsError {
    let text = error.to_string();
    let telling: Vec<&str> = text
        .lines()
        .filter(|line| !line.contains('|'))
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    SettingsError::Unreadable(telling.join(" "))
}
