//! What was done in phase 3, and the open offers of trade.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{UnitId, UnitKind};
use crate::landnam::board::{Corner, Place};
use crate::landnam::resource::Bundle;
use rules::{Seat, wire};

/// The number of an offer, counted from 1 in each turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = u16, minimum = 1, maximum = 65535)]
pub struct OfferId(pub u16);

/// An open offer by the active seat, or a counter-offer to it.
#[wire]
pub struct Offer {
    pub id: OfferId,
    /// The seat that made it and is bound by it.
    pub maker: Seat,
    /// The seats that may accept; for a counter-offer the active seat alone.
    pub to: Vec<Seat>,
    pub give: Bundle,
    pub want: Bundle,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub declined: Vec<Seat>,
}

/// Phase 3: trade, then building.
#[wire]
#[derive(Default)]
pub struct Trading {
    /// How many actions the active seat took in this phase.
    pub acts: u16,
    /// Is trade over, because it was ended or something was built?
    pub closed: bool,
    /// Open offers, oldest first; at most one by each seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offer>,
    /// How many offers were made in this turn; the next gets the number after.
    pub offers_made: u16,
    /// How many offers each seat has made in this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made_by: Vec<u8>,
    /// How many offers each seat has made or withdrawn in this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trade_acts: Vec<u16>,
    /// Units built in this turn, which do nothing in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new_units: Vec<UnitId>,
    /// Units that built a harbour or aged a hex in this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub acted: Vec<UnitId>,
    /// Where something was built or expanded in this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new_buildings: Vec<Corner>,
    /// How many units each building has made in this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made_at: Vec<UnitsMade>,
    /// Hexes of units that became farms; they stay empty until the turn ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vacated: Vec<Place>,
    /// Ships that became farms; they return to the supply when the turn ends.
    pub ships_spent: u8,
    /// Settlers that became farms; they return to the supply when the turn ends.
    pub settlers_spent: u8,
}

/// How many units one building has made in this turn.
#[wire]
#[derive(Copy)]
pub struct UnitsMade {
    pub corner: Corner,
    #[schema(minimum = 1)]
    pub units: u8,
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

    // The lists have a number for each seat from the beginning of the phase. A seat that is not there, as a client may
    // name it, has done nothing.

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
        self.made_at.iter().find(|made| made.corner == corner).map_or(0, |made| made.units)
    }
}
