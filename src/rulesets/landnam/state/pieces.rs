//! What stands and lies on the board, and what is left in the supply: tiles, units, buildings, red tokens, markers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::board::{CORNERS, Corner, HEXES, Place};
use crate::landnam::number::Number;
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::terrain::Terrain;
use rules::{ByName, Seat, Spot, Spots, wire, words};

/// The known interior hexes. The rim and the outer sea are always sea and carry nothing.
pub type Tiles = Spots<Place, Tile, HEXES>;

pub type Buildings = Spots<Corner, Building, CORNERS>;

/// A known interior hex.
#[wire]
#[derive(Copy)]
pub struct Tile {
    /// The terrain of the hex.
    pub terrain: Terrain,
    /// Its number marker: on bog, field, pasture and forest; missing only until an omen's number is named.
    pub number: Option<Number>,
    /// The harbour marker on it, if it is sea and has one.
    pub harbour: Option<Resource>,
}

/// A unit on the board.
#[wire]
#[derive(Copy)]
pub struct Unit {
    /// The name of the unit.
    pub id: UnitId,
    /// The owner of the unit.
    pub seat: Seat,
    /// The kind: ship or settler.
    pub kind: UnitKind,
    /// The place where it stands.
    pub place: Place,
}

/// A building at a corner.
#[wire]
#[derive(Copy)]
pub struct Building {
    /// The owner of the building.
    pub seat: Seat,
    /// The kind: farm or town.
    pub kind: BuildingKind,
}

/// A red token on the board, no player's point yet (rules page §5): it makes its unit an outlaw.
#[wire]
#[derive(Copy)]
pub struct RedToken {
    /// The outlaw, wherever it stands now.
    pub unit: UnitId,
    /// The seat that brought the suit; the token lies by a building of this seat.
    pub plaintiff: Seat,
    /// The hex where the token lies.
    pub hex: Place,
}

/// The tiles and markers in supply (rules page §2), by name; kinds of which nothing is left are missing.
#[wire]
#[derive(Copy, Default)]
pub struct Supply {
    /// Terrain tiles by terrain.
    #[serde(with = "ByName::<Terrain>")]
    #[schema(value_type = std::collections::BTreeMap<Terrain, u8>)]
    pub tiles: [u8; Terrain::ALL.len()],
    /// Number markers by value.
    #[serde(with = "ByName::<Number>")]
    #[schema(value_type = std::collections::BTreeMap<String, u8>)]
    pub numbers: [u8; Number::COUNT],
    /// Harbour markers by resource.
    pub harbours: Bundle,
}

/// The name of a unit. It stays with the unit while it is on the board; afterwards it may be used again (B56).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct UnitId(pub u8);

/// The two kinds of units.
#[words]
pub enum UnitKind {
    /// Sails the sea; on land, by a card, it counts as a settler that moves as a ship.
    Ship,
    /// Walks on the land only.
    Settler,
}

/// The two kinds of buildings.
#[words]
pub enum BuildingKind {
    /// Made of one house.
    Farm,
    /// Made of two houses.
    Town,
}

impl Tile {
    /// A tile as it comes from the supply, without marker or harbour.
    pub const fn bare(terrain: Terrain) -> Self {
        Self { terrain, number: None, harbour: None }
    }
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

impl Supply {
    pub fn tiles_of(&self, terrain: Terrain) -> u8 {
        self.tiles[terrain.index()]
    }

    pub fn numbers_of(&self, number: Number) -> u8 {
        self.numbers[number.index()]
    }

    pub fn take_number(&mut self, number: Number) {
        let left = &mut self.numbers[number.index()];
        *left = left.saturating_sub(1);
    }

    pub fn return_number(&mut self, number: Number) {
        let left = &mut self.numbers[number.index()];
        *left = left.saturating_add(1);
    }
}

impl Spot for Number {
    fn index(self) -> usize {
        Self::index(self)
    }

    fn all() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter()
    }
}
