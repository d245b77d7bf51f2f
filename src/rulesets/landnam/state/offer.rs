//! Offers of trade between players (rules page §7, B40).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::resource::Bundle;
use rules::Seat;

/// The number of an offer within its turn, counted from 1. An acceptance names it (B61).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct OfferId(pub u16);

/// An open offer: by the active player to others, or a counter-offer to the active player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// Its number.
    pub id: OfferId,
    /// Who makes it and is bound by it.
    pub maker: Seat,
    /// The seats it is made to, in seat order; for a counter-offer the active seat alone.
    pub to: Vec<Seat>,
    /// What the maker gives.
    pub give: Bundle,
    /// What the maker wants.
    pub want: Bundle,
    /// Those who declined.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub declined: Vec<Seat>,
}

impl Offer {
    /// Is `seat` still asked?
    pub fn asks(&self, seat: Seat) -> bool {
        self.to.contains(&seat) && !self.declined.contains(&seat)
    }

    pub fn is_declined(&self) -> bool {
        self.to.iter().all(|seat| self.declined.contains(seat))
    }
}
