//! Where in the turn the game is (rules page §3).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Althing, Movement, Trading};
use crate::landnam::board::Place;

/// The phase of the turn, with everything that is pending in it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum Phase {
    /// Nothing was drawn yet.
    #[default]
    SetUp,
    /// The server rolls the dice.
    Roll,
    /// The active player may play a harvest card (B2).
    HarvestCard,
    /// The active player chooses the hex to age.
    Aging {
        /// Those among which the choice is, in order (B7).
        candidates: Vec<Place>,
    },
    /// A 7 was rolled and there are possible suits.
    Althing(Althing),
    /// Phase 2: movement and exploration.
    Movement(Movement),
    /// Phase 3: trade, then building.
    Trading(Trading),
    /// The game is over.
    Over {
        /// Why.
        ended_by: Ending,
    },
}

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Somebody had enough points at the end of a turn.
    Points,
    /// Everybody played as many turns as the components allow (B59).
    TurnLimit,
    /// All but one have given up.
    Resignations,
}

impl Ending {
    /// The word in the outcome.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::TurnLimit => "turn_limit",
            Self::Resignations => "resignations",
        }
    }
}
