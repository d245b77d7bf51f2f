//! Which database a process uses: the one the operator named, or a private cluster that runs as long as it is used.

use std::path::{Path, PathBuf};

use secrecy::{ExposeSecret, SecretString};

use crate::cluster::{Cluster, ClusterError, ClusterSettings};
use crate::config::DatabaseSettings;

/// The database of this process. Keep it for as long as connections are needed.
#[derive(Debug)]
pub enum Database {
    /// A PostgreSQL that Althing does not run itself.
    Given {
        url: SecretString,
        direct_url: SecretString,
    },
    Private(Cluster),
}

impl Database {
    /// The database that the settings name; without a URL the private cluster, which is started if it does not run.
    pub fn open(settings: &DatabaseSettings) -> Result<Self, ClusterError> {
        if !settings.url.expose_secret().is_empty() {
            let (url, direct_url) = (settings.url.clone(), settings.direct_url.clone());
            return Ok(Self::Given { url, direct_url });
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
            Self::Given { url, .. } => url.expose_secret().to_owned(),
            Self::Private(cluster) => cluster.url(Cluster::DATABASE),
        }
    }

    /// The URL without a pooler in between: for migrations, which hold a lock of their session, and for backups.
    pub fn direct_url(&self) -> String {
        match self {
            Self::Given { direct_url, .. } if !direct_url.expose_secret().is_empty() => {
                direct_url.expose_secret().to_owned()
            }
            _ => self.url(),
        }
    }

    /// Where it is, for the log: a folder or a host, never a password.
    pub fn place(&self) -> String {
        match self {
            Self::Private(cluster) => cluster.folder().display().to_string(),
            Self::Given { url, .. } => {
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
            Self::Given { .. } => None,
            Self::Private(cluster) => Some(cluster.folder()),
        }
    }
}
