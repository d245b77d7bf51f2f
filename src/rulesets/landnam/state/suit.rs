//! A suit being fought: two sides with their principals, totals and hand-overs (rules page §5.6–5.8).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::UnitId;
use crate::landnam::board::Place;
use crate::landnam::resource::Resource;
use rules::Seat;

/// The two sides of a suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The side of who brought the suit.
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

    pub const fn name(self) -> &'static str {
        match self {
            Self::Plaintiff => "plaintiff",
            Self::Defendant => "defendant",
        }
    }
}

/// A suit being fought.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
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
    /// The plaintiff's side.
    pub plaintiffs: Party,
    /// The defendant's side.
    pub defendants: Party,
}

/// One side of a suit.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Party {
    /// Who answers, wins the token, and alone may hand over.
    pub principal: Seat,
    /// Those who handed over, in order; they may add cards (B21).
    pub earlier: Vec<Seat>,
    /// How often each of `earlier` has added, in the same order.
    pub added: Vec<u16>,
    /// The cards staked so far; they are in the supply already.
    pub total: u16,
    /// Everybody this side has asked to take over, in order (B19: each once).
    pub asked: Vec<Seat>,
    /// Who is being asked now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<Seat>,
}

impl Party {
    /// A side with its first principal.
    pub fn of(principal: Seat) -> Self {
        Self { principal, ..Self::default() }
    }

    /// Is or was `seat` a principal of this side?
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

    /// The side of which `seat` is principal.
    pub fn side_led_by(&self, seat: Seat) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.party(side).principal == seat)
    }

    /// The side of which `seat` is an earlier principal.
    pub fn side_once_led_by(&self, seat: Seat) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.party(side).earlier.contains(&seat))
    }

    /// Is or was `seat` a principal on either side?
    pub fn involves(&self, seat: Seat) -> bool {
        Side::BOTH.into_iter().any(|side| self.party(side).involves(seat))
    }

    /// How often `seat` has added as an earlier principal.
    pub fn added_by(&self, seat: Seat) -> u16 {
        let parties = Side::BOTH.into_iter().map(|side| self.party(side));
        parties
            .flat_map(|party| party.earlier.iter().zip(&party.added))
            .find(|(who, _)| **who == seat)
            .map_or(0, |(_, added)| *added)
    }

    /// The fewest cards that bring the answering side above the other.
    pub fn needed(&self) -> u16 {
        let (mine, theirs) = (self.party(self.answering).total, self.party(self.answering.other()).total);
        (theirs + 1).saturating_sub(mine)
    }
}
