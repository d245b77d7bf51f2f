//! What happened, with everything chance gave and every secret inside.
//!
//! May know: the vocabulary and the pieces. May not know: the state or the rules. Folding events over a state (`apply`)
//! needs nothing else; what a viewer is told of them is `tell`'s business.

mod scoring;
mod table;
mod turn;

pub use scoring::*;
pub use table::*;
pub use turn::*;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An event, told apart by its `type`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = NordEvent)]
#[expect(missing_docs, reason = "each variant says what it is at its struct")]
pub enum Event {
    // Set-up and end
    IslandLaid(IslandLaid),
    TreasuresDealt(TreasuresDealt),
    StartChosen(StartChosen),
    JarlsSeated(JarlsSeated),
    SeatGivenUp(SeatGivenUp),
    GameEnded(GameEnded),
    // Turn
    TurnBegun(TurnBegun),
    TurnEnded(TurnEnded),
    TreasurePlayed(TreasurePlayed),
    FighterMoved(FighterMoved),
    WorkersPlaced(WorkersPlaced),
    TreasureTaken(TreasureTaken),
    SettlementAttacked(SettlementAttacked),
    JarlDefeated(JarlDefeated),
    // Scoring
    ScoringBegun(ScoringBegun),
    MaterialsDelivered(MaterialsDelivered),
    MountainsCollapsed(MountainsCollapsed),
    FightersFed(FightersFed),
    StormRaised(StormRaised),
    DragonBoatCleared(DragonBoatCleared),
    DiscardShuffled(DiscardShuffled),
    TreasuresLaid(TreasuresLaid),
    ScoringEnded(ScoringEnded),
    TreasuresScored(TreasuresScored),
}
