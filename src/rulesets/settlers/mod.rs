//! The Settlers: an island, five resources, and the first to ten points.
//!
//! May know: the crate `rules` and this folder. May not know: the web, a database, the clock, other rulesets.
//! The code cites the rules page by section (`§7.1`). Each question of the contract has its file or folder of that
//! name.

pub mod action;
mod advance;
pub mod apply;
pub mod board;
pub mod bots;
mod calls;
mod check;
pub mod components;
mod decide;
pub mod development;
pub mod event;
mod lapse;
pub mod legal;
pub mod options;
pub mod orders;
pub mod player_view;
mod points;
pub mod question;
mod randomize_hidden;
mod recorder;
pub mod redact;
pub mod refusals;
pub mod render;
pub mod resource;
pub mod route;
mod ruleset;
pub mod setup;
pub mod state;
pub mod statistics;
pub mod terrain;
pub mod validate;
pub mod view;

use components::Components;

#[derive(Debug, Clone)]
pub struct Settlers {
    components: Components,
    /// The components as the JSON that a game stores.
    text: String,
}

impl Settlers {
    /// The title with the components of this version.
    pub fn standard() -> Self {
        Self { components: Components::standard(), text: components::STANDARD.to_owned() }
    }

    pub fn numbers(&self) -> &Components {
        &self.components
    }
}

impl Default for Settlers {
    fn default() -> Self {
        Self::standard()
    }
}
