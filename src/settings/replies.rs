//! `[replies]`

use std::net::SocketAddr;

use serde::Deserialize;

use super::{SettingsError, check};

/// How answers come in by mail.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplySettings {
    /// Address and port, on this machine, where mail is taken by LMTP or SMTP; empty: nowhere, and replies are not asked for.
    pub bind: String,
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
    /// Is mail taken at all?
    pub fn are_taken(&self) -> bool {
        !self.bind.is_empty()
    }

    pub(super) fn check(&self) -> Result<(), SettingsError> {
        let here = |address: SocketAddr| address.ip().is_loopback();
        let bind = self.bind.is_empty() || self.bind.parse().is_ok_and(here);
        check::that(
            bind,
            "replies.bind",
            "must be an address of this machine alone, as 127.0.0.1:2424, or empty",
        )?;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
        check::that(self.domain.chars().all(plain), "replies.domain", "must be a domain, or empty")?;
        check::within("replies.days", self.days, 1..=366)?;
        check::within("replies.most_bytes", self.most_bytes, 10_000..=50_000_000)?;
        check::within("replies.connections", self.connections, 1..=1000)
    }
}
