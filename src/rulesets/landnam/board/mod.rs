//! The fixed geometry of the board (rules page §2): places, corners, who touches whom, the sides of the rim.
//!
//! May know: hexes and nothing else; no terrain, no units, no state.
//!
//! Places are numbered in the order of `(q, r)` with the outer sea last, which is the order in which the rules
//! list hexes everywhere (B7), so comparing places compares them as the rules do.

mod geometry;
mod place_set;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use geometry::BOARD;
pub use place_set::PlaceSet;
use rules::{Hex, HexCorner, NotAHex, Spot};

/// The distance of the rim from the centre; the hexes within it are the interior.
const RIM: u8 = 4;
/// The number of hexes: 37 in the interior and 24 on the rim.
pub const HEXES: usize = 61;
/// The number of places: the hexes and the outer sea.
pub const PLACES: usize = HEXES + 1;
/// The number of corners of interior hexes; only there can buildings stand.
pub const CORNERS: usize = 96;
pub const SIDES: u8 = 6;

/// A hex in axial coordinates, `q,r`, or `outer`: the sea around the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, utoipa::ToSchema)]
#[schema(value_type = String, example = "0,-3")]
pub struct Place(u8);

/// The northern (`q,r,N`) or southern (`q,r,S`) corner of an interior hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, utoipa::ToSchema)]
#[schema(value_type = String, example = "0,-3,N")]
pub struct Corner(u8);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    pub to: Corner,
    pub between: [Place; 2],
}

impl Place {
    /// The sea outside the rim, a neighbour of every rim hex.
    pub const OUTER: Self = Self(HEXES as u8);

    /// Every hex, in the order of `(q, r)`, without the outer sea.
    pub fn hexes() -> impl Iterator<Item = Self> {
        (0..HEXES as u8).map(Self)
    }

    /// The place of a hex, if it is on the board.
    pub fn of(hex: Hex) -> Option<Self> {
        BOARD.hexes.binary_search(&hex).ok().map(|index| Self(index as u8))
    }

    /// The middle hex, which is also in the middle of the list.
    pub const fn centre() -> Self {
        Self(HEXES as u8 / 2)
    }

    /// Its number: hexes from 0 to 60, the outer sea 61.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its coordinates; `None` for the outer sea.
    pub fn hex(self) -> Option<Hex> {
        BOARD.hexes.get(self.index()).copied()
    }

    pub fn is_interior(self) -> bool {
        BOARD.distance[self.index()] < RIM
    }

    pub fn is_rim(self) -> bool {
        BOARD.distance[self.index()] == RIM
    }

    /// The places next to it, in order; the outer sea is next to every rim hex.
    pub fn neighbours(self) -> &'static [Self] {
        &BOARD.neighbours[self.index()]
    }

    pub fn near(self) -> PlaceSet {
        BOARD.near[self.index()]
    }

    pub fn touches(self, other: Self) -> bool {
        self.near().contains(other)
    }

    /// The corners at which something could be built, in order: six of an interior hex, fewer on the rim.
    pub fn corners(self) -> &'static [Corner] {
        &BOARD.corners_of[self.index()]
    }

    /// The side of the rim, 0 to 5 clockwise; `None` for corner hexes of the rim and everything off it.
    pub fn side(self) -> Option<u8> {
        BOARD.sides[self.index()]
    }
}

impl Corner {
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CORNERS as u8).map(Self)
    }

    pub fn of(corner: HexCorner) -> Option<Self> {
        BOARD.corners.binary_search(&corner).ok().map(|index| Self(index as u8))
    }

    /// Its number, 0 to 95.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub fn name(self) -> HexCorner {
        BOARD.corners[self.index()]
    }

    /// The three hexes that meet here, in order.
    pub fn places(self) -> [Place; 3] {
        BOARD.places_of[self.index()]
    }

    pub fn touches(self, place: Place) -> bool {
        self.places().contains(&place)
    }

    /// The edges to the corners next to it, at most three.
    pub fn edges(self) -> &'static [Edge] {
        &BOARD.edges[self.index()]
    }
}

impl Spot for Place {
    fn index(self) -> usize {
        Self::index(self)
    }

    fn all() -> impl Iterator<Item = Self> {
        Self::hexes()
    }

    fn at(index: usize) -> Option<Self> {
        (index < HEXES).then_some(Self(index as u8))
    }
}

impl Spot for Corner {
    fn index(self) -> usize {
        Self::index(self)
    }

    fn all() -> impl Iterator<Item = Self> {
        Self::all()
    }

    fn at(index: usize) -> Option<Self> {
        (index < CORNERS).then_some(Self(index as u8))
    }
}

const OUTER: &str = "outer";

/// The names of places and corners, formatted once: a state contains about a hundred of them.
struct Names {
    places: Vec<String>,
    corners: Vec<String>,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| Names {
    places: Place::hexes().filter_map(Place::hex).map(|hex| hex.to_string()).collect(),
    corners: Corner::all().map(|corner| corner.name().to_string()).collect(),
});

impl Place {
    fn spelled(self) -> &'static str {
        NAMES.places.get(self.index()).map_or(OUTER, String::as_str)
    }
}

impl Corner {
    fn spelled(self) -> &'static str {
        &NAMES.corners[self.index()]
    }
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.spelled())
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.spelled())
    }
}

impl FromStr for Place {
    type Err = NotAHex;

    fn from_str(text: &str) -> Result<Self, NotAHex> {
        if text == OUTER { Ok(Self::OUTER) } else { Self::of(text.parse()?).ok_or(NotAHex) }
    }
}

impl FromStr for Corner {
    type Err = NotAHex;

    fn from_str(text: &str) -> Result<Self, NotAHex> {
        Self::of(text.parse()?).ok_or(NotAHex)
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.spelled())
    }
}

impl Serialize for Corner {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.spelled())
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Named("a hex of the board as `q,r`, or `outer`", Self::from_str))
    }
}

impl<'de> Deserialize<'de> for Corner {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_str(Named("a corner of an interior hex as `q,r,N` or `q,r,S`", Self::from_str))
    }
}

/// Reads a name of the board from text.
struct Named<T>(&'static str, fn(&str) -> Result<T, NotAHex>);

impl<T> Visitor<'_> for Named<T> {
    type Value = T;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.1)(text).map_err(|_| E::custom(format!("`{text}` is not {}", self.0)))
    }
}
