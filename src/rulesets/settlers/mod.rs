//! The Settlers: an island, five resources, and the first to ten points.
//!
//! May know: `crate::rules` and this folder. May not know: the web, a database, the clock, other rulesets.
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
mod disguise;
pub mod draw;
pub mod event;
pub mod judge;
mod lapse;
pub mod legal;
pub mod options;
pub mod orders;
mod points;
pub mod question;
pub mod refusals;
pub mod resource;
pub mod route;
mod ruleset;
mod scribe;
pub mod setup;
pub mod sight;
pub mod state;
pub mod statistics;
pub mod tell;
pub mod terrain;
pub mod view;

use components::Components;

/// The ruleset with its components.
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

    /// The numbers of the game.
    pub fn numbers(&self) -> &Components {
        &self.components
    }
}

impl Default for Settlers {
    fn default() -> Self {
        Self::standard()
    }
}
