//! How an action's events are made one after the other.

use crate::contract::Rules;

/// A copy of the state that runs ahead, and the events that brought it there.
#[derive(Debug)]
pub struct Recorder<'r, R: Rules> {
    rules: &'r R,
    state: R::State,
    events: Vec<R::Event>,
}

impl<'r, R: Rules> Recorder<'r, R> {
    pub const fn new(rules: &'r R, state: R::State) -> Self {
        Self { rules, state, events: Vec::new() }
    }

    /// Adds an event, and folds it in: what follows sees the state after it.
    pub fn record(&mut self, event: R::Event) {
        self.rules.apply(&mut self.state, &event);
        self.events.push(event);
    }

    pub const fn rules(&self) -> &'r R {
        self.rules
    }

    /// The state after the events so far.
    pub const fn state(&self) -> &R::State {
        &self.state
    }

    /// The events so far, in order; the end of the recording.
    pub fn events(self) -> Vec<R::Event> {
        self.events
    }
}
