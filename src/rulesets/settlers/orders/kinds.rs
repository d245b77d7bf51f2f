//! The kinds of order. These types are the API: unknown fields are refused by name.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::settlers::board::Hex;
use crate::settlers::resource::{Bundle, Resource};
use rules::Seat;

/// An answer given in advance, told apart by its `type`. Of several that could answer, the one given last does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SettlersOrder)]
#[expect(missing_docs, reason = "each variant says what it is at its struct")]
pub enum Order {
    Discard(DiscardPreference),
    Trade(TradeFilter),
    RejectTrades(TradeOff),
    Roll(RollAtOnce),
    Robber(RobberPreference),
    EndTurn(EndIdleTurn),
}

/// Every `type` of an order.
pub const KINDS: [&str; 6] = ["discard", "trade", "reject_trades", "roll", "robber", "end_turn"];

/// Discards at once on a seven.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersDiscardPreference)]
pub struct DiscardPreference {
    /// The kinds that go first, in order; what is owed beyond them goes from the largest pile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<Resource>,
}

/// Answers offers by rules: the first that fits counts; where none fits, the owner is asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersTradeFilter)]
pub struct TradeFilter {
    /// In order, 1 to 20.
    #[schema(min_items = 1, max_items = 20)]
    pub rules: Vec<TradeRule>,
}

/// A rule about offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersTradeRule)]
pub struct TradeRule {
    /// Only offers of this player; of everybody if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Seat>,
    /// Only offers like this.
    #[serde(default)]
    pub when: TradeCondition,
    /// What is answered.
    pub then: TradeReply,
}

/// What an offer is like; what is left out says nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = SettlersTradeCondition)]
pub struct TradeCondition {
    /// They want a card of one of these kinds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub they_want_any_of: Vec<Resource>,
    /// They give all of these cards, or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub they_give_at_least: Option<Bundle>,
    /// They want none but these cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub they_want_at_most: Option<Bundle>,
}

/// What is answered to an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SettlersTradeReply)]
pub enum TradeReply {
    /// Yes; no where the hand can't pay.
    Accept,
    /// No.
    Reject,
    /// Nothing: the owner is asked.
    Ask,
}

/// Rejects every offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersTradeOff)]
pub struct TradeOff {}

/// Rolls as soon as the own turn begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersRollAtOnce)]
pub struct RollAtOnce {}

/// Moves the robber to a hex without own buildings where a card can be taken from one of these players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersRobberPreference)]
pub struct RobberPreference {
    /// Whom to take a card from, in order; of the hexes that has the most likely number. Where none can be robbed, the
    /// owner is asked.
    #[schema(min_items = 1)]
    pub victims: Vec<Seat>,
    /// Hexes to spare.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spare: Vec<Hex>,
}

/// Ends the own turn when nothing can be built, bought, played or traded with the bank, and no offer is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersEndIdleTurn)]
pub struct EndIdleTurn {}
