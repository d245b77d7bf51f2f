//! The four resources and bundles of their cards (rules page §1).

use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::{AddAssign, SubAssign};

/// A kind of resource card.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    strum::Display,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Resource {
    /// The yield of bogs.
    Iron,
    /// The yield of fields.
    Grain,
    /// The yield of forests.
    Timber,
    /// The yield of pastures.
    Wool,
}

impl Resource {
    /// Every kind, in the order in which bundles are written.
    pub const ALL: [Self; 4] = [Self::Iron, Self::Grain, Self::Timber, Self::Wool];

    /// Its place in [`Resource::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Numbers of resource cards by kind. In JSON an object such as `{"iron":1,"wool":2}`; kinds of which there
/// are none are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, utoipa::ToSchema)]
#[schema(value_type = std::collections::BTreeMap<Resource, u8>, example = json!({"iron": 1, "wool": 2}))]
pub struct Bundle([u8; 4]);

impl Bundle {
    /// No cards.
    pub const EMPTY: Self = Self([0; 4]);

    pub const fn new(counts: [u8; 4]) -> Self {
        Self(counts)
    }

    /// `count` cards of one kind.
    pub const fn of(kind: Resource, count: u8) -> Self {
        let mut counts = [0; 4];
        counts[kind.index()] = count;
        Self(counts)
    }

    /// `count` cards of every kind.
    pub const fn of_each(count: u8) -> Self {
        Self([count; 4])
    }

    pub const fn get(&self, kind: Resource) -> u8 {
        self.0[kind.index()]
    }

    pub fn set(&mut self, kind: Resource, count: u8) {
        self.0[kind.index()] = count;
    }

    pub fn total(&self) -> u16 {
        self.0.iter().map(|&count| u16::from(count)).sum()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// Are all the cards of `other` among these?
    pub fn covers(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).all(|(&have, wanted)| have >= wanted)
    }

    /// Is there a kind that both have?
    pub fn shares_a_kind_with(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).any(|(&mine, theirs)| mine > 0 && theirs > 0)
    }

    /// The kinds present with their numbers, in the order of [`Resource::ALL`].
    pub fn kinds(self) -> impl Iterator<Item = (Resource, u8)> {
        Resource::ALL.into_iter().map(move |kind| (kind, self.get(kind))).filter(|&(_, count)| count > 0)
    }
}

impl AddAssign for Bundle {
    fn add_assign(&mut self, other: Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine = mine.saturating_add(theirs);
        }
    }
}

impl SubAssign for Bundle {
    fn sub_assign(&mut self, other: Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine = mine.saturating_sub(theirs);
        }
    }
}

impl Serialize for Bundle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (kind, count) in self.kinds() {
            map.serialize_entry(kind.name(), &count)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Bundle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(BundleVisitor)
    }
}

struct BundleVisitor;

impl<'de> Visitor<'de> for BundleVisitor {
    type Value = Bundle;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object of counts by kind: iron, grain, timber, wool")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Bundle, A::Error> {
        let mut bundle = Bundle::EMPTY;
        while let Some((kind, count)) = map.next_entry::<Resource, u8>()? {
            if count == 0 {
                return Err(A::Error::custom(
                    "a count is at least 1; leave out kinds of which there are none",
                ));
            }
            if bundle.get(kind) > 0 {
                return Err(A::Error::custom(format!("`{}` is given twice", kind.name())));
            }
            bundle.set(kind, count);
        }
        Ok(bundle)
    }
}
