//! `[webhooks]`

use serde::Deserialize;

use super::{SettingsError, check};

/// What is sent to programs of other people.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WebhookSettings {
    /// May it be sent to private and reserved addresses, such as those of this machine?
    pub allow_private: bool,
    /// May it be sent without TLS?
    pub allow_plain: bool,
    /// How many webhooks one account can have.
    pub per_account: i64,
    /// How many requests are made at the same moment.
    pub at_once: usize,
    /// How long an answer may take, in seconds, from looking up the name on.
    pub timeout_seconds: u64,
    /// How long it is kept what was sent, in days.
    pub keep_days: i64,
}

impl WebhookSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        check::within("webhooks.per_account", self.per_account, 0..=1_000)?;
        check::within("webhooks.at_once", self.at_once, 1..=1_000)?;
        check::within("webhooks.timeout_seconds", self.timeout_seconds, 1..=60)?;
        check::within("webhooks.keep_days", self.keep_days, 4..=365)
    }
}
