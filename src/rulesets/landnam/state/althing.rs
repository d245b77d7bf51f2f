//! The Althing in session: the suits that may be brought, and whose time it is. The suit being fought is in `suit`.

use super::{Suit, UnitId};
use crate::landnam::board::Place;
use crate::landnam::resource::Resource;
use rules::{Seat, wire};

/// From the naming of the first plaintiff to the end. It is in session only if there are possible suits (B12).
#[wire]
#[derive(Default)]
pub struct Althing {
    /// Every possible suit, as determined at the opening; the list is frozen (B11).
    pub suits: Vec<PossibleSuit>,
    /// The seat that goes first, once named.
    pub first: Option<Seat>,
    /// Whose time it is to sue.
    pub suitor: Option<Seat>,
    /// The suits brought so far.
    pub brought: u8,
    /// The suit being fought.
    pub suit: Option<Suit>,
}

/// A suit that may be brought in this Althing.
#[wire]
#[derive(Copy)]
pub struct PossibleSuit {
    /// The seat that may bring it.
    pub plaintiff: Seat,
    /// The unit it is against.
    pub unit: UnitId,
    /// The owner of the unit.
    pub defendant: Seat,
    /// Where the unit stands.
    pub hex: Place,
    /// The disputed kind: what the hex yields, or the harbour's resource.
    pub resource: Resource,
    /// Was it brought, whatever came of it?
    pub brought: bool,
}

impl Althing {
    /// The suit of a plaintiff against a unit, if it is possible.
    pub fn possible(&self, plaintiff: Seat, unit: UnitId) -> Option<&PossibleSuit> {
        self.suits.iter().find(|suit| suit.plaintiff == plaintiff && suit.unit == unit)
    }

    /// The suits that `seat` may still bring.
    pub fn unbrought(&self, seat: Seat) -> impl Iterator<Item = &PossibleSuit> {
        self.suits.iter().filter(move |suit| suit.plaintiff == seat && !suit.brought)
    }

    pub fn brought_by(&self, seat: Seat) -> usize {
        self.suits.iter().filter(|suit| suit.plaintiff == seat && suit.brought).count()
    }
}
