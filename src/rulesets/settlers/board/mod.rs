//! The places of the board and what lies on the land (rules page §4).
//!
//! May know: terrain. May not know: players, or a game in progress. Places are numbers, as the rules page gives them.

mod geometry;
mod spots;

pub use geometry::{CORNER_HEXES, HARBOUR_EDGES, LETTERED, harbour_of, near_edges, spiral};
pub use rules::{Spot, Spots};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::terrain::{Harbour, Terrain};

/// The number of land hexes.
pub const HEXES: usize = 19;
/// The number of points where hexes meet.
pub const VERTICES: usize = 54;
/// The number of sides of hexes.
pub const EDGES: usize = 72;
pub const SITES: usize = 9;

/// A land hex, 0 to 18: by rows from the north, each from the west.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[schema(as = SettlersHex, value_type = u8, minimum = 0, maximum = 18, example = 9)]
#[serde(transparent)]
pub struct Hex(pub u8);

/// A point where hexes meet, 0 to 53: by rows from the north, each from the west.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[schema(as = SettlersVertex, value_type = u8, minimum = 0, maximum = 53, example = 18)]
#[serde(transparent)]
pub struct Vertex(pub u8);

/// A side of a hex, 0 to 71: ordered by the lower and then the higher of its two vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[schema(as = SettlersEdge, value_type = u8, minimum = 0, maximum = 71, example = 28)]
#[serde(transparent)]
pub struct Edge(pub u8);

/// The terrain, numbers and harbours of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersBoard)]
pub struct Board {
    /// The land hexes, by number.
    #[schema(value_type = Vec<Land>, min_items = 19, max_items = 19)]
    pub hexes: [Land; HEXES],
    /// The kinds of the harbours, by site.
    #[schema(value_type = Vec<Harbour>, min_items = 9, max_items = 9)]
    pub harbours: [Harbour; SITES],
}

/// One land hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettlersLand)]
pub struct Land {
    /// Its terrain.
    pub terrain: Terrain,
    /// Its number, 2 to 12 without 7; none on the desert.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 2, maximum = 12)]
    pub number: Option<u8>,
}

impl Board {
    /// A land hex.
    pub fn land(&self, hex: Hex) -> Option<Land> {
        self.hexes.get(hex.index()).copied()
    }

    /// Every land hex with its number.
    pub fn lands(&self) -> impl Iterator<Item = (Hex, Land)> {
        Hex::all().zip(self.hexes)
    }

    /// The harbour that a building on `vertex` may use.
    pub fn harbour(&self, vertex: Vertex) -> Option<Harbour> {
        harbour_of(vertex).and_then(|site| self.harbours.get(site).copied())
    }

    /// The chances in 36 with which the number of `hex` is rolled.
    pub fn pips(&self, hex: Hex) -> u8 {
        self.land(hex).and_then(|land| land.number).map_or(0, pips)
    }
}

/// The chances in 36 with which `number` is rolled: 6 − |7 − number|.
pub const fn pips(number: u8) -> u8 {
    6_u8.saturating_sub(7_u8.abs_diff(number))
}
