//! What stands and lies on the board: tiles, units, buildings, red tokens.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::board::Place;
use crate::landnam::number::Number;
use crate::landnam::resource::Resource;
use crate::landnam::terrain::Terrain;
use rules::Seat;

/// A known interior hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// What it is.
    pub terrain: Terrain,
    /// Its number marker: on bog, field, pasture and forest; missing only until an omen's number is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<Number>,
    /// The harbour marker on it, if it is sea and has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harbour: Option<Resource>,
}

impl Tile {
    /// A tile as it comes from the supply, without marker or harbour.
    pub const fn bare(terrain: Terrain) -> Self {
        Self { terrain, number: None, harbour: None }
    }
}

/// The name of a unit. It stays with the unit while it is on the board; afterwards it may be used again (B56).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct UnitId(pub u8);

/// The two kinds of units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnitKind {
    /// Sails the sea; on land, by a card, it counts as a settler that moves as a ship.
    Ship,
    /// Walks the land.
    Settler,
}

/// A unit on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its name.
    pub id: UnitId,
    /// Its owner.
    pub seat: Seat,
    /// Ship or settler.
    pub kind: UnitKind,
    /// Where it stands.
    pub place: Place,
}

/// The two kinds of buildings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BuildingKind {
    /// One house.
    Farm,
    /// Two houses.
    Town,
}

impl BuildingKind {
    /// The houses it is made of. It is due as many cards, and worth as many points (rules page §4, §9).
    pub const fn houses(self) -> u8 {
        match self {
            Self::Farm => 1,
            Self::Town => 2,
        }
    }
}

/// A building at a corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Building {
    /// Its owner.
    pub seat: Seat,
    /// Farm or town.
    pub kind: BuildingKind,
}

/// A red token on the board, nobody's point yet (rules page §5): it makes its unit an outlaw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RedToken {
    /// The outlaw, wherever it stands now.
    pub unit: UnitId,
    /// Who brought the suit; the token lies by a building of this seat.
    pub plaintiff: Seat,
    /// Where the token lies.
    pub hex: Place,
}
