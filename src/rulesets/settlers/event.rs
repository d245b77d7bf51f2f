//! The list of events, each at home in the file of its area: what happened, with everything chance gave and every secret
//! inside; and what a viewer may see of one.
//!
//! Live play, replay and time travel fold the same events. Folding is total: an event that does not fit the state (which
//! `decide` never gives) changes what it can and stops nothing.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::components::Components;
use super::resource::Bundle;
use super::state::{State, Table};
use super::view::PlayerView;
use rules::{Chance, Seat, Viewer};

/// Writes the enum of all events, given by area, and passes each on to its own `apply`.
macro_rules! events {
    ($($($area:ident)::+: $($name:ident),+;)*) => {
        $(use super::$($area)::+::{$($name),+};)*

        /// An event, told apart by its `type`.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(tag = "type", rename_all = "snake_case")]
        #[schema(as = SettlersEvent)]
        pub enum Event { $($($name($name),)+)* }

        impl Event {
            pub fn apply(&self, state: &mut State) {
                match self { $($(Self::$name(event) => event.apply(state),)+)* }
            }
        }

        $($(impl From<$name> for Event {
            fn from(event: $name) -> Self {
                Self::$name(event)
            }
        })+)*
    };
}

events! {
    setup: IslandLaid, DeckShuffled;
    founding: SettlementFounded, StartingCardsTaken, RoadFounded;
    turn: TurnBegun, TurnEnded, SeatGivenUp, GameEnded;
    production: DiceRolled, ResourcesProduced;
    robber: DiscardsAwaited, CardsLaidAside, CardsDiscarded, RobberAwaited, RobberMoved, CardStolen;
    development: DevelopmentCardBought, KnightPlayed, RoadBuildingPlayed, FreeRoadPlaced, FreeRoadsEnded;
    development: YearOfPlentyPlayed, MonopolyPlayed;
    trade::offers: TradeOffered, TradeAccepted, TradeRejected, OfferClosed, TradeMade;
    trade::maritime: MaritimeTraded;
    trade: TradingClosed;
    building: RoadBuilt, SettlementBuilt, CityBuilt;
    scoring: LongestRouteMoved, LargestArmyMoved;
}

/// An event as a viewer may see it. Everybody sees every event, at least that something of its type happened, so that gaps
/// tell nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = SettlersRedactedEvent)]
pub enum RedactedEvent {
    /// The event as it is; nothing in it is secret from the viewer.
    Whole(Event),
    /// What is left of an event with a secret in it.
    Redacted(Redacted),
}

/// Events with secrets, without them. The types are the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SettlersRedacted)]
pub enum Redacted {
    /// The development cards were shuffled; their order is secret.
    DeckShuffled {
        /// How many cards there are.
        count: usize,
    },
    /// Another seat has chosen what it gives back; which cards is shown when the last has chosen.
    CardsLaidAside {
        /// The seat that has chosen.
        seat: Seat,
    },
    /// A card was stolen between two others.
    CardStolen {
        /// The seat that took it.
        seat: Seat,
        /// The seat that lost it.
        victim: Seat,
    },
    /// Another seat bought a development card.
    DevelopmentCardBought {
        /// The seat that bought it.
        seat: Seat,
        /// What was paid for it.
        paid: Bundle,
    },
}

/// What `viewer` may see of `event`. With `view`, this is the only exit for anything a person sees.
pub fn redact(event: &Event, viewer: Viewer) -> RedactedEvent {
    let is = |seat: Seat| viewer == Some(seat);
    RedactedEvent::Redacted(match event {
        Event::DeckShuffled(shuffled) => Redacted::DeckShuffled { count: shuffled.deck.len() },
        Event::CardsLaidAside(aside) if !is(aside.seat) => Redacted::CardsLaidAside { seat: aside.seat },
        Event::CardStolen(stolen) if !is(stolen.seat) && !is(stolen.victim) => {
            Redacted::CardStolen { seat: stolen.seat, victim: stolen.victim }
        }
        Event::DevelopmentCardBought(bought) if !is(bought.seat) => {
            Redacted::DevelopmentCardBought { seat: bought.seat, paid: bought.paid }
        }
        open => return RedactedEvent::Whole(open.clone()),
    })
}

/// The log of events being built: a copy of the state that runs ahead, so that what follows in the same action sees the
/// table as it is by then, and the chance it draws from.
pub struct Recorder<'r> {
    pub components: &'r Components,
    pub chance: &'r mut Chance,
    state: State,
    events: Vec<Event>,
}

impl<'r> Recorder<'r> {
    pub fn new(components: &'r Components, state: &State, chance: &'r mut Chance) -> Self {
        Self { components, chance, state: state.clone(), events: Vec::new() }
    }

    pub fn record(&mut self, event: impl Into<Event>) {
        let event = event.into();
        event.apply(&mut self.state);
        self.events.push(event);
    }

    /// The state after everything recorded so far.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The table after everything recorded so far.
    pub fn table(&self) -> &Table {
        &self.state.table
    }

    /// What a seat knows after everything recorded so far.
    pub fn player_view(&self, seat: Seat) -> PlayerView<'_> {
        PlayerView::of(self.components, &self.state, seat)
    }

    pub fn events(self) -> Vec<Event> {
        self.events
    }
}
