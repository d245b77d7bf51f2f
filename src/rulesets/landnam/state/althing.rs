//! The Althing in session: the suits that may be brought, and whose time it is. The suit being fought is in `suit`.

use super::{Suit, UnitId};
use crate::landnam::board::Place;
use crate::landnam::resource::Resource;
use rules::{Seat, wire};

/// From naming who sues first to the end of the Althing.
#[wire]
#[derive(Default)]
pub struct Althing {
    /// Every possible suit, fixed at the opening.
    pub suits: Vec<PossibleSuit>,
    /// Missing until the active seat has named it.
    pub first: Option<Seat>,
    /// The seat that may sue now.
    pub suitor: Option<Seat>,
    /// How many suits were brought so far.
    pub brought: u8,
    /// The suit that is fought now.
    pub suit: Option<Suit>,
}

/// A suit that one seat may bring against one unit.
#[wire]
#[derive(Copy)]
pub struct PossibleSuit {
    /// The seat that may sue.
    pub plaintiff: Seat,
    pub unit: UnitId,
    /// The owner of the unit.
    pub defendant: Seat,
    pub hex: Place,
    /// The kind in dispute: what the hex yields, or the harbour's kind.
    pub resource: Resource,
    /// Was it brought already, whatever came of it?
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
