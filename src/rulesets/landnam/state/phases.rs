//! What is pending in each phase of the turn: the Althing and its suits, movement, trade.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{UnitId, UnitKind, is_false};
use crate::landnam::board::{Corner, Place};
use crate::landnam::number::Number;
use crate::landnam::resource::{Bundle, Resource};
use rules::{Seat, wire, words};

/// The phase of the turn, with everything that is pending in it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum Phase {
    /// Nothing was drawn yet.
    #[default]
    SetUp,
    /// The server rolls the dice.
    Roll,
    /// The active player may play a harvest card (B2).
    HarvestCard,
    /// The active player chooses the hex to age.
    Aging {
        /// Those among which the choice is, in order (B7).
        candidates: Vec<Place>,
    },
    /// A 7 was rolled and there are possible suits.
    Althing(Althing),
    /// Phase 2: movement and exploration.
    Movement(Movement),
    /// Phase 3: trade, then building.
    Trading(Trading),
    /// The game is over.
    Over {
        /// The reason why it is over.
        ended_by: Ending,
    },
}

/// Why a game is over.
#[words]
pub enum Ending {
    /// A player had enough points at the end of a turn.
    Points,
    /// Everybody played as many turns as the components allow (B59).
    TurnLimit,
    /// All but one have given up.
    Resignations,
}

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
    /// Those who handed over, in order; they may add cards (B21).
    pub earlier: Vec<Seat>,
    /// How often each of `earlier` has added, in the same order.
    pub added: Vec<u16>,
    /// The cards staked so far; they are in the supply already.
    pub total: u16,
    /// Everybody this side has asked to take over, in order (B19: each once).
    pub asked: Vec<Seat>,
    /// The seat that is being asked now.
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

    pub fn side_once_led_by(&self, seat: Seat) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| self.party(side).earlier.contains(&seat))
    }

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

/// What the active player has done in phase 2 so far.
#[wire]
#[derive(Default)]
pub struct Movement {
    /// The active player's own actions in this phase.
    pub acts: u16,
    /// The unit that is moved, once chosen.
    pub unit: Option<UnitId>,
    /// Its steps left, cards included.
    pub steps: u8,
    /// It may enter one land hex that is no mountain (`landfall` played and not yet used).
    #[serde(default, skip_serializing_if = "is_false")]
    pub landfall: bool,
    /// It may enter mountains (`mountain_trail` played).
    #[serde(default, skip_serializing_if = "is_false")]
    pub mountain_trail: bool,
    /// It may drive one opponent's unit off (`drive_off` played and not yet used).
    #[serde(default, skip_serializing_if = "is_false")]
    pub drive_off: bool,
    /// The hex it has just discovered without being let in; a fitting card still lets it in (B28).
    pub stopped_at: Option<Place>,
    /// It entered the outer sea, which ends the phase.
    #[serde(default, skip_serializing_if = "is_false")]
    pub on_outer: bool,
    /// Where each outlaw stood when the phase began (B36).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outlaws: Vec<(UnitId, Place)>,
    /// Units chased so far in this phase, in order; only `drive_off` hits one again (B35).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chased: Vec<UnitId>,
    /// A unit that must flee before the mover enters.
    pub flight: Option<Flight>,
    /// A hex found with an omen whose number must be named.
    pub naming: Option<Naming>,
}

/// A chase in progress (B34): the unit flees, then the mover enters.
#[wire]
pub struct Flight {
    /// The unit that must flee.
    pub unit: UnitId,
    /// The hex that it must leave and the mover will enter.
    pub hex: Place,
    /// Where it may go, in order. With one place only the server lets it flee there.
    pub options: Vec<Place>,
    /// Is it driven off by the card, or chased for a red token?
    pub drive_off: bool,
}

/// An omen's number to be named (B29).
#[wire]
#[derive(Copy)]
pub struct Naming {
    /// The hex that was found.
    pub hex: Place,
    /// What the red die gives, for one who names nothing.
    pub default: Number,
}

/// The number of an offer within its turn, counted from 1. An acceptance names it (B61).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct OfferId(pub u16);

/// An open offer: by the active player to others, or a counter-offer to the active player.
#[wire]
pub struct Offer {
    /// The number of the offer.
    pub id: OfferId,
    /// The seat that makes it and is bound by it.
    pub maker: Seat,
    /// The seats it is made to, in seat order; for a counter-offer the active seat alone.
    pub to: Vec<Seat>,
    /// What the maker gives.
    pub give: Bundle,
    /// What the maker wants.
    pub want: Bundle,
    /// The seats that have declined.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub declined: Vec<Seat>,
}

/// What was done in phase 3 so far.
#[wire]
#[derive(Default)]
pub struct Trading {
    /// The active player's own actions in this phase.
    pub acts: u16,
    /// Trade is over: it was ended, or something was built (B43).
    pub closed: bool,
    /// The open offers, oldest first; at most one by each seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offer>,
    /// Offers made in this turn so far; the next one's number is one more.
    pub offers_made: u16,
    /// By seat: offers made in this turn, replacements counted (B60).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made_by: Vec<u8>,
    /// By seat: offers made and withdrawn in this turn, which numbers the standing invitation to trade.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trade_acts: Vec<u16>,
    /// Units built in this turn; they do nothing in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new_units: Vec<UnitId>,
    /// Units that built a harbour or aged in this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub acted: Vec<UnitId>,
    /// Corners whose building was built or expanded in this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new_buildings: Vec<Corner>,
    /// Units built at each corner in this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made_at: Vec<(Corner, u8)>,
    /// Hexes left by units that built a farm in this turn; nothing is placed there before it ends (B53).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vacated: Vec<Place>,
    /// Ships of the active player that became farms; back in their supply when the turn ends (B53).
    pub ships_spent: u8,
    /// Settlers that became farms, likewise.
    pub settlers_spent: u8,
}

impl Offer {
    pub fn asks(&self, seat: Seat) -> bool {
        self.to.contains(&seat) && !self.declined.contains(&seat)
    }

    pub fn is_declined(&self) -> bool {
        self.to.iter().all(|seat| self.declined.contains(seat))
    }
}

impl Trading {
    pub fn offer(&self, id: OfferId) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.id == id)
    }

    pub fn offer_of(&self, maker: Seat) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.maker == maker)
    }

    pub fn made_by(&self, seat: Seat) -> u8 {
        self.made_by.get(usize::from(seat)).copied().unwrap_or(0)
    }

    pub fn trade_acts(&self, seat: Seat) -> u16 {
        self.trade_acts.get(usize::from(seat)).copied().unwrap_or(0)
    }

    /// Units of the active player of one kind that became farms in this turn (B53).
    pub fn spent(&self, kind: UnitKind) -> u8 {
        match kind {
            UnitKind::Ship => self.ships_spent,
            UnitKind::Settler => self.settlers_spent,
        }
    }

    pub fn made_at(&self, corner: Corner) -> u8 {
        self.made_at.iter().find(|(there, _)| *there == corner).map_or(0, |(_, count)| *count)
    }
}
