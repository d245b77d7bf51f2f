//! A state with the ids under which its decisions are shown, and its stored form.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::contract::Rules;
use crate::decision::Decision;
use crate::decision_ids::DecisionIds;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Position<S> {
    pub state: S,
    pub ids: DecisionIds,
}

/// The stored form of a position in whose game an action was taken back; any other position is stored as the bare
/// state.
#[derive(Serialize, Deserialize)]
struct Stored<S> {
    decision_ids: DecisionIds,
    state: S,
}

/// The beginning of that form. The state of no ruleset begins so.
const STORED_WITH_IDS: &str = "{\"decision_ids\":";

impl<S> Position<S> {
    pub fn new(state: S) -> Self {
        Self { state, ids: DecisionIds::default() }
    }
}

impl<S: Serialize + DeserializeOwned> Position<S> {
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        if text.starts_with(STORED_WITH_IDS) {
            let Stored { decision_ids, state } = serde_json::from_str(text)?;
            return Ok(Self { state, ids: decision_ids });
        }
        Ok(Self::new(serde_json::from_str(text)?))
    }

    pub fn text(&self) -> Result<String, serde_json::Error> {
        if self.ids.are_plain() {
            return serde_json::to_string(&self.state);
        }
        serde_json::to_string(&Stored { decision_ids: self.ids.clone(), state: &self.state })
    }
}

impl<S: Clone> Position<S> {
    /// The open decisions as the ruleset gives them, where the ids depend on them.
    fn open<R: Rules<State = S>>(&self, rules: &R) -> Vec<Decision> {
        if self.ids.are_plain() { Vec::new() } else { rules.awaiting(&self.state) }
    }

    /// Changes the state, as by folding events in.
    pub fn change<R: Rules<State = S>>(&mut self, rules: &R, change: impl FnOnce(&mut S)) {
        let before = self.open(rules);
        change(&mut self.state);
        let after = self.open(rules);
        self.ids.follow(&before, &after);
    }

    /// Returns to an earlier position of the same game.
    pub fn restore<R: Rules<State = S>>(&mut self, rules: &R, earlier: Self) {
        let mut state = earlier.state;
        rules.restore(&mut state, &self.state);
        let (restored, abandoned) = (rules.awaiting(&state), rules.awaiting(&self.state));
        self.ids = self.ids.restore(&earlier.ids, &restored, &abandoned);
        self.state = state;
    }
}
