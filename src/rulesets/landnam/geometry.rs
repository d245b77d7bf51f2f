//! Where the places of the board lie, for clients that draw it themselves: the tables of `board` and the points that
//! `render` draws at, as data.

use super::Landnam;
use super::board::{Corner, Place};
use super::components::Components;
use super::render::terrain_style;
use super::terrain::Terrain;
use rules::geometry::{HEX_UNIT, in_units};
use rules::render::GroundColour;
use rules::{BoardGeometry, Hex, wire};

/// Where the places of the board lie: the same in every game. `x` grows to the east, `y` to the south, and 0,0 is the
/// middle of the board. The outer sea, `outer`, lies all around and has no place of its own.
#[wire(Landnam)]
pub struct ShownGeometry {
    /// How long a side of a hex is in the numbers of `x` and `y`.
    #[schema(example = 1000)]
    pub unit: i16,
    /// The six corners of any hex, clockwise from the north, as seen from its middle: the outline to draw.
    pub outline: Vec<Offset>,
    /// Every hex of the board, the rim included.
    pub hexes: Vec<HexGeometry>,
    /// Where farms and towns stand: the corners of the interior.
    pub corners: Vec<CornerGeometry>,
}

/// A point as seen from another.
#[wire(Landnam)]
pub struct Offset {
    /// How far to the east it lies.
    pub x: i16,
    /// How far to the south it lies.
    pub y: i16,
}

/// A hex by its middle, with its corners.
#[wire(Landnam)]
pub struct HexGeometry {
    pub hex: Place,
    pub x: i16,
    pub y: i16,
    /// Its corners at which something can be built, clockwise from the north: six in the interior, two or three on the
    /// rim.
    pub corners: Vec<Corner>,
    /// Does it belong to the rim of sea around the interior?
    pub rim: bool,
    /// The side of the rim that it belongs to, clockwise from the one north of east; the corners of the rim have none.
    #[schema(minimum = 0, maximum = 5)]
    pub side: Option<u8>,
}

/// A corner with the hexes that meet there.
#[wire(Landnam)]
pub struct CornerGeometry {
    pub corner: Corner,
    pub x: i16,
    pub y: i16,
    /// The three hexes that meet there: what a farm or town there yields from.
    pub hexes: Vec<Place>,
}

impl BoardGeometry for Landnam {
    type Components = Components;
    type Geometry = ShownGeometry;

    fn geometry(&self) -> ShownGeometry {
        let outline = Hex::CENTRE.corners().map(|corner| {
            let (x, y) = in_units(corner.point());
            Offset { x, y }
        });
        let hexes = Place::hexes().filter_map(|place| {
            let hex = place.hex()?;
            let (x, y) = in_units(hex.point());
            let corners = hex.corners().into_iter().filter_map(Corner::of).collect();
            Some(HexGeometry { hex: place, x, y, corners, rim: place.is_rim(), side: place.side() })
        });
        let corners = Corner::all().map(|corner| {
            let (x, y) = in_units(corner.name().point());
            CornerGeometry { corner, x, y, hexes: corner.places().into() }
        });
        ShownGeometry {
            unit: HEX_UNIT,
            outline: outline.into(),
            hexes: hexes.collect(),
            corners: corners.collect(),
        }
    }

    fn colours(&self) -> Vec<GroundColour> {
        let tiles =
            Terrain::ALL.map(|terrain| GroundColour::of(terrain.name(), terrain_style(Some(terrain))));
        let outer = GroundColour::around("outer", |palette| palette.outer_sea);
        tiles.into_iter().chain([GroundColour::of("unknown", terrain_style(None)), outer]).collect()
    }
}
