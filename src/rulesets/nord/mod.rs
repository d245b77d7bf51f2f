//! NORD: an island of settlements, workers of all colours that join them, and the fighters that are won and lost for it.
//!
//! May know: the crate `rules` and this folder. May not know: the web, a database, the clock, other rulesets.
//! The code cites the rules page by section (`§9.4`).
//!
//! A rule is one file: `setup`, `start`, `turn`, `treasures`, `placement`, `attacks`, `jarls`, `connections`, `scoring`. Each
//! holds, as far as it has them, its actions, its events, what is allowed, what an action brings about (`decide`), the
//! effects of its events (`apply`), what is left out for other viewers, and the listing of legal actions, by the same
//! predicates that validate them. `action`, `event` and `question` bring the subjects together.

pub mod action;
pub mod attacks;
pub mod board;
pub mod bots;
pub mod components;
mod conformance;
pub mod connections;
pub mod event;
pub mod jarls;
pub mod options;
pub mod orders;
pub mod placement;
pub mod question;
pub mod refusals;
pub mod render;
mod ruleset;
pub mod scoring;
pub mod setup;
pub mod start;
pub mod state;
pub mod statistics;
pub mod treasures;
pub mod turn;
pub mod view;

use components::Components;

#[derive(Debug, Clone)]
pub struct Nord {
    components: Components,
    /// The components as the JSON that a game stores.
    text: String,
}

impl Nord {
    /// The ruleset with the components of this version.
    pub fn standard() -> Self {
        Self { components: Components::standard(), text: components::STANDARD.to_owned() }
    }

    pub fn numbers(&self) -> &Components {
        &self.components
    }
}

impl Default for Nord {
    fn default() -> Self {
        Self::standard()
    }
}
