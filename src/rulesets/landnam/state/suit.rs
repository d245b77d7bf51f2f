//! A suit being fought: its two sides, their totals, and which of them must answer. **A tie is lost by the side that
//! answers:** it must bring its total above the other's, or concede (rules page §5.7, B16).

use super::UnitId;
use crate::landnam::board::Place;
use crate::landnam::resource::Resource;
use rules::{Seat, wire, words};

/// The two sides of a suit.
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

/// A suit being fought.
#[wire]
pub struct Suit {
    /// Its number in this Althing, counted from 1.
    pub number: u8,
    /// The original plaintiff, to whom a red token would go.
    pub plaintiff: Seat,
    /// The unit that is sued.
    pub unit: UnitId,
    /// Where the unit stands.
    pub hex: Place,
    /// The kind of card that is staked.
    pub resource: Resource,
    /// The side that must bring its total above the other's, or concede (B16).
    pub answering: Side,
    /// How often the turn to answer has passed.
    pub answers: u16,
    /// The side of the plaintiff.
    pub plaintiffs: Party,
    /// The side of the defendant.
    pub defendants: Party,
}

/// One side of a suit.
#[wire]
#[derive(Default)]
pub struct Party {
    /// The seat that answers, wins the token, and alone may hand over.
    pub principal: Seat,
    /// The seats that handed over, in order; they may add cards (B21).
    pub earlier: Vec<Seat>,
    /// How often each of `earlier` has added, in the same order.
    pub added: Vec<u16>,
    /// The cards staked so far; they are in the supply already.
    pub total: u16,
    /// The seats to which this side was offered, in order (B19: each once).
    pub asked: Vec<Seat>,
    /// The seat to which it is offered now.
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
