//! What one seat can see: what is legal for it depends on nothing else, so that listing legal actions tells no
//! secret, and whoever holds only a view can list them too.

use super::components::Components;
use super::development::{DevelopmentCard, DevelopmentCards};
use super::resource::Bundle;
use super::state::{State, Table};
use rules::Seat;

/// The table through the eyes of a seat.
#[derive(Debug, Clone, Copy)]
pub struct PlayerView<'a> {
    pub components: &'a Components,
    pub table: &'a Table,
    pub seat: Seat,
    pub hand: Bundle,
    pub development: DevelopmentCards,
    /// Those of them that were bought in this turn.
    pub bought: DevelopmentCards,
}

impl<'a> PlayerView<'a> {
    /// What `seat` sees of a game.
    pub fn of(components: &'a Components, state: &'a State, seat: Seat) -> Self {
        let secret = &state.secret;
        let bought = if state.table.active == seat { secret.bought } else { DevelopmentCards::default() };
        let (hand, development) = (secret.hand(seat), secret.development_of(seat));
        Self { components, table: &state.table, seat, hand, development, bought }
    }

    pub fn is_active(&self) -> bool {
        self.table.active == self.seat
    }

    /// Does the seat hold a card of that kind that it did not buy in this turn?
    pub fn may_show(&self, card: DevelopmentCard) -> bool {
        self.development.get(card) > self.bought.get(card)
    }
}
