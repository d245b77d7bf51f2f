//! What happened, with everything chance gave and every secret inside; the log in which an action records it; and what a
//! viewer may see of it. Each event has its struct and its effect in the file of its subject.
//!
//! With `view`, [`redact`] is the only exit for anything a person sees. Every viewer gets every event, at least that
//! something of its type happened, so that gaps give nothing away.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use super::attacks::SettlementAttacked;
pub use super::jarls::JarlDefeated;
pub use super::placement::{TreasureTaken, WorkersPlaced};
pub use super::scoring::{
    Delivery, DragonBoatCleared, FightersFed, MaterialsDelivered, Meal, MountainsCollapsed, PlacedWorker,
    ScoringBegun, ScoringEnded, StormRaised,
};
pub use super::setup::{IslandLaid, TreasuresDealt};
pub use super::start::{JarlsSeated, StartChosen};
pub use super::treasures::{
    DiscardShuffled, FighterMoved, HandScore, TreasurePlayed, TreasuresLaid, TreasuresScored,
};
pub use super::turn::{GameEnded, SeatGivenUp, TurnBegun, TurnEnded};

use super::board::Field;
use super::components::Components;
use super::state::{State, Table};
use super::treasures::Treasures;
use super::view::PlayerView;
use rules::{Chance, Seat, Viewer};

/// An event, distinguished by its `type`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = NordEvent)]
pub enum Event {
    // Set-up and end
    IslandLaid(IslandLaid),
    TreasuresDealt(TreasuresDealt),
    StartChosen(StartChosen),
    JarlsSeated(JarlsSeated),
    SeatGivenUp(SeatGivenUp),
    GameEnded(GameEnded),
    // Turn
    TurnBegun(TurnBegun),
    TurnEnded(TurnEnded),
    TreasurePlayed(TreasurePlayed),
    FighterMoved(FighterMoved),
    WorkersPlaced(WorkersPlaced),
    TreasureTaken(TreasureTaken),
    SettlementAttacked(SettlementAttacked),
    JarlDefeated(JarlDefeated),
    // Scoring
    ScoringBegun(ScoringBegun),
    MaterialsDelivered(MaterialsDelivered),
    MountainsCollapsed(MountainsCollapsed),
    FightersFed(FightersFed),
    StormRaised(StormRaised),
    DragonBoatCleared(DragonBoatCleared),
    DiscardShuffled(DiscardShuffled),
    TreasuresLaid(TreasuresLaid),
    ScoringEnded(ScoringEnded),
    TreasuresScored(TreasuresScored),
}

/// Folds one event into a state: live play, replay and time travel share it.
///
/// Total: an event that does not fit the state (which `decide` never gives) changes what it can and stops nothing.
pub fn apply(state: &mut State, event: &Event) {
    let table = &mut state.table;
    match event {
        Event::IslandLaid(event) => event.apply(table),
        Event::TreasuresDealt(event) => event.apply(state),
        Event::StartChosen(event) => event.apply(table),
        Event::JarlsSeated(event) => event.apply(table),
        Event::SeatGivenUp(event) => event.apply(table),
        Event::GameEnded(event) => event.apply(table),
        Event::TurnBegun(event) => event.apply(table),
        Event::TurnEnded(_) | Event::ScoringBegun(_) => {}
        Event::TreasurePlayed(event) => event.apply(state),
        Event::FighterMoved(event) => event.apply(table),
        Event::WorkersPlaced(event) => event.apply(state),
        Event::TreasureTaken(event) => event.apply(state),
        Event::SettlementAttacked(event) => event.apply(table),
        Event::JarlDefeated(event) => event.apply(table),
        Event::MaterialsDelivered(event) => event.apply(table),
        Event::MountainsCollapsed(event) => event.apply(table),
        Event::FightersFed(event) => event.apply(table),
        Event::StormRaised(event) => event.apply(table),
        Event::DragonBoatCleared(event) => event.apply(table),
        Event::DiscardShuffled(event) => event.apply(state),
        Event::TreasuresLaid(event) => event.apply(state),
        Event::ScoringEnded(event) => event.apply(table),
        Event::TreasuresScored(event) => event.apply(table),
    }
}

/// The log of one action while it is built: it records events one by one and applies each at once to a copy of the state,
/// so that what follows in the same action sees the table as it is by then.
pub struct Recorder<'r> {
    pub components: &'r Components,
    chance: &'r mut Chance,
    state: State,
    events: Vec<Event>,
}

impl<'r> Recorder<'r> {
    pub fn new(components: &'r Components, state: &State, chance: &'r mut Chance) -> Self {
        Self { components, chance, state: state.clone(), events: Vec::new() }
    }

    pub fn record(&mut self, event: Event) {
        apply(&mut self.state, &event);
        self.events.push(event);
    }

    pub fn chance(&mut self) -> &mut Chance {
        self.chance
    }

    /// The state after everything recorded so far.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The table after everything recorded so far.
    pub fn table(&self) -> &Table {
        &self.state.table
    }

    pub fn player_view(&self, seat: Seat) -> PlayerView<'_> {
        PlayerView::of(self.components, &self.state, seat)
    }

    pub fn into_events(self) -> Vec<Event> {
        self.events
    }
}

/// An event as a viewer may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = NordRedactedEvent)]
pub enum RedactedEvent {
    /// The event as it is; nothing in it is secret from the viewer.
    Whole(Event),
    /// What is left of an event with a secret in it.
    Redacted(Redacted),
}

/// Events with secrets, without them. The types are the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = NordRedacted)]
pub enum Redacted {
    /// The treasures were dealt, laid out and piled.
    TreasuresDealt {
        /// What the viewer got; nothing for a spectator.
        #[serde(skip_serializing_if = "Option::is_none")]
        own: Option<Treasures>,
        /// How many each seat got, by seat.
        counts: Vec<u8>,
        /// The fields on which one lies, in reading order.
        fields: Vec<Field>,
        /// How many are in the draw pile.
        draw_pile: usize,
    },
    /// Another seat took the treasure of a field.
    TreasureTaken {
        /// The seat that took it.
        seat: Seat,
        /// The field where it lay.
        field: Field,
    },
    /// The discard pile was shuffled and is the draw pile now; its order is secret.
    DiscardShuffled {
        /// How many tiles there are.
        count: usize,
    },
    /// New treasures lie face down on free cairns.
    TreasuresLaid {
        /// The fields of the treasures, in reading order.
        fields: Vec<Field>,
    },
}

pub fn redact(event: &Event, viewer: Viewer) -> RedactedEvent {
    let redacted = match event {
        Event::TreasuresDealt(event) => Some(event.redacted(viewer)),
        Event::TreasureTaken(event) => event.redacted(viewer),
        Event::DiscardShuffled(event) => Some(event.redacted()),
        Event::TreasuresLaid(event) => Some(event.redacted()),
        _ => None,
    };
    redacted.map_or_else(|| RedactedEvent::Whole(event.clone()), RedactedEvent::Redacted)
}
