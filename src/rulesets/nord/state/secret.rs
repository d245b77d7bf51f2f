//! What nobody may learn but its owner, or nobody at all.

use serde::{Deserialize, Serialize};

use crate::nord::board::Field;
use crate::nord::treasure::{Treasure, Treasures};
use rules::Seat;

/// The hidden part of a game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secret {
    /// The treasures in hand, by seat.
    pub hands: Vec<Treasures>,
    /// What each seat took with its last placement, by seat; tiles that it has played since are still named.
    pub taken: Vec<Vec<Buried>>,
    /// The tiles that lie face down on the board, in reading order of their fields.
    pub buried: Vec<Buried>,
    /// The draw pile; the top tile is the last.
    pub draw_pile: Vec<Treasure>,
}

/// A tile that lies face down on a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordBuried)]
pub struct Buried {
    /// Where.
    pub field: Field,
    /// Which.
    pub treasure: Treasure,
}

impl Secret {
    /// The treasures in the hand of a seat.
    pub fn hand(&self, seat: Seat) -> Treasures {
        self.hands.get(usize::from(seat)).copied().unwrap_or_default()
    }

    pub fn hand_mut(&mut self, seat: Seat) -> Option<&mut Treasures> {
        self.hands.get_mut(usize::from(seat))
    }

    /// What a seat took with its last placement, and where each tile lay.
    pub fn taken(&self, seat: Seat) -> &[Buried] {
        self.taken.get(usize::from(seat)).map_or(&[], Vec::as_slice)
    }

    pub fn taken_mut(&mut self, seat: Seat) -> &mut Vec<Buried> {
        let seats = usize::from(seat) + 1;
        if self.taken.len() < seats {
            self.taken.resize_with(seats, Vec::new);
        }
        &mut self.taken[usize::from(seat)]
    }

    /// The tile that lies on a field.
    pub fn buried_at(&self, field: Field) -> Option<Treasure> {
        self.buried.iter().find(|buried| buried.field == field).map(|buried| buried.treasure)
    }
}
