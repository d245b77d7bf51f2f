//! Events of movement and exploration (rules page §6).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::board::Place;
use crate::landnam::card::FateCard;
use crate::landnam::number::Number;
use crate::landnam::resource::Resource;
use crate::landnam::state::UnitId;
use crate::landnam::terrain::Terrain;
use rules::Seat;

/// Phase 2 begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MovementBegun {
    /// The active player.
    pub seat: Seat,
}

/// A movement card was played; it is discarded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MovementCardPlayed {
    /// Who.
    pub seat: Seat,
    /// The card.
    pub card: FateCard,
    /// The unit.
    pub unit: UnitId,
}

/// A fate card was exchanged for a resource card, which ends the phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FateCardExchanged {
    /// Who.
    pub seat: Seat,
    /// The card; it is discarded.
    pub card: FateCard,
    /// The kind taken.
    pub resource: Resource,
}

/// The unit that is moved in this phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitChosen {
    /// Who.
    pub seat: Seat,
    /// The unit.
    pub unit: UnitId,
    /// Its ordinary steps.
    pub steps: u8,
}

/// The unit moved into a known place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitMoved {
    /// Who.
    pub seat: Seat,
    /// The unit.
    pub unit: UnitId,
    /// Where it stood.
    pub from: Place,
    /// Where it stands.
    pub to: Place,
    /// Its steps left.
    pub steps: u8,
    /// Did it use its landfall?
    pub landfall: bool,
    /// Did it use its drive off?
    pub drive_off: bool,
}

/// A unit is about to enter the hex of another, which must flee.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitChased {
    /// The chaser.
    pub seat: Seat,
    /// The unit.
    pub unit: UnitId,
    /// The unit that must flee.
    pub target: UnitId,
    /// Its owner.
    pub owner: Seat,
    /// The hex.
    pub hex: Place,
    /// Is it driven off by the card, or chased for a red token?
    pub drive_off: bool,
}

/// The owner of a chased unit chooses where it flees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FlightAwaited {
    /// The owner.
    pub seat: Seat,
    /// The unit.
    pub unit: UnitId,
    /// Where it stands.
    pub hex: Place,
    /// Where it may go, in order.
    pub options: Vec<Place>,
    /// Is it driven off by the card, or chased for a red token?
    pub drive_off: bool,
}

/// A chased unit fled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitFled {
    /// The owner.
    pub seat: Seat,
    /// The unit.
    pub unit: UnitId,
    /// Where it stood.
    pub from: Place,
    /// Where it stands.
    pub to: Place,
}

/// A chased unit had nowhere to go and is back in its owner's supply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitRemoved {
    /// The owner.
    pub seat: Seat,
    /// The unit.
    pub unit: UnitId,
    /// Where it stood.
    pub hex: Place,
}

/// An exploration card was played; it is discarded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplorationCardPlayed {
    /// Who.
    pub seat: Seat,
    /// The card.
    pub card: FateCard,
    /// The hex to be explored.
    pub hex: Place,
}

/// An unknown hex was discovered; one step is used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HexDiscovered {
    /// Who.
    pub seat: Seat,
    /// The unit.
    pub unit: UnitId,
    /// The hex.
    pub hex: Place,
    /// What it is.
    pub terrain: Terrain,
    /// The face of the green die that counts, unless a card or the tiles left decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub green: Option<u8>,
    /// The face of the red die, on numbered terrain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub red: Option<u8>,
    /// The unit's steps left.
    pub steps: u8,
}

/// The player of an omen names the number of the hex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NumberAwaited {
    /// Who.
    pub seat: Seat,
    /// The hex.
    pub hex: Place,
    /// What the red die gives.
    pub default: Number,
}

/// A number marker was laid on a discovered hex.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NumberLaid {
    /// Who.
    pub seat: Seat,
    /// The hex.
    pub hex: Place,
    /// The number.
    pub number: Number,
}

/// The discoverer gets a card of the hex's kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DiscoveryRewarded {
    /// Who.
    pub seat: Seat,
    /// The hex.
    pub hex: Place,
    /// The kind.
    pub resource: Resource,
}

/// The rules do not let the unit enter the hex it discovered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitStopped {
    /// Who.
    pub seat: Seat,
    /// The unit.
    pub unit: UnitId,
    /// The hex.
    pub hex: Place,
}

/// A red token followed its outlaw at the end of the phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RedTokenFollowed {
    /// Whose token it is.
    pub plaintiff: Seat,
    /// The unit.
    pub unit: UnitId,
    /// Where it lay.
    pub from: Place,
    /// Where it lies.
    pub to: Place,
}

/// Phase 2 is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MovementEnded {
    /// The active player.
    pub seat: Seat,
}
