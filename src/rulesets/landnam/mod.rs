//! Landnám, by Tor Gjerde: settling an island, and going to law about it.
//!
//! May know: the crate `rules` and this folder. May not know: the web, a database, the clock, other rulesets.
//!
//! One file for each subject of the rules page, with its actions, events, validation, decisions, folding and listing in
//! this order: `setup turn harvest fate althing suits movement exploration flight trade building scoring resign`. The code
//! cites the page by section (`§6`) and by settled detail (`B34`). `action`, `event` and `question` list what there is of
//! each; `decide` and `event` send each on to its subject.

/// Types that are stored and shown: each derives the same, and refuses fields that it does not know.
macro_rules! wire_types {
    ($($item:item)*) => {
        $(
            #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
            #[serde(deny_unknown_fields)]
            $item
        )*
    };
}

mod access;
pub mod action;
mod althing;
mod automatic;
pub mod board;
pub mod bots;
mod building;
pub mod components;
mod decide;
pub mod event;
mod exploration;
pub mod fate;
mod flight;
mod harvest;
mod invariants;
mod movement;
pub mod number;
pub mod orders;
pub mod question;
mod randomize_hidden;
pub mod refusals;
pub mod render;
mod resign;
pub mod resource;
mod ruleset;
mod scoring;
mod setup;
pub mod state;
pub mod statistics;
mod suits;
pub mod terrain;
mod trade;
mod turn;
pub mod view;

use components::Components;
pub use setup::Options;

#[derive(Debug, Clone)]
pub struct Landnam {
    components: Components,
    /// The components as the JSON that a game stores.
    text: String,
}

impl Landnam {
    /// The ruleset with the components of this version.
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
