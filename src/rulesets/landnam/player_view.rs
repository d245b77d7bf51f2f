//! What one seat can see: what is legal for it depends on nothing else, so that listing legal actions tells no
//! secret, and whoever holds only a view can list them too.

use super::card::FateCard;
use super::components::Components;
use super::resource::{Bundle, Resource};
use super::state::{State, Table, Unit};
use rules::Seat;

/// The table through the eyes of a seat.
#[derive(Debug, Clone, Copy)]
pub struct PlayerView<'a> {
    pub components: &'a Components,
    pub table: &'a Table,
    pub seat: Seat,
    pub hand: Bundle,
    /// The fate cards in hand, oldest first.
    pub fate_cards: &'a [FateCard],
    /// Which kinds have run out in the supply, in the order of [`Resource::ALL`].
    pub run_out: [bool; 4],
}

impl<'a> PlayerView<'a> {
    /// What `seat` sees of a game.
    pub fn of(components: &'a Components, state: &'a State, seat: Seat) -> Self {
        Self {
            components,
            table: &state.table,
            seat,
            hand: state.secret.hand(seat),
            fate_cards: state.secret.fate_cards_of(seat),
            run_out: state.secret.run_out(),
        }
    }

    pub fn is_active(&self) -> bool {
        self.table.active == self.seat
    }

    /// Does the seat hold that fate card?
    pub fn holds(&self, card: FateCard) -> bool {
        self.fate_cards.contains(&card)
    }

    /// Each different fate card of the seat once, in the order in which they came.
    pub fn different_fate_cards(&self) -> impl Iterator<Item = FateCard> + use<'a> {
        let cards = self.fate_cards;
        let first = move |(index, card): &(usize, &FateCard)| !cards[..*index].contains(card);
        cards.iter().enumerate().filter(first).map(|(_, card)| *card)
    }

    /// Has the kind run out in the supply?
    pub fn has_run_out(&self, kind: Resource) -> bool {
        self.run_out[kind.index()]
    }

    /// The units of the seat, in the order of their names.
    pub fn own_units(&self) -> impl Iterator<Item = Unit> + use<'a> {
        let seat = self.seat;
        self.table.units.iter().filter(move |unit| unit.seat == seat).copied()
    }
}
