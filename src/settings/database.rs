//! `[database]`

use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;

use super::{SettingsError, check, secret};

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatabaseSettings {
    /// A PostgreSQL URL; empty: a private cluster is run in `data_dir`.
    pub url: SecretString,
    /// A file that holds the URL instead.
    pub url_file: String,
    /// The folder of the private cluster; empty: the system's place for such data.
    pub data_dir: String,
    /// The most connections per web worker thread.
    pub pool_size: usize,
    /// How long a request or a worker waits for a connection, in seconds.
    pub acquire_seconds: u64,
    /// How long making a connection to one host may take, in seconds.
    pub connect_seconds: u64,
    /// How long a statement of a request may take, in seconds.
    pub statement_seconds: u64,
    /// How long a statement of a worker may take, in seconds.
    pub work_statement_seconds: u64,
    /// Is the server told these limits, too?
    pub limits_on_server: bool,
}

impl DatabaseSettings {
    pub(super) fn read_files(&mut self) -> Result<(), SettingsError> {
        self.url = secret::from_either("database.url", &self.url, &self.url_file)?;
        Ok(())
    }

    pub(super) fn check(&self) -> Result<(), SettingsError> {
        let url = self.url.expose_secret();
        let known = url.is_empty() || url.starts_with("postgres://") || url.starts_with("postgresql://");
        check::that(known, "database.url", "must begin with postgres:// or postgresql://, or be empty")?;
        check::within("database.acquire_seconds", self.acquire_seconds, 1..=300)?;
        check::within("database.connect_seconds", self.connect_seconds, 1..=300)?;
        check::within("database.statement_seconds", self.statement_seconds, 1..=3600)?;
        check::within("database.work_statement_seconds", self.work_statement_seconds, 1..=3600)?;
        check::within("database.pool_size", self.pool_size, 1..=1000)
    }
}
