//! `[accounts]`

use serde::Deserialize;

use super::{SettingsError, check};

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountSettings {
    /// Must an address be verified before its owner can log in?
    pub verify_addresses: bool,
    /// How long an access token is good for, in seconds.
    pub access_seconds: i64,
    /// How long a refresh token is good for, in seconds.
    pub refresh_seconds: i64,
    /// How long a link that proves an address is good for, in seconds.
    pub verify_seconds: i64,
    /// How long a link that sets a new password is good for, in seconds.
    pub reset_seconds: i64,
    /// How long a link that logs in is good for, in seconds.
    pub log_in_link_seconds: i64,
    /// How long a device that has logged in is known again, in days.
    pub device_days: i64,
    /// How long both ends have to agree to a change of address, in seconds.
    pub address_change_seconds: i64,
    /// How long a key signs new tokens before another takes over, in days; it still verifies afterwards.
    pub signing_key_days: i64,
    /// Memory of the password hash, in KiB.
    pub hash_memory_kib: u32,
    /// Passes of the password hash.
    pub hash_passes: u32,
    /// How many passwords are hashed at the same moment.
    pub hash_at_once: usize,
}

impl AccountSettings {
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        check::duration("accounts.access_seconds", self.access_seconds)?;
        check::duration("accounts.refresh_seconds", self.refresh_seconds)?;
        check::duration("accounts.verify_seconds", self.verify_seconds)?;
        check::duration("accounts.reset_seconds", self.reset_seconds)?;
        check::duration("accounts.log_in_link_seconds", self.log_in_link_seconds)?;
        check::within("accounts.device_days", self.device_days, 1..=3650)?;
        check::duration("accounts.address_change_seconds", self.address_change_seconds)?;
        check::within("accounts.signing_key_days", self.signing_key_days, 1..=3650)?;
        check::within("accounts.hash_memory_kib", self.hash_memory_kib, 8..=4_194_304)?;
        check::within("accounts.hash_passes", self.hash_passes, 1..=1000)?;
        check::within("accounts.hash_at_once", self.hash_at_once, 1..=1024)
    }
}
