//! What happened: the list of all types of event. Each is a struct of its subject, with everything chance gave and every
//! secret inside; what a viewer is shown of it is decided in `view`.

use super::state::State;

rules::list_of! {
/// An event, distinguished by its `type`.
#[schema(as = LandnamEvent)]
pub enum Event applies to State {
    // Set-up and turn
    setup: GameStarted, FirstFateCardDealt, FatePileLaid;
    fate: FatePileReshuffled, FateCardDrawn;
    turn: TurnBegun, TurnEnded;
    resign: SeatGivenUp;
    scoring: GameEnded;
    turn: SupplyRanOut, SupplyRefilled;
    // Phase 1
    harvest: DiceRolled, HarvestCardAwaited, HarvestCardPlayed, HarvestCardDeclined, HarvestYielded, FamineStruck,
        AgingAwaited, HexAged;
    flight: OutlawRemoved, RedTokenAwarded;
    althing: AlthingOpened, FirstNamed, SuitorCalled, SuitorPassedOver, SuitorYielded;
    suits: SuitBrought, SuitRaised, SuitAddedTo, HandOverOffered, HandOverWithdrawn, HandOverDeclined, HandOverVoided,
        HandOverAccepted, SuitConceded, SuitWon, UnitOutlawed;
    althing: AlthingCardPlayed;
    suits: SuitBrokenOff;
    althing: AlthingBrokenUp, BlackTokenAwarded, AlthingEnded;
    // Phase 2
    movement: MovementBegun, MovementCardPlayed, FateCardExchanged, UnitChosen, UnitMoved;
    flight: UnitChased, FlightAwaited, UnitFled, UnitRemoved;
    exploration: ExplorationCardPlayed, HexDiscovered, NumberAwaited, NumberLaid, DiscoveryRewarded, UnitStopped;
    flight: RedTokenFollowed;
    movement: MovementEnded;
    // Phase 3
    trade: TradeBegun, SupplyTraded, TradeOffered, OfferDeclined, OfferClosed, TradeMade, TradeEnded;
    building: UnitBuilt, FarmBuilt, TownBuilt, HarbourBuilt, HexAgedForPay;
}
}
