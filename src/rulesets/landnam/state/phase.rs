//! The phases of a turn. What is pending in each is in the file of its name.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Althing, Movement, Trading};
use crate::landnam::board::Place;
use rules::words;

/// The phase of the turn, with everything that is pending in it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
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
        /// The reason why it is over.
        ended_by: Ending,
    },
}

/// Why a game is over.
#[words]
pub enum Ending {
    /// A player had enough points at the end of a turn.
    Points,
    /// Everybody played as many turns as the components allow (B59).
    TurnLimit,
    /// All but one have given up.
    Resignations,
}
