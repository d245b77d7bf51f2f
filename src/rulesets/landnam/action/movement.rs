//! Actions of movement and exploration (rules page §6).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::board::Place;
use crate::landnam::card::FateCard;
use crate::landnam::number::Number;
use crate::landnam::resource::Resource;
use crate::landnam::state::UnitId;

/// Moves a unit one step, or lets it explore an unknown neighbour.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The unit; the first step of the phase chooses it.
    pub unit: UnitId,
    /// A neighbouring place.
    pub to: Place,
    /// Exploration cards played with it: at most one `find_*` and at most one `omen`. None by default.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<FateCard>,
}

/// Plays a movement card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayMovementCard {
    /// A card marked movement.
    pub card: FateCard,
    /// The unit it is played for; needed only while no unit is chosen, and chooses it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
}

/// Exchanges a fate card for a resource card instead of moving.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExchangeFateCard {
    /// The card given.
    pub card: FateCard,
    /// The kind taken; it must be in supply.
    pub resource: Resource,
}

/// Names the number of a hex found with an omen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChooseNumber {
    /// A value of which a marker is free.
    pub number: Number,
}

/// Moves a chased unit away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Flee {
    /// One of the places it may flee to.
    pub to: Place,
}

/// Ends phase 2.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EndMovement {}
