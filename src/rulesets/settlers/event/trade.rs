//! Events of trade (rules page §7).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::settlers::resource::{Bundle, Resource};
use crate::settlers::state::OfferId;
use rules::Seat;

/// Why an offer is gone without a trade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SettlersClosing)]
pub enum Closing {
    /// Its maker took it back.
    Withdrawn,
    /// When it was to be carried out, a side lacked the cards.
    CardsMissing,
    /// Trade is over.
    TradingClosed,
}

/// A trade was offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersTradeOffered)]
pub struct TradeOffered {
    /// The offer.
    pub offer: OfferId,
    /// Who.
    pub seat: Seat,
    /// Whom it is made to.
    pub to: Vec<Seat>,
    /// What the maker gives.
    pub give: Bundle,
    /// What the maker gets.
    pub get: Bundle,
    /// The offer that this one answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<OfferId>,
    /// Is the first acceptance carried out at once?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub first_come: bool,
}

/// Somebody accepted; the maker may carry it out with him.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersTradeAccepted)]
pub struct TradeAccepted {
    /// The offer.
    pub offer: OfferId,
    /// Who.
    pub seat: Seat,
}

/// Somebody rejected an offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersTradeRejected)]
pub struct TradeRejected {
    /// The offer.
    pub offer: OfferId,
    /// Who.
    pub seat: Seat,
}

/// An offer is gone without a trade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersOfferClosed)]
pub struct OfferClosed {
    /// The offer.
    pub offer: OfferId,
    /// The seat that made it.
    pub maker: Seat,
    /// Why.
    pub why: Closing,
    /// Who brought it about by an act of his own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// A trade was carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersTradeMade)]
pub struct TradeMade {
    /// The offer.
    pub offer: OfferId,
    /// Whose offer it was.
    pub maker: Seat,
    /// With whom.
    pub seat: Seat,
    /// What the maker gave.
    pub give: Bundle,
    /// What the maker got.
    pub get: Bundle,
}

/// The active player traded with the bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersMaritimeTraded)]
pub struct MaritimeTraded {
    /// Who.
    pub seat: Seat,
    /// The kind given.
    pub give: Resource,
    /// How many cards were given.
    pub rate: u8,
    /// The kind taken, one card.
    pub get: Resource,
}

/// Trade is over for this turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersTradingClosed)]
pub struct TradingClosed {
    /// Who.
    pub seat: Seat,
}
