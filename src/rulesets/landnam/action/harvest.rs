//! Actions of the roll, the harvest and aging (rules page §4).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::board::Place;
use crate::landnam::card::FateCard;

/// The server rolls the dice of a turn. No seat may send it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RollDice {}

/// Plays a harvest card before the yield.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayHarvestCard {
    /// `good_year`, `blight` or `fallow`.
    pub card: FateCard,
    /// The hex that `good_year` or `blight` is about; none for `fallow`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<Place>,
}

/// Lets the harvest come as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeclineHarvestCard {}

/// Chooses the hex that ages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChooseAging {
    /// One of the candidates.
    pub hex: Place,
}
