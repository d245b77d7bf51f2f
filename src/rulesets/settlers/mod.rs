//! The Settlers: an island, five resources, and the first to ten points.
//!
//! May know: the crate `rules` and this folder. May not know: the web, a database, the clock, other rulesets.
//!
//! Each area of the rules is one file or folder: `setup`, `founding`, `production`, `robber`, `building`, `development`,
//! `trade`, `scoring`, `turn`. It holds in this order its actions, its events, what is allowed, what an action brings about
//! (`decide`), what an event changes (`apply`), the listing of legal actions, and what an absent seat does. `action` and
//! `event` list them all; what others see of an event stands in `event` too, so that all secrets are kept in one place.
//! The code cites the rules page by section (`§7.1`).

/// Writes structs of the API, each with a schema of its own. Unknown fields are refused by name.
macro_rules! wire {
    ($($(#[$attribute:meta])* struct $name:ident as $schema:ident { $($fields:tt)* })*) => {$(
        #[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        $(#[$attribute])*
        #[serde(deny_unknown_fields)]
        #[schema(as = $schema)]
        pub struct $name { $($fields)* }
    )*};
}

/// Writes enums of the API that are plain words, in JSON and in texts alike.
macro_rules! words {
    ($($(#[$attribute:meta])* enum $name:ident as $schema:ident { $($words:tt)* })*) => {$(
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema, strum::Display, strum::IntoStaticStr)]
        $(#[$attribute])*
        #[serde(rename_all = "snake_case")]
        #[strum(serialize_all = "snake_case")]
        #[schema(as = $schema)]
        pub enum $name { $($words)* }
    )*};
}

pub mod action;
pub mod board;
pub mod bots;
pub mod building;
pub mod components;
mod conformance;
pub mod development;
pub mod event;
pub mod founding;
mod lapse;
pub mod legal;
pub mod options;
pub mod orders;
pub mod production;
pub mod question;
pub mod refusals;
pub mod render;
pub mod resource;
pub mod robber;
mod ruleset;
pub mod scoring;
pub mod setup;
pub mod state;
pub mod statistics;
pub mod trade;
pub mod turn;
pub mod view;

use components::Components;

#[derive(Debug, Clone)]
pub struct Settlers {
    components: Components,
    /// The components as the JSON that a game stores.
    text: String,
}

impl Settlers {
    /// The ruleset with the components of this version.
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
