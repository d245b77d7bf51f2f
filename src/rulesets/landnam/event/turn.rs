//! Events of the turn and the end of the game (rules page §3, §9).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::resource::Resource;
use crate::landnam::state::Ending;
use rules::Seat;

/// A turn begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnBegun {
    /// Its number, counted from 1; turns that are skipped, because a seat has given up, are counted.
    pub turn: u32,
    /// Whose turn it is.
    pub seat: Seat,
}

/// A turn ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnEnded {
    /// Whose turn it was.
    pub seat: Seat,
}

/// A seat gave up; its pieces stay, its turns are skipped, and it gains nothing any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatGivenUp {
    /// Who.
    pub seat: Seat,
}

/// The game is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameEnded {
    /// Why.
    pub ended_by: Ending,
}

/// The supply has no card of a kind any more. How many it has of the others stays secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SupplyRanOut {
    /// The kind.
    pub resource: Resource,
}

/// The supply has cards of a kind again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SupplyRefilled {
    /// The kind.
    pub resource: Resource,
}
