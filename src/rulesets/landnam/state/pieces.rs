//! What stands on the board, and what is left in the supply: units, buildings, red tokens, tiles, markers.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::landnam::board::{CORNERS, Corner, Place};
use crate::landnam::number::Number;
use crate::landnam::resource::Bundle;
use crate::landnam::terrain::Terrain;
use rules::{Applied, ByName, OrMisfit, Seat, Spot, Spots, wire, words};

pub type Buildings = Spots<Corner, Building, CORNERS>;

/// A ship or settler on the board.
#[wire]
#[derive(Copy)]
pub struct Unit {
    pub id: UnitId,
    pub seat: Seat,
    pub kind: UnitKind,
    pub place: Place,
}

/// A farm or town.
#[wire]
#[derive(Copy)]
pub struct Building {
    pub seat: Seat,
    pub kind: BuildingKind,
}

/// A red token on the board makes its unit an outlaw; it is nobody's point yet.
#[wire]
#[derive(Copy)]
pub struct RedToken {
    /// The outlaw, wherever it stands now.
    pub unit: UnitId,
    /// The seat that brought the suit; the token lies beside its building.
    pub plaintiff: Seat,
    /// Where the token lies.
    pub hex: Place,
}

/// Tiles and markers that are not used yet; kinds of which none is left are missing.
#[wire]
#[derive(Copy, Default)]
pub struct Supply {
    #[serde(with = "ByName::<Terrain>")]
    #[schema(value_type = std::collections::BTreeMap<Terrain, u8>)]
    pub tiles: [u8; Terrain::ALL.len()],
    #[serde(with = "ByName::<Number>")]
    #[schema(value_type = std::collections::BTreeMap<String, u8>)]
    pub numbers: [u8; Number::COUNT],
    pub harbours: Bundle,
}

/// The number of a unit while it is on the board; a later unit may get it again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = u8, minimum = 0, maximum = 49)]
pub struct UnitId(pub u8);

/// Ships sail the sea, settlers walk on land.
#[words]
pub enum UnitKind {
    /// Sails the sea; on land, by a card, it counts as a settler that moves as a ship.
    Ship,
    /// Walks on the land only.
    Settler,
}

/// What stands at a corner of hexes: a farm, or the town that took its place.
#[words]
pub enum BuildingKind {
    /// Made of one house.
    Farm,
    /// Made of two houses.
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

impl Supply {
    pub fn tiles_of(&self, terrain: Terrain) -> u8 {
        self.tiles[terrain.index()]
    }

    pub fn numbers_of(&self, number: Number) -> u8 {
        self.numbers[number.index()]
    }

    pub fn take_tile(&mut self, terrain: Terrain) -> Applied {
        let left = &mut self.tiles[terrain.index()];
        *left = left.checked_sub(1).or_misfit("no such tile in supply")?;
        Ok(())
    }

    pub fn take_number(&mut self, number: Number) -> Applied {
        let left = &mut self.numbers[number.index()];
        *left = left.checked_sub(1).or_misfit("no such number in supply")?;
        Ok(())
    }

    pub fn return_number(&mut self, number: Number) -> Applied {
        let left = &mut self.numbers[number.index()];
        *left = left.checked_add(1).or_misfit("more of a number than there can be")?;
        Ok(())
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
