//! Events of development cards (rules page §9).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Owed;
use crate::settlers::board::Edge;
use crate::settlers::development::DevelopmentCard;
use crate::settlers::resource::{Bundle, Resource};
use rules::Seat;

/// A development card was bought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersDevelopmentCardBought)]
pub struct DevelopmentCardBought {
    /// Who.
    pub seat: Seat,
    /// Which.
    pub card: DevelopmentCard,
    /// What was paid.
    pub paid: Bundle,
}

/// A knight was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersKnightPlayed)]
pub struct KnightPlayed {
    /// Who.
    pub seat: Seat,
}

/// Road building was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersRoadBuildingPlayed)]
pub struct RoadBuildingPlayed {
    /// Who.
    pub seat: Seat,
    /// How many roads may be laid, 1 or 2.
    pub roads: u8,
}

/// A road was laid free of charge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersFreeRoadPlaced)]
pub struct FreeRoadPlaced {
    /// Who.
    pub seat: Seat,
    /// Where.
    pub edge: Edge,
}

/// The free roads are laid, or there is no place for another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersFreeRoadsEnded)]
pub struct FreeRoadsEnded {
    /// Who.
    pub seat: Seat,
}

/// Year of plenty was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersYearOfPlentyPlayed)]
pub struct YearOfPlentyPlayed {
    /// Who.
    pub seat: Seat,
    /// What was taken from the bank.
    pub cards: Bundle,
}

/// Monopoly was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersMonopolyPlayed)]
pub struct MonopolyPlayed {
    /// Who.
    pub seat: Seat,
    /// The kind.
    pub resource: Resource,
    /// How many each opponent handed over; who had none is missing.
    pub taken: Vec<Owed>,
}
