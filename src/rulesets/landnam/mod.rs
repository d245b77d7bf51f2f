//! Landnám, by Tor Gjerde: settling an island, and going to law about it.
//!
//! May know: the crate `rules` and this folder. May not know: the web, a database, the clock, other rulesets.
//! The code cites the rules page by section (`§6`) and by settled detail (`B34`). Each question of the contract has
//! its file or folder of that name.

pub mod action;
mod advance;
pub mod apply;
pub mod board;
pub mod bots;
mod calls;
pub mod card;
mod check;
pub mod components;
mod decide;
pub mod event;
pub mod ground;
mod harvest;
mod lapse;
pub mod legal;
pub mod number;
pub mod options;
pub mod orders;
pub mod passage;
pub mod player_view;
mod points;
mod possible_suits;
pub mod question;
mod randomize_hidden;
mod recorder;
pub mod redact;
mod references;
pub mod refusals;
pub mod render;
pub mod resource;
mod ruleset;
mod setup;
pub mod state;
pub mod statistics;
pub mod terrain;
pub mod validate;
pub mod view;

use components::Components;

#[derive(Debug, Clone)]
pub struct Landnam {
    components: Components,
    /// The components as the JSON that a game stores.
    text: String,
}

impl Landnam {
    /// The title with the components of this version.
    pub fn standard() -> Self {
        Self { components: Components::standard(), text: components::STANDARD.to_owned() }
    }

    pub fn numbers(&self) -> &Components {
        &self.components
    }
}

impl Default for Landnam {
    fn default() -> Self {
        Self::standard()
    }
}
