//! The five resources and bundles of their cards (rules page §2, §3).

use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::{AddAssign, SubAssign};

words! {
    /// A kind of resource card.
    enum Resource as SettlersResource {
        /// What forests give when their number is rolled.
        Lumber,
        /// What hills give when their number is rolled.
        Brick,
        /// What pastures give when their number is rolled.
        Wool,
        /// What fields give when their number is rolled.
        Grain,
        /// What mountains give when their number is rolled.
        Ore,
    }
}

impl Resource {
    pub const COUNT: usize = 5;
    /// Every kind, in the order in which bundles are written.
    pub const ALL: [Self; Self::COUNT] = [Self::Lumber, Self::Brick, Self::Wool, Self::Grain, Self::Ore];
}

/// Numbers of resource cards by kind. In JSON an object such as `{"lumber":1,"brick":1}`; kinds of which there
/// are none are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, utoipa::ToSchema)]
#[schema(
    as = SettlersBundle,
    value_type = std::collections::BTreeMap<Resource, u8>,
    example = json!({"lumber": 1, "brick": 1}),
)]
pub struct Bundle([u8; Resource::COUNT]);

impl Bundle {
    /// No cards.
    pub const EMPTY: Self = Self([0; Resource::COUNT]);

    pub const fn new(counts: [u8; Resource::COUNT]) -> Self {
        Self(counts)
    }

    /// `count` cards of one kind.
    pub const fn of(kind: Resource, count: u8) -> Self {
        let mut counts = [0; Resource::COUNT];
        counts[kind as usize] = count;
        Self(counts)
    }

    pub const fn get(&self, kind: Resource) -> u8 {
        self.0[kind as usize]
    }

    pub fn set(&mut self, kind: Resource, count: u8) {
        self.0[kind as usize] = count;
    }

    pub fn total(&self) -> u8 {
        self.0.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.0 == [0; Resource::COUNT]
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

    /// The kind of the card at that place when the cards lie sorted by kind; `None` beyond the last.
    pub fn card_at(&self, place: u8) -> Option<Resource> {
        let mut passed = 0;
        self.kinds()
            .find(|&(_, count)| {
                passed += count;
                place < passed
            })
            .map(|(kind, _)| kind)
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
            map.serialize_entry(&kind, &count)?;
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
        out.write_str("an object of counts by kind: lumber, brick, wool, grain, ore")
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
                return Err(A::Error::custom(format!("`{kind}` is given twice")));
            }
            bundle.set(kind, count);
        }
        Ok(bundle)
    }
}
