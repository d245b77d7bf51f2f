//! Events of the Althing (rules page §5).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::board::Place;
use crate::landnam::card::FateCard;
use crate::landnam::resource::Resource;
use crate::landnam::state::{PossibleSuit, Side, UnitId};
use rules::Seat;

/// An outlaw left the board as the Althing opened; it is back in its owner's supply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OutlawRemoved {
    /// Its owner.
    pub seat: Seat,
    /// The unit.
    pub unit: UnitId,
    /// Where it stood.
    pub hex: Place,
}

/// A red token on the board became its plaintiff's point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RedTokenAwarded {
    /// The plaintiff.
    pub seat: Seat,
    /// The outlaw that the token named.
    pub unit: UnitId,
    /// Where the token lay.
    pub hex: Place,
}

/// The possible suits were determined. Without any the Althing is over at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AlthingOpened {
    /// All of them, in the order of hexes, then plaintiffs.
    pub suits: Vec<PossibleSuit>,
}

/// The active player named who goes first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstNamed {
    /// The active player.
    pub seat: Seat,
    /// Who goes first.
    pub first: Seat,
}

/// A seat's time to sue begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuitorCalled {
    /// Who.
    pub seat: Seat,
}

/// A seat's time to sue is over, or does not come, since it has no suit to bring or no card to stake.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuitorPassedOver {
    /// Who.
    pub seat: Seat,
}

/// A seat ended its time to sue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuitorYielded {
    /// Who.
    pub seat: Seat,
}

/// A suit was brought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuitBrought {
    /// The number of the suit in this Althing.
    pub suit: u8,
    /// Who sues.
    pub plaintiff: Seat,
    /// The owner of the unit.
    pub defendant: Seat,
    /// The unit that is sued.
    pub unit: UnitId,
    /// Where it stands.
    pub hex: Place,
    /// The kind that is staked.
    pub resource: Resource,
    /// The first stake.
    pub cards: u16,
}

/// The answering side brought its total above the other's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuitRaised {
    /// The number of the suit in this Althing.
    pub suit: u8,
    /// The side of the suit.
    pub side: Side,
    /// Its principal.
    pub seat: Seat,
    /// The kind.
    pub resource: Resource,
    /// The cards added.
    pub cards: u16,
    /// The side's total now.
    pub total: u16,
}

/// An earlier principal added cards to his side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuitAddedTo {
    /// The number of the suit in this Althing.
    pub suit: u8,
    /// The side of the suit.
    pub side: Side,
    /// Who added.
    pub seat: Seat,
    /// The kind.
    pub resource: Resource,
    /// The cards added.
    pub cards: u16,
    /// The side's total now.
    pub total: u16,
}

/// A principal offers his side to somebody not yet involved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandOverOffered {
    /// The number of the suit in this Althing.
    pub suit: u8,
    /// The side of the suit.
    pub side: Side,
    /// The principal.
    pub seat: Seat,
    /// Who is asked.
    pub to: Seat,
}

/// Such an offer was taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandOverWithdrawn {
    /// The number of the suit in this Althing.
    pub suit: u8,
    /// The side of the suit.
    pub side: Side,
    /// The principal.
    pub seat: Seat,
    /// Who was asked.
    pub to: Seat,
}

/// Such an offer was declined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandOverDeclined {
    /// The number of the suit in this Althing.
    pub suit: u8,
    /// The side of the suit.
    pub side: Side,
    /// Who was asked.
    pub seat: Seat,
    /// The principal.
    pub from: Seat,
}

/// Such an offer fell, since the seat asked took the other side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandOverVoided {
    /// The number of the suit in this Althing.
    pub suit: u8,
    /// The side of the suit.
    pub side: Side,
    /// Who was asked.
    pub seat: Seat,
    /// The principal.
    pub from: Seat,
}

/// A side has a new principal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandOverAccepted {
    /// The number of the suit in this Althing.
    pub suit: u8,
    /// The side of the suit.
    pub side: Side,
    /// The new principal.
    pub seat: Seat,
    /// The principal until now.
    pub from: Seat,
}

/// The answering side gave up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuitConceded {
    /// The number of the suit in this Althing.
    pub suit: u8,
    /// The side of the suit.
    pub side: Side,
    /// Its principal.
    pub seat: Seat,
}

/// A suit was won; the winning principal gets a white token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuitWon {
    /// The number of the suit in this Althing.
    pub suit: u8,
    /// The side of the suit.
    pub side: Side,
    /// The winning principal.
    pub seat: Seat,
}

/// The defence lost: the unit is an outlaw, and a red token lies between it and a building of the plaintiff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitOutlawed {
    /// The number of the suit in this Althing.
    pub suit: u8,
    /// The owner of the unit.
    pub seat: Seat,
    /// The original plaintiff.
    pub plaintiff: Seat,
    /// The unit.
    pub unit: UnitId,
    /// Where it stands.
    pub hex: Place,
}

/// An Althing card was played; it is discarded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AlthingCardPlayed {
    /// Who.
    pub seat: Seat,
    /// The card.
    pub card: FateCard,
    /// The suit it breaks off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suit: Option<u8>,
}

/// The suit was broken off: stakes are lost, nobody wins, the unit is no outlaw by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuitBrokenOff {
    /// The number of the suit in this Althing.
    pub suit: u8,
}

/// The Althing was broken up: there are no black tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AlthingBrokenUp {}

/// A seat gets a black token: at least three possible suits and none brought.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BlackTokenAwarded {
    /// Who.
    pub seat: Seat,
}

/// The Althing is over, or there was none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AlthingEnded {}
