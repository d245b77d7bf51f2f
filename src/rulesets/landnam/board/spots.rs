//! Places and corners as the spots of a board.

use super::{Corner, Place};
use rules::Spot;

impl Spot for Place {
    fn index(self) -> usize {
        Self::index(self)
    }

    fn all() -> impl Iterator<Item = Self> {
        Self::hexes()
    }
}

impl Spot for Corner {
    fn index(self) -> usize {
        Self::index(self)
    }

    fn all() -> impl Iterator<Item = Self> {
        Self::all()
    }
}
