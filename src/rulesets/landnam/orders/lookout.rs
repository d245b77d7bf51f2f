//! What an order goes by: everything that its seat sees.

use crate::landnam::components::Components;
use crate::landnam::player_view::PlayerView;
use crate::landnam::view::{SeatView, View};
use rules::Seat;

/// The table, the own hand, and the others' numbers of cards.
pub struct Lookout<'v> {
    pub player: PlayerView<'v>,
    seats: &'v [SeatView],
}

impl<'v> Lookout<'v> {
    /// What the seat of `view` sees; `None` for a spectator.
    pub fn of(view: &'v View, components: &'v Components) -> Option<Self> {
        Some(Self { player: view.player_view(components)?, seats: &view.seats })
    }

    /// How many resource cards a seat holds.
    pub fn hand_size(&self, seat: Seat) -> u16 {
        self.seats.get(usize::from(seat)).map_or(0, |seat| seat.cards)
    }

    /// Does the seat hold at most so many, if that matters?
    pub fn holds_at_most(&self, seat: Seat, most: Option<u8>) -> bool {
        most.is_none_or(|most| self.hand_size(seat) <= u16::from(most))
    }
}
