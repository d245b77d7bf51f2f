//! What happened: one struct for each type of event, with everything chance gave and every secret inside.
//!
//! May know: the vocabulary and the pieces. May not know: the state or the rules. Folding events over a state
//! (`apply`) needs nothing else; what a viewer is told of them is `tell`'s business.

mod althing;
mod building;
mod harvest;
mod movement;
mod setup;
mod trade;
mod turn;

pub use althing::*;
pub use building::*;
pub use harvest::*;
pub use movement::*;
pub use setup::*;
pub use trade::*;
pub use turn::*;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An event, told apart by its `type`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = LandnamEvent)]
#[expect(missing_docs, reason = "each variant says what it is at its struct")]
pub enum Event {
    // Set-up and turn
    GameStarted(GameStarted),
    FirstFateCardDealt(FirstFateCardDealt),
    FatePileLaid(FatePileLaid),
    FatePileReshuffled(FatePileReshuffled),
    FateCardDrawn(FateCardDrawn),
    TurnBegun(TurnBegun),
    TurnEnded(TurnEnded),
    SeatGivenUp(SeatGivenUp),
    GameEnded(GameEnded),
    SupplyRanOut(SupplyRanOut),
    SupplyRefilled(SupplyRefilled),
    // Phase 1
    DiceRolled(DiceRolled),
    HarvestCardAwaited(HarvestCardAwaited),
    HarvestCardPlayed(HarvestCardPlayed),
    HarvestCardDeclined(HarvestCardDeclined),
    HarvestYielded(HarvestYielded),
    FamineStruck(FamineStruck),
    AgingAwaited(AgingAwaited),
    HexAged(HexAged),
    OutlawRemoved(OutlawRemoved),
    RedTokenAwarded(RedTokenAwarded),
    AlthingOpened(AlthingOpened),
    FirstNamed(FirstNamed),
    SuitorCalled(SuitorCalled),
    SuitorPassedOver(SuitorPassedOver),
    SuitorYielded(SuitorYielded),
    SuitBrought(SuitBrought),
    SuitRaised(SuitRaised),
    SuitAddedTo(SuitAddedTo),
    HandOverOffered(HandOverOffered),
    HandOverWithdrawn(HandOverWithdrawn),
    HandOverDeclined(HandOverDeclined),
    HandOverVoided(HandOverVoided),
    HandOverAccepted(HandOverAccepted),
    SuitConceded(SuitConceded),
    SuitWon(SuitWon),
    UnitOutlawed(UnitOutlawed),
    AlthingCardPlayed(AlthingCardPlayed),
    SuitBrokenOff(SuitBrokenOff),
    AlthingBrokenUp(AlthingBrokenUp),
    BlackTokenAwarded(BlackTokenAwarded),
    AlthingEnded(AlthingEnded),
    // Phase 2
    MovementBegun(MovementBegun),
    MovementCardPlayed(MovementCardPlayed),
    FateCardExchanged(FateCardExchanged),
    UnitChosen(UnitChosen),
    UnitMoved(UnitMoved),
    UnitChased(UnitChased),
    FlightAwaited(FlightAwaited),
    UnitFled(UnitFled),
    UnitRemoved(UnitRemoved),
    ExplorationCardPlayed(ExplorationCardPlayed),
    HexDiscovered(HexDiscovered),
    NumberAwaited(NumberAwaited),
    NumberLaid(NumberLaid),
    DiscoveryRewarded(DiscoveryRewarded),
    UnitStopped(UnitStopped),
    RedTokenFollowed(RedTokenFollowed),
    MovementEnded(MovementEnded),
    // Phase 3: trade
    TradeBegun(TradeBegun),
    SupplyTraded(SupplyTraded),
    TradeOffered(TradeOffered),
    OfferDeclined(OfferDeclined),
    OfferClosed(OfferClosed),
    TradeMade(TradeMade),
    TradeEnded(TradeEnded),
    // Phase 3: building
    UnitBuilt(UnitBuilt),
    FarmBuilt(FarmBuilt),
    TownBuilt(TownBuilt),
    HarbourBuilt(HarbourBuilt),
    HexAgedForPay(HexAgedForPay),
}
