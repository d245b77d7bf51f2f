//! The tables behind [`super::Place`] and [`super::Corner`], computed once.

use std::sync::LazyLock;

use super::{Corner, Edge, HEXES, PLACES, Place, PlaceSet, RIM};
use rules::{Hex, HexCorner};

pub(super) struct Board {
    /// Hexes and corners are sorted, so that a binary search finds their numbers.
    pub(super) hexes: Vec<Hex>,
    pub(super) corners: Vec<HexCorner>,
    /// By place; the outer sea counts as one farther than the rim.
    pub(super) distance: [u8; PLACES],
    pub(super) neighbours: Vec<Vec<Place>>,
    pub(super) near: Vec<PlaceSet>,
    pub(super) corners_of: Vec<Vec<Corner>>,
    pub(super) places_of: Vec<[Place; 3]>,
    pub(super) edges: Vec<Vec<Edge>>,
    pub(super) rim: PlaceSet,
    pub(super) sides: [Option<u8>; PLACES],
}

pub(super) static BOARD: LazyLock<Board> = LazyLock::new(Board::new);

impl Board {
    fn new() -> Self {
        let hexes: Vec<Hex> = Hex::disc(RIM as i8).collect();
        let distance =
            std::array::from_fn(|place| hexes.get(place).map_or(RIM + 1, |hex| hex.distance(Hex::CENTRE)));
        let mut corners: Vec<HexCorner> = Hex::disc(RIM as i8 - 1).flat_map(Hex::corners).collect();
        corners.sort_unstable();
        corners.dedup();
        // A hex beyond the rim is part of the outer sea.
        let place = |hex: &Hex| hexes.binary_search(hex).ok().map(|index| Place(index as u8));
        let places_of: Vec<[Place; 3]> = corners
            .iter()
            .map(|corner| {
                let mut places = corner.hexes().map(|hex| place(&hex).unwrap_or(Place::OUTER));
                places.sort_unstable();
                places
            })
            .collect();
        let neighbours = neighbours(&hexes, &distance, place);
        Self {
            near: neighbours.iter().map(|near| near.iter().copied().collect()).collect(),
            corners_of: (0..PLACES as u8).map(|place| corners_of(Place(place), &places_of)).collect(),
            edges: corners.iter().map(|corner| edges(*corner, &corners, &places_of)).collect(),
            rim: (0..HEXES).filter(|&place| distance[place] == RIM).map(|place| Place(place as u8)).collect(),
            sides: std::array::from_fn(|place| hexes.get(place).and_then(|hex| side(*hex))),
            hexes,
            corners,
            distance,
            neighbours,
            places_of,
        }
    }
}

fn neighbours(
    hexes: &[Hex],
    distance: &[u8; PLACES],
    place: impl Fn(&Hex) -> Option<Place>,
) -> Vec<Vec<Place>> {
    let on_rim = |index: &usize| distance[*index] == RIM;
    let mut all: Vec<Vec<Place>> = Vec::with_capacity(PLACES);
    for (index, hex) in hexes.iter().enumerate() {
        let mut near: Vec<Place> = hex.neighbours().iter().filter_map(&place).collect();
        if on_rim(&index) {
            near.push(Place::OUTER);
        }
        near.sort_unstable();
        all.push(near);
    }
    all.push((0..HEXES).filter(on_rim).map(|index| Place(index as u8)).collect());
    all
}

fn corners_of(place: Place, places_of: &[[Place; 3]]) -> Vec<Corner> {
    let touching = places_of.iter().enumerate().filter(|(_, places)| places.contains(&place));
    touching.map(|(index, _)| Corner(index as u8)).collect()
}

fn edges(from: HexCorner, corners: &[HexCorner], places_of: &[[Place; 3]]) -> Vec<Edge> {
    let at = |corner: &HexCorner| corners.binary_search(corner).ok();
    let Some(here) = at(&from) else { return Vec::new() };
    let mut edges = Vec::with_capacity(3);
    for there in from.neighbours().iter().filter_map(at) {
        let mut shared = places_of[here].into_iter().filter(|place| places_of[there].contains(place));
        if let (Some(one), Some(other)) = (shared.next(), shared.next()) {
            edges.push(Edge { to: Corner(there as u8), between: [one, other] });
        }
    }
    edges
}

/// The side of a rim hex: 0 lies between `(4,-4)` and `(4,0)`, and so on clockwise.
fn side(hex: Hex) -> Option<u8> {
    let rim = RIM as i8;
    let (q, r, s) = (hex.q, hex.r, -hex.q - hex.r);
    let is_corner = q == 0 || r == 0 || s == 0;
    if hex.distance(Hex::CENTRE) != RIM || is_corner {
        return None;
    }
    Some(match (q, r, s) {
        (q, _, _) if q == rim => 0,
        (_, _, s) if s == -rim => 1,
        (_, r, _) if r == rim => 2,
        (q, _, _) if q == -rim => 3,
        (_, _, s) if s == rim => 4,
        _ => 5,
    })
}
