//! What happened: the list of all types of event. Each is a struct of its subject, with everything chance gave and
//! every secret inside; and what a viewer may see of one. Every viewer sees every event, at least that something of its
//! type happened, so that missing events reveal nothing.

use serde::Serialize;
use utoipa::ToSchema;

use super::components::Components;
use super::state::State;
use rules::{Seat, Viewer};

rules::list_of! {
/// An event, distinguished by its `type`.
#[schema(as = LandnamEvent)]
pub enum Event applies to State {
    // Set-up and turn
    setup: GameStarted, FirstFateCardDealt, FatePileLaid;
    fate: FatePileReshuffled, FateCardDrawn;
    turn: TurnBegun, TurnEnded, SeatGivenUp;
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

pub type Recorder<'r> = rules::Recorder<'r, Components, State, Event>;

rules::redacted_event!(RedactedEvent as LandnamRedactedEvent);

/// The redacted forms of events with secrets, under the same `type`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = LandnamRedacted)]
pub enum Redacted {
    /// The draw pile lies ready; its order is secret.
    FatePileLaid {
        /// How many cards lie in it.
        count: usize,
    },
    /// The discards were shuffled into a new draw pile; its order is secret.
    FatePileReshuffled {
        /// How many cards lie in it.
        count: usize,
    },
    /// Another seat drew a fate card; which one is secret.
    FateCardDrawn { seat: Seat },
}

pub fn redact(event: &Event, viewer: Viewer) -> RedactedEvent {
    RedactedEvent::Redacted(match event {
        Event::FatePileLaid(laid) => Redacted::FatePileLaid { count: laid.pile.len() },
        Event::FatePileReshuffled(laid) => Redacted::FatePileReshuffled { count: laid.pile.len() },
        Event::FateCardDrawn(drawn) if viewer != Some(drawn.seat) => {
            Redacted::FateCardDrawn { seat: drawn.seat }
        }
        Event::FamineStruck(famine) => return RedactedEvent::Whole(Event::FamineStruck(famine.redacted())),
        open => return RedactedEvent::Whole(open.clone()),
    })
}

/// Does anyone learn something by it that could not be known before? See [`rules::Rules::reveals`].
///
/// Chance gives the start, the fate cards, the dice and what is discovered. How many cards the supply has is hidden, and
/// everybody learns of it whenever it gives some: it had enough, and whether it has run out is told in the same entry.
/// So each event by which it gives cards counts, also where it does not run out: if only the others did, it would show
/// by their absence that cards are left.
pub const fn reveals(event: &Event) -> bool {
    matches!(
        event,
        // What chance gives.
        Event::GameStarted(_)
            | Event::FirstFateCardDealt(_)
            | Event::FatePileLaid(_)
            | Event::FatePileReshuffled(_)
            | Event::FateCardDrawn(_)
            | Event::DiceRolled(_)
            | Event::HexDiscovered(_)
            // What the supply gives, or fails to.
            | Event::HarvestYielded(_)
            | Event::FamineStruck(_)
            | Event::FateCardExchanged(_)
            | Event::DiscoveryRewarded(_)
            | Event::SupplyTraded(_)
            | Event::SupplyRanOut(_)
    )
}
