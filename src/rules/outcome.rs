//! How a game ended, or stands.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::decision::Seat;

/// The end of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Outcome {
    /// Why it is over: `points`, `turn_limit`, …
    pub ended_by: String,
    /// Best first; seats that share a place share its `rank`.
    pub ranking: Vec<Place>,
}

/// One seat's place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Place {
    /// 1 for the winner; two winners both have 1 and the next has 3.
    pub rank: u8,
    /// Who.
    pub seat: Seat,
    /// Victory points.
    pub points: i32,
}
