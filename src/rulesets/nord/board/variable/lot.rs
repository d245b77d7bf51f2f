//! The lot of a numbered island: what looks drawn follows from its number alone, for ever in the same way.

/// A sequence of numbers that one number gives (SplitMix64).
#[derive(Debug, Clone)]
pub struct Lot(u64);

impl Lot {
    pub const fn of(number: u64) -> Self {
        Self(number)
    }

    /// One of `0..count`; 0 if there is nothing to choose from.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        // The high half of the product spreads evenly without a division.
        ((u128::from(mixed) * count as u128) >> 64) as usize
    }

    pub fn one<T: Copy>(&mut self, things: &[T]) -> Option<T> {
        things.get(self.below(things.len())).copied()
    }

    /// These in another order.
    pub fn shuffled<T>(&mut self, mut things: Vec<T>) -> Vec<T> {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
        things
    }
}
