//! The settlements of an island by their numbers, `s1` to `s8`, and sets of what a group of workers can join:
//! settlements and the small dragon boat.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::{BitOr, BitOrAssign};
use std::str::FromStr;

use rules::Spot;

pub const SETTLEMENTS: usize = 8;

/// A settlement of the island, `s1` to `s8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, utoipa::ToSchema)]
#[schema(as = NordSettlement, value_type = String, example = "s3", pattern = "^s[1-8]$")]
pub struct Settlement(pub u8);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a settlement of the form `s1` to `s8`")]
pub struct NoSettlement;

impl Settlement {
    /// The settlement of that index; `None` beyond the last that there can be.
    pub fn at(index: usize) -> Option<Self> {
        (index < SETTLEMENTS).then_some(Self(index as u8))
    }

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

    fn at(index: usize) -> Option<Self> {
        (index < SETTLEMENTS).then_some(Self(index as u8))
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

pub fn are_distinct(settlements: &[Settlement]) -> bool {
    let mut sorted = settlements.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

/// A set of settlements and perhaps the small dragon boat, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Endpoints(u16);

impl Endpoints {
    pub const NONE: Self = Self(0);
    pub const BOAT: Self = Self(1 << SETTLEMENTS);

    pub const fn only(settlement: Settlement) -> Self {
        Self(1 << settlement.index())
    }

    pub const fn has(self, settlement: Settlement) -> bool {
        self.0 >> settlement.index() & 1 == 1
    }

    pub const fn has_boat(self) -> bool {
        self.0 & Self::BOAT.0 != 0
    }

    pub const fn without_boat(self) -> Self {
        Self(self.0 & !Self::BOAT.0)
    }

    pub const fn without(self, settlement: Settlement) -> Self {
        Self(self.0 & !Self::only(settlement).0)
    }

    pub const fn has_no_settlement(self) -> bool {
        self.without_boat().0 == 0
    }

    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub fn settlements(self) -> impl Iterator<Item = Settlement> {
        let mut left = self.without_boat().0;
        std::iter::from_fn(move || {
            let index = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            Settlement::at(index)
        })
    }
}

impl BitOr for Endpoints {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Endpoints {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl FromIterator<Settlement> for Endpoints {
    fn from_iter<I: IntoIterator<Item = Settlement>>(settlements: I) -> Self {
        settlements.into_iter().fold(Self::NONE, |set, settlement| set | Self::only(settlement))
    }
}
