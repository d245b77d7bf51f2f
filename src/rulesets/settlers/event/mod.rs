//! What happened, with everything chance gave and every secret inside.
//!
//! May know: the vocabulary and the pieces. May not know: the state or the rules. Folding events over a state (`apply`) needs nothing else; what a viewer is told of them is `tell`'s business.

mod building;
mod cards;
mod roll;
mod table;
mod trade;

pub use building::*;
pub use cards::*;
pub use roll::*;
pub use table::*;
pub use trade::*;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An event, told apart by its `type`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SettlersEvent)]
#[expect(missing_docs, reason = "each variant says what it is at its struct")]
pub enum Event {
    // Set-up and turn
    IslandLaid(IslandLaid),
    DeckShuffled(DeckShuffled),
    SettlementFounded(SettlementFounded),
    StartingCardsTaken(StartingCardsTaken),
    RoadFounded(RoadFounded),
    TurnBegun(TurnBegun),
    TurnEnded(TurnEnded),
    SeatGivenUp(SeatGivenUp),
    GameEnded(GameEnded),
    // The roll and what may follow
    DiceRolled(DiceRolled),
    ResourcesProduced(ResourcesProduced),
    DiscardsAwaited(DiscardsAwaited),
    CardsLaidAside(CardsLaidAside),
    CardsDiscarded(CardsDiscarded),
    RobberAwaited(RobberAwaited),
    RobberMoved(RobberMoved),
    CardStolen(CardStolen),
    // Development cards
    DevelopmentCardBought(DevelopmentCardBought),
    KnightPlayed(KnightPlayed),
    RoadBuildingPlayed(RoadBuildingPlayed),
    FreeRoadPlaced(FreeRoadPlaced),
    FreeRoadsEnded(FreeRoadsEnded),
    YearOfPlentyPlayed(YearOfPlentyPlayed),
    MonopolyPlayed(MonopolyPlayed),
    // Trade
    TradeOffered(TradeOffered),
    TradeAccepted(TradeAccepted),
    TradeRejected(TradeRejected),
    OfferClosed(OfferClosed),
    TradeMade(TradeMade),
    MaritimeTraded(MaritimeTraded),
    TradingClosed(TradingClosed),
    // Building
    RoadBuilt(RoadBuilt),
    SettlementBuilt(SettlementBuilt),
    CityBuilt(CityBuilt),
    LongestRouteMoved(LongestRouteMoved),
    LargestArmyMoved(LargestArmyMoved),
}
