//! Phase 3 in progress: trade, then building (rules page §7–8). It is forgotten when the turn ends, and with it
//! everything that holds for one turn only.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Offer, OfferId, UnitId};
use crate::landnam::board::{Corner, Place};
use rules::Seat;

/// What was done in phase 3 so far.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
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
    /// Ships of the active player that became farms; back in his supply when the turn ends (B53).
    pub ships_spent: u8,
    /// Settlers that became farms, likewise.
    pub settlers_spent: u8,
}

impl Trading {
    pub fn offer(&self, id: OfferId) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.id == id)
    }

    pub fn offer_of(&self, maker: Seat) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.maker == maker)
    }

    /// Offers of a seat in this turn.
    pub fn made_by(&self, seat: Seat) -> u8 {
        self.made_by.get(usize::from(seat)).copied().unwrap_or(0)
    }

    /// Offers and withdrawals of a seat in this turn.
    pub fn trade_acts(&self, seat: Seat) -> u16 {
        self.trade_acts.get(usize::from(seat)).copied().unwrap_or(0)
    }

    /// Units built at a corner in this turn.
    pub fn made_at(&self, corner: Corner) -> u8 {
        self.made_at.iter().find(|(there, _)| *there == corner).map_or(0, |(_, count)| *count)
    }
}
