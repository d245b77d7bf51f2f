//! The fixed geometry of the board (rules page §2): places, corners, who touches whom, the sides of the rim.
//!
//! May know: hexes and nothing else; no terrain, no units, no state.
//!
//! Places are numbered in the order of `(q, r)` with the outer sea last, which is the order in which the rules
//! list hexes everywhere (B7), so comparing places compares them as the rules do.

mod geometry;
mod names;
mod set;
mod spots;

use geometry::BOARD;
use rules::{Hex, HexCorner};
pub use set::PlaceSet;

/// The distance of the rim from the centre; the hexes within it are the interior.
const RIM: u8 = 4;
/// The number of hexes: 37 in the interior and 24 on the rim.
pub const HEXES: usize = 61;
/// The number of places: the hexes and the outer sea.
pub const PLACES: usize = HEXES + 1;
/// The number of corners of interior hexes; only there can buildings stand.
pub const CORNERS: usize = 96;
/// The number of sides of the rim.
pub const SIDES: u8 = 6;

/// A hex of the board, or the outer sea. In JSON `"q,r"` or `"outer"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, utoipa::ToSchema)]
#[schema(value_type = String, example = "0,-3")]
pub struct Place(u8);

/// A corner of an interior hex. In JSON `"q,r,N"` or `"q,r,S"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, utoipa::ToSchema)]
#[schema(value_type = String, example = "0,-3,N")]
pub struct Corner(u8);

/// A way along one edge from a corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    pub to: Corner,
    /// The two hexes on both sides of the edge.
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
        BOARD.place(hex)
    }

    pub fn centre() -> Self {
        BOARD.centre
    }

    /// Its number: hexes from 0 to 60, the outer sea 61.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its coordinates; `None` for the outer sea.
    pub fn hex(self) -> Option<Hex> {
        BOARD.hexes.get(self.index()).copied()
    }

    /// Is it one of the 37 hexes inside the rim?
    pub fn is_interior(self) -> bool {
        BOARD.distance[self.index()] < RIM
    }

    /// Is it one of the 24 sea hexes of the rim?
    pub fn is_rim(self) -> bool {
        BOARD.distance[self.index()] == RIM
    }

    /// The places next to it, in order; the outer sea is next to every rim hex.
    pub fn neighbours(self) -> &'static [Self] {
        &BOARD.neighbours[self.index()]
    }

    /// The places next to it, as a set.
    pub fn near(self) -> PlaceSet {
        BOARD.near[self.index()]
    }

    /// Is `other` next to it?
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
    /// Every corner, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CORNERS as u8).map(Self)
    }

    /// The corner of that name, if a building could stand there.
    pub fn of(corner: HexCorner) -> Option<Self> {
        BOARD.corner(corner)
    }

    /// Its number, 0 to 95.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its hex and pole.
    pub fn name(self) -> HexCorner {
        BOARD.corners[self.index()]
    }

    /// The three hexes that meet here, in order.
    pub fn places(self) -> [Place; 3] {
        BOARD.places_of[self.index()]
    }

    /// Does it lie at that hex?
    pub fn touches(self, place: Place) -> bool {
        self.places().contains(&place)
    }

    /// The edges to the corners next to it, at most three.
    pub fn edges(self) -> &'static [Edge] {
        &BOARD.edges[self.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str) -> Place {
        name.parse().expect("a place of the board")
    }

    #[test]
    fn the_counts_of_section_13_hold() {
        assert_eq!(Place::hexes().filter(|place| place.is_interior()).count(), 37);
        assert_eq!(Place::hexes().filter(|place| place.is_rim()).count(), 24);
        assert_eq!(Corner::all().count(), 96);
        for side in 0..SIDES {
            assert_eq!(Place::hexes().filter(|place| place.side() == Some(side)).count(), 3);
        }
        assert_eq!(Place::hexes().filter(|place| place.is_rim() && place.side().is_none()).count(), 6);
    }

    #[test]
    fn sides_go_clockwise_from_the_one_north_of_east() {
        let sides = ["4,-2", "2,2", "-2,4", "-4,2", "-2,-2", "2,-4"];
        for (number, name) in (0..).zip(sides) {
            assert_eq!(place(name).side(), Some(number), "{name}");
        }
        assert_eq!(place("4,0").side(), None);
        assert_eq!(place("0,0").side(), None);
        assert_eq!(Place::OUTER.side(), None);
    }

    #[test]
    fn the_outer_sea_touches_exactly_the_rim() {
        assert_eq!(Place::OUTER.neighbours().len(), 24);
        for place in Place::hexes() {
            assert_eq!(place.touches(Place::OUTER), place.is_rim());
            assert_eq!(Place::OUTER.touches(place), place.is_rim());
        }
    }

    #[test]
    fn corner_hexes_of_the_rim_touch_one_interior_hex_and_the_others_two() {
        for rim in Place::hexes().filter(|place| place.is_rim()) {
            let inside = rim.neighbours().iter().filter(|place| place.is_interior()).count();
            assert_eq!(inside, if rim.side().is_some() { 2 } else { 1 });
        }
    }

    #[test]
    fn neighbours_are_mutual_and_listed_in_order() {
        for place in Place::hexes().chain([Place::OUTER]) {
            assert!(place.neighbours().is_sorted());
            assert!(place.neighbours().iter().all(|near| near.touches(place)));
        }
    }

    #[test]
    fn every_corner_lies_between_three_places_that_list_it() {
        for corner in Corner::all() {
            assert!(corner.places().iter().all(|place| place.corners().contains(&corner)));
            assert!(corner.places().iter().any(|place| place.is_interior()));
        }
        let interior = Place::hexes().filter(|place| place.is_interior());
        assert!(interior.map(|place| place.corners().len()).all(|count| count == 6));
    }

    #[test]
    fn edges_join_corners_that_share_their_two_hexes() {
        for corner in Corner::all() {
            for edge in corner.edges() {
                assert!(edge.between.iter().all(|&place| corner.touches(place) && edge.to.touches(place)));
                assert!(edge.to.edges().iter().any(|back| back.to == corner));
            }
        }
    }

    #[test]
    fn names_are_read_back_and_strangers_are_refused() {
        for place in Place::hexes().chain([Place::OUTER]) {
            assert_eq!(place.to_string().parse(), Ok(place));
        }
        for corner in Corner::all() {
            assert_eq!(corner.to_string().parse(), Ok(corner));
        }
        assert!("5,0".parse::<Place>().is_err());
        assert!("4,-4,N".parse::<Corner>().is_err());
        assert!(serde_json::from_str::<Place>("\"inner\"").is_err());
    }
}
