//! A point of a picture, and how numbers are written in it.

use std::fmt;
use std::ops::Add;

/// A point, in units of the picture; `y` grows downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// From the left.
    pub x: f32,
    /// From the top.
    pub y: f32,
}

impl Point {
    /// The point at `(x, y)`.
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// The point so much to the right and down.
    pub fn moved(self, x: f32, y: f32) -> Self {
        Self::new(self.x + x, self.y + y)
    }
}

impl Add for Point {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.moved(other.x, other.y)
    }
}

/// A number with at most one decimal place: nobody sees more, and documents stay small.
pub(super) struct Short(pub f32);

impl fmt::Display for Short {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i32;
        if tenths % 10 == 0 {
            return write!(out, "{}", tenths / 10);
        }
        let sign = if tenths < 0 { "-" } else { "" };
        write!(out, "{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown: Vec<String> = [1.0, -0.46, 0.04, 12.25, -3.1].map(|n| Short(n).to_string()).into();
        assert_eq!(shown, ["1", "-0.5", "0", "12.3", "-3.1"]);
    }
}
