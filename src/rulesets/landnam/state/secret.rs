//! What no seat sees, or only one.

use crate::landnam::fate::FateCard;
use crate::landnam::resource::{Bundle, Resource};
use rules::{Applied, Misfit, OrMisfit, Seat, stored};

/// The hidden part of a game (rules page §11).
#[stored]
pub struct Secret {
    /// The resource cards in supply. Players only learn which kinds have run out.
    pub stock: Bundle,
    /// The resource cards in hand, by seat. Their number is public.
    pub hands: Vec<Bundle>,
    /// The fate cards in hand, by seat, oldest first. Their number is public.
    pub fate_cards: Vec<Vec<FateCard>>,
    /// The fate cards to be drawn, the top one first. Their number is public.
    pub pile: Vec<FateCard>,
}

impl Secret {
    // A client may name a seat that is not there: it holds nothing. What changes a hand misfits.

    pub fn hand(&self, seat: Seat) -> Bundle {
        self.hands.get(usize::from(seat)).copied().unwrap_or_default()
    }

    pub fn hand_size(&self, seat: Seat) -> u16 {
        self.hand(seat).sum()
    }

    pub fn fate_cards_of(&self, seat: Seat) -> &[FateCard] {
        self.fate_cards.get(usize::from(seat)).map_or(&[], Vec::as_slice)
    }

    pub fn has_run_out(&self, kind: Resource) -> bool {
        self.stock.get(kind) == 0
    }

    /// Which kinds have run out, in the order of [`Resource::ALL`].
    pub fn run_out(&self) -> [bool; 4] {
        Resource::ALL.map(|kind| self.has_run_out(kind))
    }

    pub fn give(&mut self, seat: Seat, cards: Bundle) -> Applied {
        self.stock.take(cards)?;
        self.hands.get_mut(usize::from(seat)).or_misfit("no such hand")?.put(cards)
    }

    pub fn take(&mut self, seat: Seat, cards: Bundle) -> Applied {
        self.hands.get_mut(usize::from(seat)).or_misfit("no such hand")?.take(cards)?;
        self.stock.put(cards)
    }

    pub fn fate_cards_mut(&mut self, seat: Seat) -> Result<&mut Vec<FateCard>, Misfit> {
        self.fate_cards.get_mut(usize::from(seat)).or_misfit("no such hand")
    }
}
