//! `[lobby]`

use serde::Deserialize;

use super::{SettingsError, check};

/// Tables that have not started.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LobbySettings {
    /// How many days a table stays open to which nobody comes.
    pub open_days: i64,
    /// How many tables somebody can have that have not started.
    pub open_tables: i64,
}

impl LobbySettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        check::within("lobby.open_days", self.open_days, 1..=3650)?;
        check::within("lobby.open_tables", self.open_tables, 1..=1_000_000)
    }
}
