//! The recorder of one action: tells events one by one and applies each at once, so that what follows in the same
//! action sees the table as it is by then.

use super::apply::apply;
use super::components::Components;
use super::connections::Connections;
use super::event::Event;
use super::player_view::PlayerView;
use super::state::{State, Table};
use rules::{Chance, Seat};

/// A copy of the state that runs ahead, and the events that brought it there.
pub struct Recorder<'r> {
    pub components: &'r Components,
    chance: &'r mut Chance,
    state: State,
    events: Vec<Event>,
}

impl<'r> Recorder<'r> {
    /// Begins at `state`.
    pub fn new(components: &'r Components, state: &State, chance: &'r mut Chance) -> Self {
        Self { components, chance, state: state.clone(), events: Vec::new() }
    }

    /// Something happens.
    pub fn record(&mut self, event: Event) {
        apply(&mut self.state, &event);
        self.events.push(event);
    }

    /// Where draws come from.
    pub fn chance(&mut self) -> &mut Chance {
        self.chance
    }

    /// The state after everything told so far.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The table after everything told so far.
    pub fn table(&self) -> &Table {
        &self.state.table
    }

    /// Who is connected with whom after everything told so far.
    pub fn connections(&self) -> Connections<'_> {
        Connections::of(&self.state.table.board, &self.state.table.workers)
    }

    /// What a seat sees after everything told so far.
    pub fn player_view(&self, seat: Seat) -> PlayerView<'_> {
        PlayerView::of(self.components, &self.state, seat)
    }

    pub fn events(self) -> Vec<Event> {
        self.events
    }
}
