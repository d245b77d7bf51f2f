//! Everything there is to know about a game.
//!
//! May know: the vocabulary and the board. May not know: what is allowed. `Table` is what everybody sees, `Secret`
//! what nobody may learn but its owner.

mod offer;
mod phase;
mod secret;
mod table;

pub use offer::{Addressee, Offer, OfferId, Reply};
pub use phase::{EndedBy, Founding, Phase, Resume};
pub use secret::Secret;
pub use table::{Building, BuildingKind, Buildings, Player, Roads, Route, Table};

use serde::{Deserialize, Serialize};

use super::resource::Bundle;
use rules::Seat;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub table: Table,
    /// What only its owner sees, or nobody.
    pub secret: Secret,
}

impl State {
    /// Cards from the bank to a hand.
    pub fn pay_out(&mut self, seat: Seat, cards: Bundle) {
        self.table.bank -= cards;
        self.gain(seat, cards);
    }

    /// Cards from a hand to the bank.
    pub fn pay(&mut self, seat: Seat, cards: Bundle) {
        self.table.bank += cards;
        self.lose(seat, cards);
    }

    /// Cards from one hand to another.
    pub fn hand_over(&mut self, from: Seat, to: Seat, cards: Bundle) {
        self.lose(from, cards);
        self.gain(to, cards);
    }

    fn gain(&mut self, seat: Seat, cards: Bundle) {
        if let Some(hand) = self.secret.hand_mut(seat) {
            *hand += cards;
        }
        self.count_cards(seat);
    }

    fn lose(&mut self, seat: Seat, cards: Bundle) {
        if let Some(hand) = self.secret.hand_mut(seat) {
            *hand -= cards;
        }
        self.count_cards(seat);
    }

    /// How many cards a hand has is public.
    fn count_cards(&mut self, seat: Seat) {
        let count = self.secret.hand(seat).total();
        if let Some(player) = self.table.player_mut(seat) {
            player.cards = count;
        }
    }
}
