//! What one seat can see: what is legal for it depends on nothing else, so that listing legal actions tells no
//! secret, and whoever holds only a view can list them too.

use super::board::Ends;
use super::components::Components;
use super::connections::Connections;
use super::state::{State, Table};
use super::treasure::Treasures;
use rules::Seat;

/// The table through the eyes of a seat.
#[derive(Debug, Clone, Copy)]
pub struct PlayerView<'a> {
    pub components: &'a Components,
    pub table: &'a Table,
    pub seat: Seat,
    pub hand: Treasures,
}

impl<'a> PlayerView<'a> {
    /// What `seat` sees of a game.
    pub fn of(components: &'a Components, state: &'a State, seat: Seat) -> Self {
        Self { components, table: &state.table, seat, hand: state.secret.hand(seat) }
    }

    pub fn connections(&self) -> Connections<'a> {
        Connections::of(&self.table.board, &self.table.workers)
    }

    /// The settlements in which the seat has a fighter.
    pub fn own(&self) -> Ends {
        self.table.own_settlements(self.seat)
    }
}
