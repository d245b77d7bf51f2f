//! The phases of a turn. What is pending in each is in the file of its name.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Althing, Movement, Trading};
use crate::landnam::board::Place;
use rules::words;

/// The phase of the turn and what is pending in it, told apart by `name`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum Phase {
    /// Before the game starts.
    #[default]
    SetUp,
    /// The server rolls the dice next.
    Roll,
    /// The active seat may play a harvest card.
    HarvestCard,
    /// The active seat chooses which hex ages.
    Aging {
        /// The hexes to choose from.
        candidates: Vec<Place>,
    },
    /// A 7 was rolled and there are possible suits.
    Althing(Althing),
    /// Phase 2: movement and exploration.
    Movement(Movement),
    /// Phase 3: trade, then building.
    Trading(Trading),
    Over {
        ended_by: Ending,
    },
}

/// `points`: reached at the end of a turn; `turn_limit`: everybody has had as many turns as allowed; `resignations`:
/// all but one gave up.
#[words]
pub enum Ending {
    /// A player had enough points at the end of a turn.
    Points,
    /// Everybody played as many turns as the components allow (B59).
    TurnLimit,
    /// All but one have given up.
    Resignations,
}
