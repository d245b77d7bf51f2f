//! `[clocks]`

use serde::Deserialize;

use super::{SettingsError, check};

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSettings {
    /// How many days of vacation people have in a year.
    pub vacation_days: i64,
}

impl ClockSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        check::within("clocks.vacation_days", self.vacation_days, 0..=120)
    }
}
