//! What was done in phase 3, and the open offers of trade.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{UnitId, UnitKind};
use crate::landnam::board::{Corner, Place};
use crate::landnam::resource::Bundle;
use rules::{Seat, wire};

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
