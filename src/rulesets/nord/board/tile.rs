//! Tiles of eight land fields and how they are laid (rules page §4.2).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::field::Field;

/// The fields of a tile that is not turned: columns and rows.
const WIDE: i16 = 4;
const HIGH: i16 = 2;

/// The letters of one side of a tile, two rows of four.
pub type Side = [String; 2];

/// A tile on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NordLaidTile)]
pub struct LaidTile {
    /// The side that is up: `1` to `8` the fronts, `A` to `H` the backs, tile by tile.
    #[schema(example = "1", pattern = "^[1-8A-H]$")]
    pub side: char,
    /// The column of its upper left corner as it lies.
    #[schema(minimum = -100, maximum = 100)]
    pub x: i16,
    /// The row of its upper left corner as it lies.
    #[schema(minimum = -100, maximum = 100)]
    pub y: i16,
    /// How it is turned, in clockwise degrees: 0, 90, 180 or 270.
    #[schema(value_type = u16, minimum = 0, maximum = 270, multiple_of = 90, example = 90)]
    pub rotation: Rotation,
}

/// Clockwise degrees: 0, 90, 180 or 270. Tiles are never mirrored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub enum Rotation {
    None,
    Quarter,
    Half,
    ThreeQuarters,
}

impl Rotation {
    pub const ALL: [Self; 4] = [Self::None, Self::Quarter, Self::Half, Self::ThreeQuarters];

    /// Turned around by half.
    pub const fn opposite(self) -> Self {
        match self {
            Self::None => Self::Half,
            Self::Quarter => Self::ThreeQuarters,
            Self::Half => Self::None,
            Self::ThreeQuarters => Self::Quarter,
        }
    }

    /// The columns and rows of a tile that lies so.
    pub const fn size(self) -> (i16, i16) {
        match self {
            Self::None | Self::Half => (WIDE, HIGH),
            Self::Quarter | Self::ThreeQuarters => (HIGH, WIDE),
        }
    }

    /// Where the letter at column `x` and row `y` of the tile lies after turning.
    const fn turned(self, x: i16, y: i16) -> (i16, i16) {
        match self {
            Self::None => (x, y),
            Self::Quarter => (HIGH - 1 - y, x),
            Self::Half => (WIDE - 1 - x, HIGH - 1 - y),
            Self::ThreeQuarters => (y, WIDE - 1 - x),
        }
    }
}

impl From<Rotation> for u16 {
    fn from(rotation: Rotation) -> Self {
        match rotation {
            Rotation::None => 0,
            Rotation::Quarter => 90,
            Rotation::Half => 180,
            Rotation::ThreeQuarters => 270,
        }
    }
}

impl TryFrom<u16> for Rotation {
    type Error = &'static str;

    fn try_from(degrees: u16) -> Result<Self, Self::Error> {
        let known = Self::ALL.into_iter().find(|rotation| u16::from(*rotation) == degrees);
        known.ok_or("a tile is turned by 0, 90, 180 or 270 degrees")
    }
}

impl LaidTile {
    /// The number of the tile, from 0, and whether its back is up.
    pub const fn tile(&self) -> Option<(usize, bool)> {
        match self.side {
            front @ '1'..='8' => Some((front as usize - '1' as usize, false)),
            back @ 'A'..='H' => Some((back as usize - 'A' as usize, true)),
            _ => None,
        }
    }

    /// The eight fields that it covers, in reading order.
    pub fn fields(&self) -> impl Iterator<Item = Field> + use<> {
        let corner = Field::new(self.x, self.y);
        let (wide, high) = self.rotation.size();
        (0..high).flat_map(move |down| (0..wide).map(move |right| corner.moved(right, down)))
    }

    /// The fields with their letters, when `letters` are those of the side that is up.
    pub fn letters(&self, letters: &Side) -> Vec<(Field, char)> {
        let corner = Field::new(self.x, self.y);
        let rows = (0_i16..).zip(letters);
        let turned = rows.flat_map(|(y, row)| {
            (0_i16..).zip(row.chars()).map(move |(x, letter)| {
                let (right, down) = self.rotation.turned(x, y);
                (corner.moved(right, down), letter)
            })
        });
        turned.collect()
    }
}
