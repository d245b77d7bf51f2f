//! The Althing in session: the suits that may be brought, whose time it is, and the suit being fought: its two sides,
//! their totals, and which of them must answer. **A tie is lost by the side that answers:** it must bring its total above
//! the other's, or concede (rules page §5.7, B16).

use super::UnitId;
use crate::landnam::board::Place;
use crate::landnam::resource::Resource;
use rules::{Seat, wire, words};

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
    pub fn possible(&self, plaintiff: Seat, unit: UnitId) -> Option<&PossibleSuit> {
        self.suits.iter().find(|suit| suit.plaintiff == plaintiff && suit.unit == unit)
    }

    pub fn unbrought(&self, seat: Seat) -> impl Iterator<Item = &PossibleSuit> {
        self.suits.iter().filter(move |suit| suit.plaintiff == seat && !suit.brought)
    }

    pub fn brought_by(&self, seat: Seat) -> usize {
        self.suits.iter().filter(|suit| suit.plaintiff == seat && suit.brought).count()
    }
}

#[words]
pub enum Side {
    /// The side of the seat that brought the suit.
    Plaintiff,
    /// The side of the owner of the unit.
    Defendant,
}

impl Side {
    /// Both, the plaintiff's first.
    pub const BOTH: [Self; 2] = [Self::Plaintiff, Self::Defendant];

    pub const fn other(self) -> Self {
        match self {
            Self::Plaintiff => Self::Defendant,
            Self::Defendant => Self::Plaintiff,
        }
    }
}

/// The suit that is fought: the sides raise in turn until one concedes.
#[wire]
pub struct Suit {
    /// Counted from 1 in this Althing.
    pub number: u8,
    /// The seat that sued first, to which a red token would go.
    pub plaintiff: Seat,
    pub unit: UnitId,
    pub hex: Place,
    /// The only kind that is staked.
    pub resource: Resource,
    /// The side that must raise above the other's total, hand over or concede.
    pub answering: Side,
    /// How often the turn to answer has passed from side to side.
    pub answers: u16,
    pub plaintiffs: Party,
    pub defendants: Party,
}

/// One side of a suit, with everybody who was its principal.
#[wire]
#[derive(Default)]
pub struct Party {
    /// The seat that answers for the side, may hand it over, and gets its token.
    pub principal: Seat,
    /// The seats that handed over, in order; they may still add cards.
    pub earlier: Vec<Seat>,
    /// How often each of `earlier` has added cards.
    pub added: Vec<u16>,
    /// How many cards it has staked; they are in the supply already.
    pub total: u16,
    /// The seats to which the side was offered; each is asked once.
    pub asked: Vec<Seat>,
    /// The seat that is asked now.
    pub offer: Option<Seat>,
}

impl Party {
    pub fn of(principal: Seat) -> Self {
        Self { principal, ..Self::default() }
    }

    pub fn involves(&self, seat: Seat) -> bool {
        self.principal == seat || self.earlier.contains(&seat)
    }
}

impl Suit {
    pub fn party(&self, side: Side) -> &Party {
        match side {
            Side::Plaintiff => &self.plaintiffs,
            Side::Defendant => &self.defendants,
        }
    }

    pub fn party_mut(&mut self, side: Side) -> &mut Party {
        match side {
            Side::Plaintiff => &mut self.plaintiffs,
            Side::Defendant => &mut self.defendants,
        }
    }

    pub fn side_led_by(&self, seat: Seat) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.party(side).principal == seat)
    }

    pub fn involves(&self, seat: Seat) -> bool {
        Side::BOTH.into_iter().any(|side| self.party(side).involves(seat))
    }

    /// How often `seat` has added as an earlier principal.
    pub fn added_by(&self, seat: Seat) -> u16 {
        let parties = Side::BOTH.into_iter().map(|side| self.party(side));
        parties
            .flat_map(|party| party.earlier.iter().zip(&party.added))
            .find(|(earlier, _)| **earlier == seat)
            .map_or(0, |(_, added)| *added)
    }

    /// The least total of the answering side that is an answer: one above the other side's. A tie is not enough: at
    /// equal totals it is still the answering side's turn, and if that side concedes, it loses the suit (rules page
    /// §5.7, B16).
    fn answering_total(&self) -> u16 {
        self.party(self.answering.other()).total + 1
    }

    /// Has the answering side answered once its total is `total`?
    pub fn is_answered_by(&self, total: u16) -> bool {
        total >= self.answering_total()
    }

    /// The fewest cards that the answering side must add to answer, or 0 if its total is enough already.
    pub fn needed_to_answer(&self) -> u16 {
        self.answering_total().saturating_sub(self.party(self.answering).total)
    }
}
