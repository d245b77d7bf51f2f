//! Development cards (rules page §9).

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A kind of development card.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = SettlersDevelopmentCard)]
pub enum DevelopmentCard {
    /// Moves the robber, and counts for the army.
    Knight,
    /// Two roads free of charge.
    RoadBuilding,
    /// Two cards of choice from the bank.
    YearOfPlenty,
    /// All cards of a kind from all opponents.
    Monopoly,
    /// A point, hidden until its owner wins.
    VictoryPoint,
}

impl DevelopmentCard {
    pub const COUNT: usize = 5;
    /// Every kind, in the fixed order of the rules page.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Knight, Self::RoadBuilding, Self::YearOfPlenty, Self::Monopoly, Self::VictoryPoint];

    /// Its place in [`DevelopmentCard::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Knight => "knight",
            Self::RoadBuilding => "road_building",
            Self::YearOfPlenty => "year_of_plenty",
            Self::Monopoly => "monopoly",
            Self::VictoryPoint => "victory_point",
        }
    }
}

/// Numbers of development cards by kind; in JSON an object without noughts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, utoipa::ToSchema)]
#[schema(as = SettlersDevelopmentCards, value_type = std::collections::BTreeMap<DevelopmentCard, u8>, example = json!({"knight": 1}))]
pub struct DevelopmentCards([u8; DevelopmentCard::COUNT]);

impl DevelopmentCards {
    pub const fn get(&self, card: DevelopmentCard) -> u8 {
        self.0[card.index()]
    }

    pub fn total(&self) -> u8 {
        self.0.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    pub fn add(&mut self, card: DevelopmentCard) {
        let count = &mut self.0[card.index()];
        *count = count.saturating_add(1);
    }

    pub fn remove(&mut self, card: DevelopmentCard) {
        let count = &mut self.0[card.index()];
        *count = count.saturating_sub(1);
    }

    pub fn kinds(self) -> impl Iterator<Item = (DevelopmentCard, u8)> {
        let all = DevelopmentCard::ALL.into_iter();
        all.map(move |card| (card, self.get(card))).filter(|&(_, count)| count > 0)
    }
}

impl FromIterator<DevelopmentCard> for DevelopmentCards {
    fn from_iter<I: IntoIterator<Item = DevelopmentCard>>(cards: I) -> Self {
        let mut counts = Self::default();
        cards.into_iter().for_each(|card| counts.add(card));
        counts
    }
}

impl Serialize for DevelopmentCards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (card, count) in self.kinds() {
            map.serialize_entry(card.name(), &count)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for DevelopmentCards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(CardsVisitor)
    }
}

struct CardsVisitor;

impl<'de> Visitor<'de> for CardsVisitor {
    type Value = DevelopmentCards;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object of counts by kind of development card")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<DevelopmentCards, A::Error> {
        let mut cards = DevelopmentCards::default();
        while let Some((card, count)) = map.next_entry::<DevelopmentCard, u8>()? {
            cards.0[card.index()] = count;
        }
        Ok(cards)
    }
}
