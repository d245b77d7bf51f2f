//! What a ruleset counts over many games.

use std::collections::BTreeMap;

use serde::Serialize;

/// Counts by name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Counters(BTreeMap<&'static str, u64>);

impl Counters {
    pub fn add(&mut self, name: &'static str, count: impl Into<u64>) {
        *self.0.entry(name).or_default() += count.into();
    }

    /// The count under this name; 0 if nothing was counted.
    pub fn get(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or(0)
    }

    /// How many there are of one thing for each of another; see [`ratio`].
    pub fn ratio(&self, part: &str, whole: &str) -> f64 {
        ratio(self.get(part), self.get(whole))
    }

    pub fn merge(&mut self, other: &Self) {
        other.0.iter().for_each(|(name, count)| self.add(name, *count));
    }
}

/// A share, to three places; 0 of nothing.
pub fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { (part as f64 / whole as f64 * 1_000.0).round() / 1_000.0 }
}
