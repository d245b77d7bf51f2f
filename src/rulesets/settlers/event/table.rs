//! Events of the set-up, of turns and of the end (rules page §4, §5, §11).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::settlers::board::{Board, Edge, Hex, Vertex};
use crate::settlers::development::DevelopmentCard;
use crate::settlers::resource::Bundle;
use crate::settlers::state::EndedBy;
use rules::Seat;

/// The island lies ready.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersIslandLaid)]
pub struct IslandLaid {
    /// Land, numbers and harbours.
    pub board: Board,
    /// Where the robber stands.
    pub robber: Hex,
    /// Who begins.
    pub first_seat: Seat,
}

/// The development cards were shuffled; their order is secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersDeckShuffled)]
pub struct DeckShuffled {
    /// From the bottom to the top.
    pub deck: Vec<DevelopmentCard>,
}

/// A settlement was founded in the set-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersSettlementFounded)]
pub struct SettlementFounded {
    /// Who.
    pub seat: Seat,
    /// Where.
    pub vertex: Vertex,
}

/// The second settlement gave its first cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersStartingCardsTaken)]
pub struct StartingCardsTaken {
    /// Who.
    pub seat: Seat,
    /// One for each land hex around it that gives something.
    pub cards: Bundle,
}

/// A road was laid in the set-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersRoadFounded)]
pub struct RoadFounded {
    /// Who.
    pub seat: Seat,
    /// Where.
    pub edge: Edge,
}

/// A turn begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersTurnBegun)]
pub struct TurnBegun {
    /// Its number, counted from 1; turns that are skipped, because a seat has given up, are counted.
    pub turn: u32,
    /// Who.
    pub seat: Seat,
}

/// A turn ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersTurnEnded)]
pub struct TurnEnded {
    /// Who.
    pub seat: Seat,
}

/// A seat has given up; its pieces stay, its turns are skipped, and it gains nothing any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersSeatGivenUp)]
pub struct SeatGivenUp {
    /// Who.
    pub seat: Seat,
}

/// The game is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersGameEnded)]
pub struct GameEnded {
    /// Why.
    pub ended_by: EndedBy,
    /// Who won by points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
    /// The victory point cards of each seat, shown now.
    pub victory_point_cards: Vec<u8>,
}
