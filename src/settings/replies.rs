//! `[replies]`

use std::net::{IpAddr, SocketAddr};

use serde::Deserialize;

use super::network::Network;
use super::{SettingsError, check, list};

/// How answers come in by mail.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplySettings {
    /// Address and port where mail is taken by LMTP or SMTP; empty: nowhere, and replies are not asked for.
    pub bind: String,
    /// Mail servers that may connect there.
    #[serde(deserialize_with = "list::read")]
    pub allowed: Vec<Network>,
    /// The domain of the addresses for replies and returned mail; empty: that of `mail.from`.
    pub domain: String,
    /// How many days links and addresses of a mail are good for.
    pub days: i64,
    /// The most bytes of a mail that is taken.
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
        check::that(bind.is_some() || self.bind.is_empty(), "replies.bind", must)?;
        // Mail of strangers would be taken for mail that the mail server has checked.
        let others = |bind: SocketAddr| !bind.ip().is_loopback();
        let named = self.allowed.iter().any(|network| !network.is_loopback());
        let must = "must name the mail servers that may connect, as [\"192.0.2.25\"], when replies.bind is open to others";
        check::that(named || !bind.is_some_and(others), "replies.allowed", must)?;
        let must = "must name who may connect, as [\"127.0.0.1\"]";
        check::that(bind.is_none() || !self.allowed.is_empty(), "replies.allowed", must)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
        check::that(self.domain.chars().all(plain), "replies.domain", "must be a domain, or empty")?;
        check::within("replies.days", self.days, 1..=366)?;
        check::within("replies.most_bytes", self.most_bytes, 10_000..=50_000_000)?;
        check::within("replies.connections", self.connections, 1..=1000)
    }
}
