//! What a seat, or the server, can do: one struct for each type of action.
//!
//! May know: the vocabulary and the names of places, units and offers. May not know: the state, or whether
//! anything is allowed. These types are the API: unknown fields are refused by name.

mod althing;
mod building;
mod harvest;
mod movement;
mod trade;

pub use althing::*;
pub use building::*;
pub use harvest::*;
pub use movement::*;
pub use trade::*;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An action, told apart by its `type`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = LandnamAction)]
#[expect(missing_docs, reason = "each variant says what it is at its struct")]
pub enum Action {
    // Phase 1
    RollDice(RollDice),
    PlayHarvestCard(PlayHarvestCard),
    DeclineHarvestCard(DeclineHarvestCard),
    ChooseAging(ChooseAging),
    NameFirst(NameFirst),
    Sue(Sue),
    Yield(Yield),
    Raise(Raise),
    AddToSuit(AddToSuit),
    Concede(Concede),
    HandOver(HandOver),
    WithdrawHandOver(WithdrawHandOver),
    TakeOver(TakeOver),
    DeclineSuit(DeclineSuit),
    PlayAlthingCard(PlayAlthingCard),
    // Phase 2
    Step(Step),
    PlayMovementCard(PlayMovementCard),
    ExchangeFateCard(ExchangeFateCard),
    ChooseNumber(ChooseNumber),
    Flee(Flee),
    EndMovement(EndMovement),
    // Phase 3: trade
    TradeWithSupply(TradeWithSupply),
    OfferTrade(OfferTrade),
    AcceptOffer(AcceptOffer),
    DeclineOffer(DeclineOffer),
    WithdrawOffer(WithdrawOffer),
    EndTrade(EndTrade),
    // Phase 3: building
    BuildUnit(BuildUnit),
    BuildShipOnOuter(BuildShipOnOuter),
    BuildFarm(BuildFarm),
    BuildTown(BuildTown),
    BuildHarbour(BuildHarbour),
    AgeHex(AgeHex),
    EndTurn(EndTurn),
}
