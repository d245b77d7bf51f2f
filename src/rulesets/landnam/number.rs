//! The values of number markers: 2 to 12 without 7 (rules page §1), and the ring along which a hex ages (§4).

use serde::{Deserialize, Serialize};

/// A number marker: 2 to 12 without 7, the sum of two dice on which the hex yields.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(try_from = "u8", into = "u8")]
#[schema(value_type = u8, minimum = 2, maximum = 12, example = 8)]
pub struct Number(u8);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is on no number marker; they show 2 to 6 and 8 to 12")]
pub struct NoNumber(u8);

impl Number {
    pub const COUNT: usize = 10;

    pub const ALL: [Self; Self::COUNT] =
        [Self(2), Self(3), Self(4), Self(5), Self(6), Self(8), Self(9), Self(10), Self(11), Self(12)];

    /// Its place in [`Number::ALL`].
    pub const fn index(self) -> usize {
        let skipped = if self.0 > 7 { 3 } else { 2 };
        (self.0 - skipped) as usize
    }

    pub const fn value(self) -> u8 {
        self.0
    }

    /// The chance that two dice show it.
    pub fn chance(self) -> f32 {
        (6.0 - f32::from(self.0.abs_diff(7))) / 36.0
    }

    /// The next value as a hex ages: one more, 6 → 8, 12 → 2.
    pub const fn next(self) -> Self {
        Self::ALL[(self.index() + 1) % Self::COUNT]
    }

    /// This value if a marker of it is free, else the next one along the ring that is (rules page §4, §6).
    /// `None` only if no marker of any value is free.
    pub fn first_free(self, free: &[u8; Self::COUNT]) -> Option<Self> {
        let mut number = self;
        for _ in 0..Self::COUNT {
            if free[number.index()] > 0 {
                return Some(number);
            }
            number = number.next();
        }
        None
    }

    /// What a hex of this value turns to when it ages; its own marker returns to the supply first, so that it
    /// always ends (B8).
    pub fn aged(self, free: &[u8; Self::COUNT]) -> Self {
        let mut free = *free;
        free[self.index()] += 1;
        // There is one: the marker that has returned.
        self.next().first_free(&free).unwrap_or(self)
    }
}

impl TryFrom<u8> for Number {
    type Error = NoNumber;

    fn try_from(value: u8) -> Result<Self, NoNumber> {
        match value {
            2..=6 | 8..=12 => Ok(Self(value)),
            _ => Err(NoNumber(value)),
        }
    }
}

impl From<Number> for u8 {
    fn from(number: Number) -> Self {
        number.0
    }
}
