//! Events of a scoring (rules page §12, §13).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::nord::board::{Field, Settlement};
use crate::nord::state::Buried;
use crate::nord::treasure::{Treasure, Treasures};
use rules::Seat;

/// A scoring begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordScoringBegun)]
pub struct ScoringBegun {
    /// Its number, 1 to 4: 1 and 3 raw materials, 2 and 4 fighters.
    #[schema(minimum = 1, maximum = 4)]
    pub number: u8,
    /// Who could do nothing, where that is the cause; else the large dragon boat is full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forced_by: Option<Seat>,
}

/// What a player delivered to a settlement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordDelivery)]
pub struct Delivery {
    /// Who.
    pub seat: Seat,
    /// Where to.
    pub settlement: Settlement,
    /// The forest areas with a worker, a point each.
    pub forests: u8,
    /// The mountain workers, a point each.
    pub mountains: u8,
}

/// Raw materials were delivered (§13.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordMaterialsDelivered)]
pub struct MaterialsDelivered {
    /// Everything that gave points, by settlement and seat.
    pub deliveries: Vec<Delivery>,
    /// The points of each seat, by seat.
    pub points: Vec<u16>,
}

/// A worker and where he stood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordStanding)]
pub struct Standing {
    /// Where.
    pub field: Field,
    /// Whose.
    pub seat: Seat,
}

/// The mountain workers who had delivered went home.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordMountainsCollapsed)]
pub struct MountainsCollapsed {
    /// Who they were, in reading order.
    pub workers: Vec<Standing>,
}

/// What the fighters of a player in a settlement got (§13.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordMeal)]
pub struct Meal {
    /// Who.
    pub seat: Seat,
    /// Where.
    pub settlement: Settlement,
    /// The food there, for each player alike.
    pub food: u8,
    /// How many fighters were fed and stay.
    pub fed: u8,
    /// How many were not and went home.
    pub unfed: u8,
}

/// The fighters were fed and counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordFightersFed)]
pub struct FightersFed {
    /// All who have fighters somewhere, by settlement and seat, those who have given up among them.
    pub meals: Vec<Meal>,
    /// The points of each seat, by seat.
    pub points: Vec<u16>,
}

/// All sea workers went home, and the fishing boats to the general supply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordStormRaised)]
pub struct StormRaised {
    /// Who they were, in reading order.
    pub workers: Vec<Standing>,
}

/// The dead men went home, and the jarls moved down in the large dragon boat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordDragonBoatCleared)]
pub struct DragonBoatCleared {
    /// How many men of each seat, by seat.
    pub men: Vec<u8>,
}

/// The discard pile was shuffled and is the draw pile now; its order is secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordDiscardShuffled)]
pub struct DiscardShuffled {
    /// From the bottom to the top.
    pub draw_pile: Vec<Treasure>,
}

/// New treasures lie face down on free cairns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordTreasuresLaid)]
pub struct TreasuresLaid {
    /// In reading order.
    pub buried: Vec<Buried>,
}

/// A scoring is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordScoringEnded)]
pub struct ScoringEnded {
    /// Its number.
    #[schema(minimum = 1, maximum = 4)]
    pub number: u8,
}

/// What the treasures of a seat bring it; nothing where it has given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordWorth)]
pub struct Worth {
    /// Whose.
    pub seat: Seat,
    /// The treasures.
    pub treasures: Treasures,
    /// Points for different kinds.
    pub different: u16,
    /// Points for equal tiles.
    pub equal: u16,
}

/// The treasures were shown and counted (§13.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordTreasuresScored)]
pub struct TreasuresScored {
    /// By seat.
    pub hands: Vec<Worth>,
}
