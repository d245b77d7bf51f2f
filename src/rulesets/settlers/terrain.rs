//! What a land hex is made of, and what it gives (rules page §3).

use serde::{Deserialize, Serialize};

use super::resource::Resource;

/// The terrain of a land hex.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = SettlersTerrain)]
pub enum Terrain {
    /// Gives lumber.
    Forest,
    /// Gives wool.
    Pasture,
    /// Gives grain.
    Fields,
    /// Gives brick.
    Hills,
    /// Gives ore.
    Mountains,
    /// Gives nothing.
    Desert,
}

impl Terrain {
    pub const fn resource(self) -> Option<Resource> {
        match self {
            Self::Forest => Some(Resource::Lumber),
            Self::Pasture => Some(Resource::Wool),
            Self::Fields => Some(Resource::Grain),
            Self::Hills => Some(Resource::Brick),
            Self::Mountains => Some(Resource::Ore),
            Self::Desert => None,
        }
    }
}

/// What a harbour trades better (rules page §4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SettlersHarbour)]
pub enum Harbour {
    /// Any kind, three for one.
    Generic,
    /// Lumber, two for one.
    Lumber,
    /// Brick, two for one.
    Brick,
    /// Wool, two for one.
    Wool,
    /// Grain, two for one.
    Grain,
    /// Ore, two for one.
    Ore,
}

impl Harbour {
    /// The one kind that it trades two for one.
    pub const fn resource(self) -> Option<Resource> {
        match self {
            Self::Generic => None,
            Self::Lumber => Some(Resource::Lumber),
            Self::Brick => Some(Resource::Brick),
            Self::Wool => Some(Resource::Wool),
            Self::Grain => Some(Resource::Grain),
            Self::Ore => Some(Resource::Ore),
        }
    }
}
