//! `[streams]`

use serde::Deserialize;

use super::{SettingsError, check};

/// Streams of server-sent events, and requests that wait for something to happen.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StreamSettings {
    /// How many one account may have open at a process.
    pub per_account: usize,
    /// How many one network address may have open at a process, whoever calls from there.
    pub per_address: usize,
    /// How many of those may be of callers without an account.
    pub anonymous_per_address: usize,
    /// How many of callers without an account a process holds; the rest is kept for those who have one.
    pub anonymous: usize,
    pub per_process: usize,
    /// How often a stream says that it is alive, in seconds.
    pub heartbeat_seconds: u64,
    /// How long a ticket is good for, in seconds.
    pub ticket_seconds: i64,
    /// How long what happened stays in a person's own stream, in days.
    pub keep_days: i64,
}

impl StreamSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        check::within("streams.per_account", self.per_account, 1..=100_000)?;
        check::within("streams.per_address", self.per_address, 1..=1_000_000)?;
        check::within("streams.anonymous_per_address", self.anonymous_per_address, 0..=1_000_000)?;
        let must =
            "must be less than streams.per_process, so that room is left for those who have an account";
        check::that(self.anonymous < self.per_process, "streams.anonymous", must)?;
        check::within("streams.per_process", self.per_process, 1..=1_000_000)?;
        check::within("streams.heartbeat_seconds", self.heartbeat_seconds, 1..=300)?;
        check::within("streams.ticket_seconds", self.ticket_seconds, 30..=60)?;
        check::within("streams.keep_days", self.keep_days, 1..=365)
    }
}
