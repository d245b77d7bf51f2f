//! Events of trade (rules page §7).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::OfferId;
use rules::Seat;

/// Why an offer is gone without a trade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Closing {
    /// Its maker took it back.
    Withdrawn,
    /// Its maker made another.
    Replaced,
    /// The hand of its maker changed (B40).
    HandChanged,
    /// Trade is over.
    TradeEnded,
}

/// Phase 3 begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TradeBegun {
    /// The active player.
    pub seat: Seat,
}

/// The active player traded with the supply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SupplyTraded {
    /// Who.
    pub seat: Seat,
    /// The kind given.
    pub give: Resource,
    /// How many cards were given.
    pub rate: u8,
    /// The kind taken, one card.
    pub get: Resource,
}

/// An offer was made; it replaces the maker's former one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TradeOffered {
    /// Its number.
    pub offer: OfferId,
    /// The maker.
    pub seat: Seat,
    /// Whom it is made to.
    pub to: Vec<Seat>,
    /// What the maker gives.
    pub give: Bundle,
    /// What the maker wants.
    pub want: Bundle,
}

/// Somebody declined an offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferDeclined {
    /// The offer.
    pub offer: OfferId,
    /// Who declined.
    pub seat: Seat,
    /// Its maker.
    pub maker: Seat,
}

/// An offer is gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferClosed {
    /// The offer.
    pub offer: OfferId,
    /// Its maker.
    pub seat: Seat,
    /// Why.
    pub why: Closing,
}

/// An offer was accepted and carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TradeMade {
    /// The offer.
    pub offer: OfferId,
    /// Its maker.
    pub maker: Seat,
    /// Who accepted.
    pub seat: Seat,
    /// What the maker gave.
    pub give: Bundle,
    /// What the maker got.
    pub want: Bundle,
}

/// Trade is over for this turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TradeEnded {
    /// The active player.
    pub seat: Seat,
}
