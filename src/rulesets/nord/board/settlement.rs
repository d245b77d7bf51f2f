//! The settlements of an island by their numbers, `s1` to `s8`.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

use rules::Spot;

/// The most settlements that an island can have.
pub const SETTLEMENTS: usize = 8;

/// A settlement by its place in the island's list, from 0. In JSON `"s1"` to `"s8"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, utoipa::ToSchema)]
#[schema(as = NordSettlement, value_type = String, example = "s3", pattern = "^s[1-8]$")]
pub struct Settlement(pub u8);

/// Text that is no settlement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a settlement of the form `s1` to `s8`")]
pub struct NoSettlement;

impl Settlement {
    /// The settlement at that place of the list, from 0; `None` beyond the last that there can be.
    pub fn at(place: usize) -> Option<Self> {
        if place < SETTLEMENTS { Some(Self(place as u8)) } else { None }
    }

    /// Its place in the list, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Spot for Settlement {
    fn index(self) -> usize {
        Self::index(self)
    }

    fn all() -> impl Iterator<Item = Self> {
        (0..SETTLEMENTS as u8).map(Self)
    }
}

impl fmt::Display for Settlement {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "s{}", self.0 + 1)
    }
}

impl FromStr for Settlement {
    type Err = NoSettlement;

    fn from_str(text: &str) -> Result<Self, NoSettlement> {
        Self::all().find(|settlement| settlement.to_string() == text).ok_or(NoSettlement)
    }
}

impl Serialize for Settlement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Settlement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(|error: NoSettlement| D::Error::custom(format!("`{text}` is {error}")))
    }
}
