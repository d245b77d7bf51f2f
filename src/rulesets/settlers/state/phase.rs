//! Where in the game it stands (rules page §13).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::settlers::board::Vertex;
use crate::settlers::event::Owed;
use rules::Seat;

/// Where in the game it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "name", rename_all = "snake_case")]
#[schema(as = SettlersPhase)]
pub enum Phase {
    /// Nothing was drawn yet.
    Blank {},
    /// Two rounds of free placement.
    Founding(Founding),
    /// The active player is to roll, or plays a card before.
    Roll {},
    /// Some give cards back after a seven.
    Discard {
        /// Who is still to choose, in seat order.
        owed: Vec<Owed>,
    },
    /// The active player is to move the robber.
    Robber {
        /// Where the turn goes on.
        then: Resume,
    },
    /// The active player lays roads free of charge.
    FreeRoads {
        /// How many are left.
        left: u8,
        /// Where the turn goes on.
        then: Resume,
    },
    /// Trade and building.
    Main {},
    /// The game is over.
    Over {
        /// Why.
        ended_by: EndedBy,
        /// Who won by points.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
    },
}

/// How far the set-up is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersFounding)]
pub struct Founding {
    /// How many settlements with their roads lie, over all seats.
    pub placed: u8,
    /// The settlement that awaits its road.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settlement: Option<Vertex>,
}

/// Where a turn goes on after a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SettlersResume)]
pub enum Resume {
    /// Before the roll.
    Roll,
    /// Trade and building.
    Main,
}

impl Resume {
    pub fn phase(self) -> Phase {
        match self {
            Self::Roll => Phase::Roll {},
            Self::Main => Phase::Main {},
        }
    }
}

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SettlersEndedBy)]
pub enum EndedBy {
    /// Somebody has the points that win.
    Points,
    /// So many turns have been played that it is ranked as it stands.
    TurnLimit,
    /// All but one have given up.
    Resignations,
}

impl EndedBy {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::TurnLimit => "turn_limit",
            Self::Resignations => "resignations",
        }
    }
}
