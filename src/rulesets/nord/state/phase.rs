//! Where in the game it stands (rules page §8).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where in the game it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "name", rename_all = "snake_case")]
#[schema(as = NordPhase)]
pub enum Phase {
    /// Nothing was drawn yet.
    Blank {},
    /// The active player is to choose his start settlement.
    ChooseStart {},
    /// The active player places workers, perhaps after a treasure, or defeats a jarl.
    Turn {},
    /// The workers that were placed force the active player to attack.
    Attack {},
    /// The game is over.
    Over {
        /// Why.
        ended_by: EndedBy,
    },
}

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NordEndedBy)]
pub enum EndedBy {
    /// The last scoring was run.
    FinalScoring,
    /// All but one have given up.
    Resignations,
}

impl EndedBy {
    pub const fn word(self) -> &'static str {
        match self {
            Self::FinalScoring => "final_scoring",
            Self::Resignations => "resignations",
        }
    }
}
