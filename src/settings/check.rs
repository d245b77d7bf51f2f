//! Checks that several sections share.

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::SettingsError;

/// Refuses with “the setting `key` `must`” unless it is `so`.
pub fn that(so: bool, key: &'static str, must: &str) -> Result<(), SettingsError> {
    if so { Ok(()) } else { Err(SettingsError::Value { key, must: must.to_owned() }) }
}

/// Refuses a number outside of its range.
pub fn within<N: PartialOrd + Display>(
    key: &'static str,
    value: N,
    range: RangeInclusive<N>,
) -> Result<(), SettingsError> {
    let must = format!("must be from {} to {}", range.start(), range.end());
    that(range.contains(&value), key, &must)
}

/// Seconds from one to about ten years.
pub fn duration(key: &'static str, seconds: i64) -> Result<(), SettingsError> {
    within(key, seconds, 1..=315_360_000)
}
