//! What happened: the list of all types of event. Each is a struct of its subject, with everything chance gave and every
//! secret inside; what a viewer is shown of it is decided in `view`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::state::State;

/// Folds an event into a state: live play, replay and time travel share it. Total: an event that does not fit the state
/// (which `decide` never gives) changes what it can and stops nothing. Free of components and chance, so that changed
/// rules never change what has happened.
pub trait Apply {
    /// By default nothing changes: the event says what follows from others.
    fn apply(&self, _state: &mut State) {}
}

macro_rules! events {
    ($($subject:ident: $($name:ident),+;)+) => {
        $(pub use super::$subject::{$($name),+};)+

        /// An event, told apart by its `type`.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
        #[serde(tag = "type", rename_all = "snake_case")]
        #[schema(as = LandnamEvent)]
        pub enum Event {
            $($($name($name)),+),+
        }

        impl Apply for Event {
            fn apply(&self, state: &mut State) {
                match self {
                    $($(Self::$name(event) => event.apply(state)),+),+
                }
            }
        }

        $($(impl From<$name> for Event {
            fn from(event: $name) -> Self {
                Self::$name(event)
            }
        })+)+
    };
}

events! {
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
