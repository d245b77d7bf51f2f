//! Events of the set-up and of the fate cards (rules page §3, §10, §15).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::card::FateCard;
use crate::landnam::resource::Bundle;
use rules::Seat;

/// The start player was drawn; everybody has one ship on the outer sea and the first cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameStarted {
    /// Who begins.
    pub start: Seat,
    /// The resource cards each seat begins with.
    pub cards: Bundle,
}

/// A seat keeps the first exploration card it drew; everybody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstFateCardDealt {
    /// Who.
    pub seat: Seat,
    /// The card.
    pub card: FateCard,
}

/// The other fate cards were shuffled into the draw pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FatePileLaid {
    /// The pile, top card first. Secret.
    pub pile: Vec<FateCard>,
}

/// The discards were shuffled into a new draw pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FatePileReshuffled {
    /// The pile, top card first. Secret.
    pub pile: Vec<FateCard>,
}

/// A seat drew the top fate card of the pile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FateCardDrawn {
    /// Who.
    pub seat: Seat,
    /// The card. Only the seat is told.
    pub card: FateCard,
}
