//! Treasure tiles: their kinds, and what playing one does (rules page §2).

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A kind of treasure tile.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = NordTreasure)]
pub enum Treasure {
    /// An axe.
    Axe,
    /// Gold.
    Gold,
    /// A hammer.
    Hammer,
    /// A helmet.
    Helmet,
    /// A chalice.
    Chalice,
    /// A sword.
    Sword,
}

/// What playing a treasure does; which kind does what is said by the components.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = NordTreasureAction)]
pub enum TreasureAction {
    /// Moves one own fighter to a settlement that is linked.
    Negotiator,
    /// The land workers of this turn may lie in two areas.
    TwoAreas,
    /// More workers in this turn.
    ManyWorkers,
}

impl Treasure {
    pub const COUNT: usize = 6;
    /// Every kind, in the order of the rules page.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Axe, Self::Gold, Self::Hammer, Self::Helmet, Self::Chalice, Self::Sword];

    /// Its place in [`Treasure::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Axe => "axe",
            Self::Gold => "gold",
            Self::Hammer => "hammer",
            Self::Helmet => "helmet",
            Self::Chalice => "chalice",
            Self::Sword => "sword",
        }
    }
}

/// Numbers of treasure tiles by kind; in JSON an object without noughts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, utoipa::ToSchema)]
#[schema(as = NordTreasures, value_type = std::collections::BTreeMap<Treasure, u8>, example = json!({"axe": 1}))]
pub struct Treasures([u8; Treasure::COUNT]);

impl Treasures {
    pub const fn get(&self, treasure: Treasure) -> u8 {
        self.0[treasure.index()]
    }

    pub fn total(&self) -> u8 {
        self.0.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    pub fn add(&mut self, treasure: Treasure) {
        let count = &mut self.0[treasure.index()];
        *count = count.saturating_add(1);
    }

    pub fn remove(&mut self, treasure: Treasure) {
        let count = &mut self.0[treasure.index()];
        *count = count.saturating_sub(1);
    }

    pub fn kinds(self) -> impl Iterator<Item = (Treasure, u8)> {
        let all = Treasure::ALL.into_iter();
        all.map(move |treasure| (treasure, self.get(treasure))).filter(|&(_, count)| count > 0)
    }
}

impl FromIterator<Treasure> for Treasures {
    fn from_iter<I: IntoIterator<Item = Treasure>>(tiles: I) -> Self {
        let mut counts = Self::default();
        tiles.into_iter().for_each(|treasure| counts.add(treasure));
        counts
    }
}

impl Serialize for Treasures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (treasure, count) in self.kinds() {
            map.serialize_entry(treasure.name(), &count)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Treasures {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(TreasuresVisitor)
    }
}

struct TreasuresVisitor;

impl<'de> Visitor<'de> for TreasuresVisitor {
    type Value = Treasures;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object of counts by kind of treasure")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Treasures, A::Error> {
        let mut treasures = Treasures::default();
        while let Some((treasure, count)) = map.next_entry::<Treasure, u8>()? {
            treasures.0[treasure.index()] = count;
        }
        Ok(treasures)
    }
}
