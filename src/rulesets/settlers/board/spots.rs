//! Hexes, vertices and edges as the spots of a board.

use super::{EDGES, Edge, HEXES, Hex, VERTICES, Vertex};
use rules::Spot;

impl Spot for Hex {
    fn index(self) -> usize {
        usize::from(self.0)
    }

    fn all() -> impl Iterator<Item = Self> {
        (0..HEXES as u8).map(Self)
    }
}

impl Spot for Vertex {
    fn index(self) -> usize {
        usize::from(self.0)
    }

    fn all() -> impl Iterator<Item = Self> {
        (0..VERTICES as u8).map(Self)
    }
}

impl Spot for Edge {
    fn index(self) -> usize {
        usize::from(self.0)
    }

    fn all() -> impl Iterator<Item = Self> {
        (0..EDGES as u8).map(Self)
    }
}
