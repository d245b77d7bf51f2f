//! Actions of trade (rules page §7).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::OfferId;
use rules::Seat;

/// Trades cards of one kind for one of another kind with the supply, at the best rate the seat has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TradeWithSupply {
    /// The kind given; how many is the rate.
    pub give: Resource,
    /// The kind taken, one card.
    pub get: Resource,
}

/// Offers a trade. By another than the active seat it is a counter-offer to the active seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OfferTrade {
    /// What the maker gives, at least one card.
    pub give: Bundle,
    /// What the maker wants, at least one card, no kind that is also given.
    pub want: Bundle,
    /// The seats it is made to; everybody if absent. Counter-offers go to the active seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Vec<Seat>>,
}

/// Accepts an offer; it is carried out at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AcceptOffer {
    /// The offer.
    pub offer: OfferId,
}

/// Declines an offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeclineOffer {
    /// The offer.
    pub offer: OfferId,
}

/// Takes the own offer back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawOffer {
    /// The offer.
    pub offer: OfferId,
}

/// Ends trade for this turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EndTrade {}
