//! Events of the roll, the harvest and aging (rules page §4).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::board::Place;
use crate::landnam::card::FateCard;
use crate::landnam::number::Number;
use crate::landnam::resource::{Bundle, Resource};
use rules::Seat;

/// The dice of the turn were rolled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DiceRolled {
    /// Both faces, in the order in which they were rolled.
    pub dice: [u8; 2],
}

/// The active player may play a harvest card before the yield.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HarvestCardAwaited {
    /// The active player.
    pub seat: Seat,
}

/// A harvest card was played; it is discarded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HarvestCardPlayed {
    /// Who.
    pub seat: Seat,
    /// The card.
    pub card: FateCard,
    /// The hex it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<Place>,
}

/// No harvest card is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HarvestCardDeclined {
    /// Who.
    pub seat: Seat,
}

/// The hexes with the rolled number yielded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HarvestYielded {
    /// What each hex gave to each seat, in the order of hexes, then seats.
    pub yields: Vec<HexYield>,
}

/// What one hex gave to one seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HexYield {
    /// The hex.
    pub hex: Place,
    /// Who received.
    pub seat: Seat,
    /// The kind.
    pub resource: Resource,
    /// How many cards.
    pub cards: u8,
}

/// Not enough cards: nobody received anything, and everybody returned all cards of the short kinds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FamineStruck {
    /// The short kinds.
    pub short: Vec<Resource>,
    /// What each seat returned, in seat order; seats that returned nothing are missing.
    pub returned: Vec<FamineLoss>,
}

/// What a famine took from one seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FamineLoss {
    /// Who returned cards.
    pub seat: Seat,
    /// The cards. Others are told only how many.
    pub cards: Bundle,
}

/// The active player chooses the hex to age; with one candidate it ages at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AgingAwaited {
    /// The active player.
    pub seat: Seat,
    /// The hexes to choose from, in order.
    pub candidates: Vec<Place>,
}

/// A hex aged after the harvest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HexAged {
    /// The active player.
    pub seat: Seat,
    /// The hex.
    pub hex: Place,
    /// Its number before.
    pub from: Number,
    /// Its number now.
    pub to: Number,
}
