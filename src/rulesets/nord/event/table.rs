//! Events of the set-up and of the end (rules page §6, §14).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::nord::board::{Board, Settlement};
use crate::nord::state::{Buried, EndedBy};
use crate::nord::treasure::{Treasure, Treasures};
use rules::Seat;

/// The island lies ready.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordIslandLaid)]
pub struct IslandLaid {
    /// Land, settlements and the small dragon boat.
    pub board: Board,
    /// The number of a variable island.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
}

/// The treasures were dealt, laid out and piled; all of it is secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordTreasuresDealt)]
pub struct TreasuresDealt {
    /// What each seat got, by seat.
    pub hands: Vec<Treasures>,
    /// What lies face down on the cairns, in reading order.
    pub buried: Vec<Buried>,
    /// The draw pile, from the bottom to the top.
    pub draw_pile: Vec<Treasure>,
}

/// A player begins in a settlement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordStartChosen)]
pub struct StartChosen {
    /// Who.
    pub seat: Seat,
    /// Where his first fighter and his jarl are.
    pub settlement: Settlement,
}

/// The settlements without a player's jarl got a neutral one, and the unused jarls lie in the large dragon boat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordJarlsSeated)]
pub struct JarlsSeated {
    /// The settlements with a neutral jarl.
    pub neutral: Vec<Settlement>,
    /// How many jarls are unused; they take the lowest places.
    pub unused: u8,
}

/// A seat has given up; its pieces stay, its turns are skipped, and its score stays what it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordSeatGivenUp)]
pub struct SeatGivenUp {
    /// Who.
    pub seat: Seat,
}

/// The game is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordGameEnded)]
pub struct GameEnded {
    /// Why.
    pub ended_by: EndedBy,
}
