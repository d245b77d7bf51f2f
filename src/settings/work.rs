//! `[work]`

use serde::Deserialize;

use super::{SettingsError, check};

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkSettings {
    /// How often the tables are looked at even when nobody knocks, in milliseconds.
    pub poll_milliseconds: u64,
    /// How many mails are sent at the same moment.
    pub mails_at_once: usize,
    /// How long a mail stays claimed by a worker that may have died, in seconds.
    pub lease_seconds: u64,
    /// How old what a mail says may be when it is handed over, in milliseconds; composing that takes longer is begun anew.
    pub fresh_milliseconds: u64,
    /// How often a mail is tried before it is given up.
    pub mail_attempts: u16,
}

impl WorkSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        check::within("work.poll_milliseconds", self.poll_milliseconds, 10..=60_000)?;
        check::within("work.mails_at_once", self.mails_at_once, 1..=1000)?;
        check::within("work.lease_seconds", self.lease_seconds, 3..=3600)?;
        check::within("work.fresh_milliseconds", self.fresh_milliseconds, 100..=2_000)?;
        check::within("work.mail_attempts", self.mail_attempts, 1..=1000)
    }
}
