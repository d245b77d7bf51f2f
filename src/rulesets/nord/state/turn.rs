//! What was done in the turn that is being played (rules page §5).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Links;
use crate::nord::board::Field;
use crate::nord::treasure::Treasure;

/// The turn that is being played.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordThisTurn)]
pub struct ThisTurn {
    /// The treasure that was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<Treasure>,
    /// How workers may be placed.
    pub mode: Mode,
    /// The settlements that were linked when the turn began.
    pub start_links: Links,
    /// Where workers were placed, in reading order.
    pub placed: Vec<Field>,
}

/// How workers may be placed in a turn (§9.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = NordMode)]
pub enum Mode {
    /// The usual number in one area, or at sea.
    #[default]
    Normal,
    /// Land workers in up to two areas.
    TwoAreas,
    /// More workers in one area, or at sea.
    ManyWorkers,
}
