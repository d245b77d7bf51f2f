//! Events of building, and of the two bonus cards (rules page §8, §10).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::settlers::board::{Edge, Vertex};
use crate::settlers::resource::Bundle;
use rules::Seat;

/// A road was built.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersRoadBuilt)]
pub struct RoadBuilt {
    /// Who.
    pub seat: Seat,
    /// Where.
    pub edge: Edge,
    /// What was paid.
    pub paid: Bundle,
}

/// A settlement was built.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersSettlementBuilt)]
pub struct SettlementBuilt {
    /// Who.
    pub seat: Seat,
    /// Where.
    pub vertex: Vertex,
    /// What was paid.
    pub paid: Bundle,
}

/// A settlement became a city.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersCityBuilt)]
pub struct CityBuilt {
    /// Who.
    pub seat: Seat,
    /// Where.
    pub vertex: Vertex,
    /// What was paid.
    pub paid: Bundle,
}

/// The card of the longest route changed hands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersLongestRouteMoved)]
pub struct LongestRouteMoved {
    /// Who has it now; none while it is set aside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<Seat>,
    /// The longest length.
    pub length: u8,
}

/// The card of the largest army changed hands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersLargestArmyMoved)]
pub struct LargestArmyMoved {
    /// Who has it now.
    pub holder: Seat,
    /// How many knights he has played.
    pub knights: u8,
}
