//! What a seat can do: one struct for each type of action that has fields (rules page §13).
//!
//! These types are the API: unknown fields are refused by name.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::board::{Edge, Hex, Vertex};
use super::resource::{Bundle, Resource};
use super::state::OfferId;
use rules::Seat;

/// An action, told apart by its `type`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SettlersAction)]
#[expect(missing_docs, reason = "each variant says what it is at its struct")]
pub enum Action {
    // Set-up
    PlaceSetupSettlement(PlaceSetupSettlement),
    PlaceSetupRoad(PlaceSetupRoad),
    // The roll and what may follow
    Roll(Roll),
    Discard(Discard),
    MoveRobber(MoveRobber),
    // Development cards
    PlayKnight(PlayKnight),
    PlayRoadBuilding(PlayRoadBuilding),
    PlaceFreeRoad(PlaceFreeRoad),
    PlayYearOfPlenty(PlayYearOfPlenty),
    PlayMonopoly(PlayMonopoly),
    // Trade
    OfferTrade(OfferTrade),
    CounterTrade(CounterTrade),
    AcceptTrade(AcceptTrade),
    RejectTrade(RejectTrade),
    ConfirmTrade(ConfirmTrade),
    WithdrawTrade(WithdrawTrade),
    MaritimeTrade(MaritimeTrade),
    // Building
    BuildRoad(BuildRoad),
    BuildSettlement(BuildSettlement),
    BuildCity(BuildCity),
    BuyDevelopmentCard(BuyDevelopmentCard),
    EndTurn(EndTurn),
}

/// Founds a settlement in the set-up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersPlaceSetupSettlement)]
pub struct PlaceSetupSettlement {
    /// Where.
    pub vertex: Vertex,
}

/// Lays the road at the settlement just founded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersPlaceSetupRoad)]
pub struct PlaceSetupRoad {
    /// Where.
    pub edge: Edge,
}

/// Rolls the dice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersRoll)]
pub struct Roll {}

/// Gives cards back to the bank after a seven; final when sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersDiscard)]
pub struct Discard {
    /// Exactly as many as are owed.
    pub cards: Bundle,
}

/// Moves the robber and steals a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersMoveRobber)]
pub struct MoveRobber {
    /// Where to; another hex than it stands on.
    pub hex: Hex,
    /// From whom a card is taken: an opponent with a building there and a card, if there is one; absent or null otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub victim: Option<Seat>,
}

/// Plays a knight; the robber moves next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersPlayKnight)]
pub struct PlayKnight {}

/// Plays road building; the roads are laid next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersPlayRoadBuilding)]
pub struct PlayRoadBuilding {}

/// Lays a road free of charge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersPlaceFreeRoad)]
pub struct PlaceFreeRoad {
    /// Where.
    pub edge: Edge,
}

/// Takes two cards of choice from the bank, or the last one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersPlayYearOfPlenty)]
pub struct PlayYearOfPlenty {
    /// The cards.
    pub cards: Bundle,
}

/// Takes all cards of one kind from all opponents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersPlayMonopoly)]
pub struct PlayMonopoly {
    /// The kind.
    pub resource: Resource,
}

/// Offers a trade. By another than the active seat it goes to the active seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersOfferTrade)]
pub struct OfferTrade {
    /// What the maker gives, at least one card.
    pub give: Bundle,
    /// What the maker gets, at least one card, of kinds that are not given.
    pub get: Bundle,
    /// The seats it is made to; all that are possible if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Vec<Seat>>,
    /// Only by the active seat: the first acceptance is carried out at once; else he confirms one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub first_come: bool,
}

/// Rejects an offer of the active seat and makes him another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersCounterTrade)]
pub struct CounterTrade {
    /// The offer that is answered.
    pub offer: OfferId,
    /// What the maker of the counter-offer gives, at least one card.
    pub give: Bundle,
    /// What he gets, at least one card, of kinds that are not given.
    pub get: Bundle,
}

/// Accepts an offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersAcceptTrade)]
pub struct AcceptTrade {
    /// The offer.
    pub offer: OfferId,
}

/// Rejects an offer; an acceptance that was not confirmed yet is taken back by it too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersRejectTrade)]
pub struct RejectTrade {
    /// The offer.
    pub offer: OfferId,
}

/// Carries out an own offer with one who has accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersConfirmTrade)]
pub struct ConfirmTrade {
    /// The offer.
    pub offer: OfferId,
    /// With whom.
    pub with: Seat,
}

/// Takes an own offer back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersWithdrawTrade)]
pub struct WithdrawTrade {
    /// The offer.
    pub offer: OfferId,
}

/// Trades with the bank at the best rate the seat has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersMaritimeTrade)]
pub struct MaritimeTrade {
    /// The kind given; how many is the rate.
    pub give: Resource,
    /// The kind taken, one card.
    pub get: Resource,
}

/// Builds a road.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersBuildRoad)]
pub struct BuildRoad {
    /// Where.
    pub edge: Edge,
}

/// Builds a settlement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersBuildSettlement)]
pub struct BuildSettlement {
    /// Where.
    pub vertex: Vertex,
}

/// Makes a city of an own settlement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersBuildCity)]
pub struct BuildCity {
    /// Where.
    pub vertex: Vertex,
}

/// Buys the top card of the deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersBuyDevelopmentCard)]
pub struct BuyDevelopmentCard {}

/// Ends the turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersEndTurn)]
pub struct EndTurn {}
