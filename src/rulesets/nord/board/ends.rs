//! What a group of workers can join: settlements and the small dragon boat, one bit each.

use std::ops::{BitAnd, BitOr, BitOrAssign};

use super::settlement::{SETTLEMENTS, Settlement};

/// A set of settlements and perhaps the small dragon boat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Ends(u16);

impl Ends {
    pub const NONE: Self = Self(0);
    pub const BOAT: Self = Self(1 << SETTLEMENTS);

    /// Only that settlement.
    pub const fn only(settlement: Settlement) -> Self {
        Self(1 << settlement.index())
    }

    pub const fn has(self, settlement: Settlement) -> bool {
        self.0 >> settlement.index() & 1 == 1
    }

    /// Is the small dragon boat among them?
    pub const fn has_boat(self) -> bool {
        self.0 & Self::BOAT.0 != 0
    }

    /// Is no settlement among them?
    pub const fn has_no_settlement(self) -> bool {
        self.0 & !Self::BOAT.0 == 0
    }

    /// The settlements among them, one bit for each.
    pub const fn bits(self) -> u8 {
        (self.0 & !Self::BOAT.0) as u8
    }

    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The settlements among them, in order.
    pub fn settlements(self) -> impl Iterator<Item = Settlement> {
        let mut left = self.0 & !Self::BOAT.0;
        std::iter::from_fn(move || {
            let place = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            Settlement::at(place)
        })
    }
}

impl BitOr for Ends {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Ends {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for Ends {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl FromIterator<Settlement> for Ends {
    fn from_iter<I: IntoIterator<Item = Settlement>>(settlements: I) -> Self {
        settlements.into_iter().fold(Self::NONE, |ends, settlement| ends | Self::only(settlement))
    }
}
