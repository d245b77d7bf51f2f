//! Sets of places, one bit each: what random play needs thousands of times a second is a mask.

use std::ops::{BitAnd, BitOr, Sub};

use super::geometry::BOARD;
use super::{PLACES, Place};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlaceSet(u64);

impl PlaceSet {
    pub const EMPTY: Self = Self(0);
    pub const ALL: Self = Self((1 << PLACES) - 1);

    pub const fn only(place: Place) -> Self {
        Self(1 << place.0)
    }

    pub fn rim() -> Self {
        BOARD.rim
    }

    pub const fn contains(self, place: Place) -> bool {
        self.0 >> place.0 & 1 == 1
    }

    pub fn insert(&mut self, place: Place) {
        self.0 |= 1 << place.0;
    }

    /// One bit for each place; different for different sets.
    pub const fn bits(self) -> u64 {
        self.0
    }

    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first place in the order of the rules: by `(q, r)`, the outer sea last.
    pub const fn first(self) -> Option<Place> {
        if self.0 == 0 { None } else { Some(Place(self.0.trailing_zeros() as u8)) }
    }

    /// The places in the order of the rules.
    pub fn places(self) -> impl Iterator<Item = Place> {
        let mut left = self;
        std::iter::from_fn(move || {
            let first = left.first()?;
            left.0 &= left.0 - 1;
            Some(first)
        })
    }
}

impl FromIterator<Place> for PlaceSet {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        let mut set = Self::EMPTY;
        places.into_iter().for_each(|place| set.insert(place));
        set
    }
}

impl BitAnd for PlaceSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for PlaceSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for PlaceSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}
