//! Actions of the Althing (rules page §5).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::card::FateCard;
use crate::landnam::state::{Side, UnitId};
use rules::Seat;

/// Names who goes first with his suits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NameFirst {
    /// Any seat, also one without suits.
    pub seat: Seat,
}

/// Brings a suit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Sue {
    /// The unit that is sued.
    pub unit: UnitId,
    /// How many cards of the disputed kind are staked, at least 1.
    pub cards: u16,
}

/// Ends the own time to sue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Yield {}

/// Answers a suit: brings the own side's total above the other's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Raise {
    /// How many cards of the disputed kind are added to the own side's total.
    pub cards: u16,
}

/// An earlier principal adds cards to the side he handed over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddToSuit {
    /// How many cards of the disputed kind, at least 1.
    pub cards: u16,
}

/// Gives the suit up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Concede {}

/// Offers the own side of the suit to somebody not yet involved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandOver {
    /// Who is asked.
    pub to: Seat,
}

/// Takes such an offer back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawHandOver {}

/// Takes a side of the suit over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeOver {
    /// The side that is offered.
    pub side: Side,
}

/// Declines to take a side over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeclineSuit {
    /// The side that is offered.
    pub side: Side,
}

/// Plays an Althing card; anybody may, at any time of the Althing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayAlthingCard {
    /// `settlement` or `uproar`.
    pub card: FateCard,
    /// For `settlement` the number of the suit that is broken off; none for `uproar`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suit: Option<u8>,
}
