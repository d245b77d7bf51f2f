//! What nobody may learn but its owner, or nobody at all.

use serde::{Deserialize, Serialize};

use crate::settlers::development::{DevelopmentCard, DevelopmentCards};
use crate::settlers::resource::Bundle;
use rules::Seat;

/// The hidden part of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secret {
    /// Resource cards, by seat.
    pub hands: Vec<Bundle>,
    /// Development cards that were not played, by seat.
    pub development: Vec<DevelopmentCards>,
    /// Those of the active player that he bought in this turn.
    pub bought: DevelopmentCards,
    /// What those who have chosen give back after a seven, by seat; empty where nothing was chosen.
    pub aside: Vec<Bundle>,
    /// The deck; the top card is the last.
    pub deck: Vec<DevelopmentCard>,
}

impl Secret {
    pub fn hand(&self, seat: Seat) -> Bundle {
        self.hands.get(usize::from(seat)).copied().unwrap_or_default()
    }

    pub fn hand_mut(&mut self, seat: Seat) -> Option<&mut Bundle> {
        self.hands.get_mut(usize::from(seat))
    }

    pub fn development_of(&self, seat: Seat) -> DevelopmentCards {
        self.development.get(usize::from(seat)).copied().unwrap_or_default()
    }
}
