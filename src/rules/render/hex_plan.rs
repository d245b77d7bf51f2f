//! Where the hexes of a board lie in a picture.

use super::point::Point;
use crate::{Hex, HexCorner, Pole};

/// Pointy-top hexes around a middle.
#[derive(Debug, Clone, Copy)]
pub struct HexPlan {
    /// The middle of the hex `0,0`.
    pub middle: Point,
    /// From the middle of a hex to a corner of it.
    pub size: f32,
}

impl HexPlan {
    /// The middle of a hex.
    pub fn of(&self, hex: Hex) -> Point {
        let (q, r) = (f32::from(hex.q), f32::from(hex.r));
        self.middle.moved(self.width() * (q + r / 2.0), self.size * 1.5 * r)
    }

    /// From side to side of a hex.
    pub fn width(&self) -> f32 {
        self.size * 3.0_f32.sqrt()
    }

    pub fn corner(&self, corner: HexCorner) -> Point {
        let down = if corner.pole == Pole::N { -self.size } else { self.size };
        self.of(corner.hex).moved(0.0, down)
    }

    /// The corners of a hex clockwise from the north, all so much nearer to its middle.
    pub fn outline(&self, hex: Hex, inset: f32) -> [Point; 6] {
        self.outline_at(self.of(hex), inset)
    }

    /// The same for a hex with that middle.
    pub fn outline_at(&self, middle: Point, inset: f32) -> [Point; 6] {
        let size = self.size - inset;
        let half = size * 3.0_f32.sqrt() / 2.0;
        let corners = [
            (0.0, -size),
            (half, -size / 2.0),
            (half, size / 2.0),
            (0.0, size),
            (-half, size / 2.0),
            (-half, -size / 2.0),
        ];
        corners.map(|(x, y)| middle.moved(x, y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_lies_where_the_outlines_of_its_hexes_meet() {
        let plan = HexPlan { middle: Point::new(0.0, 0.0), size: 10.0 };
        for corner in Hex::CENTRE.corners() {
            let there = plan.corner(corner);
            for hex in corner.hexes() {
                let near = |point: &Point| (point.x - there.x).abs() + (point.y - there.y).abs() < 0.01;
                assert!(plan.outline(hex, 0.0).iter().any(near), "{corner} {hex}");
            }
        }
    }
}
