//! Which database a process uses: the one the operator named, or a private cluster that runs as long as it is used.

use std::path::{Path, PathBuf};

use secrecy::{ExposeSecret, SecretString};

use crate::cluster::{Cluster, ClusterError, ClusterSettings};
use crate::config::DatabaseSettings;

/// The database of this process. Keep it for as long as connections are needed.
#[derive(Debug)]
pub enum Database {
    /// A PostgreSQL that Althing does not run itself.
    Given(SecretString),
    Private(Cluster),
}

impl Database {
    /// The database that the settings name; without a URL the private cluster, which is started if it does not run.
    pub fn open(settings: &DatabaseSettings) -> Result<Self, ClusterError> {
        if !settings.url.expose_secret().is_empty() {
            return Ok(Self::Given(settings.url.clone()));
        }
        let data_dir = Self::data_dir(settings).ok_or(ClusterError::NoHome)?;
        Cluster::open(&ClusterSettings::new(data_dir)).map(Self::Private)
    }

    /// The folder of the private cluster, whether it is used or not; `None` without a home to keep it in.
    pub fn data_dir(settings: &DatabaseSettings) -> Option<PathBuf> {
        let named = Some(&settings.data_dir).filter(|folder| !folder.is_empty()).map(PathBuf::from);
        named.or_else(ClusterSettings::default_data_dir)
    }

    pub fn url(&self) -> String {
        match self {
            Self::Given(url) => url.expose_secret().to_owned(),
            Self::Private(cluster) => cluster.url(Cluster::DATABASE),
        }
    }

    /// Where it is, for the log: a folder or a host, never a password.
    pub fn place(&self) -> String {
        match self {
            Self::Private(cluster) => cluster.folder().display().to_string(),
            Self::Given(url) => {
                let url = url.expose_secret();
                let rest = url.split_once("://").map_or("", |(_, rest)| rest);
                let rest = rest.split(['?', '#']).next().unwrap_or_default();
                rest.rsplit_once('@').map_or(rest, |(_, place)| place).to_owned()
            }
        }
    }

    /// To be called when nothing needs the database any more: sees the private cluster stop if nobody else uses it.
    pub fn close(self) {
        if let Self::Private(cluster) = self {
            cluster.close();
        }
    }

    /// The private data folder, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Given(_) => None,
            Self::Private(cluster) => Some(cluster.folder()),
        }
    }
}
