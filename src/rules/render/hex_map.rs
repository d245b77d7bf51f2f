//! A board of hexes in characters: nine hexes side by side are 73 columns.

use super::grid::Grid;
use crate::{Hex, HexCorner};

/// Columns from one hex to the next in its row.
const WIDE: usize = 8;
/// Rows from one row of hexes to the next.
const HIGH: usize = 5;

#[derive(Debug, Clone)]
pub struct HexMap {
    grid: Grid,
    radius: i8,
}

impl HexMap {
    /// The hexes at most `radius` from the middle, with their outlines.
    pub fn new(radius: i8) -> Self {
        let across = usize::from(radius.unsigned_abs()) * 2 + 1;
        let mut map = Self { grid: Grid::new(across * WIDE + 5, across * HIGH + 2), radius };
        for hex in Hex::disc(radius) {
            map.outline(hex);
        }
        map
    }

    /// Writes up to three lines of up to seven characters into a hex.
    pub fn inside(&mut self, hex: Hex, lines: &[&str]) {
        let (column, row) = self.place(hex);
        for (index, line) in lines.iter().enumerate() {
            self.grid.centre(column + 1, row + 2 + index, WIDE - 1, line);
        }
    }

    pub fn corner(&mut self, corner: HexCorner, text: &str) {
        let north = HexCorner::north(corner.hex) == corner;
        let (column, row) = self.place(corner.hex);
        self.grid.write(column + WIDE / 2, if north { row } else { row + HIGH + 1 }, text);
    }

    fn outline(&mut self, hex: Hex) {
        let (column, row) = self.place(hex);
        for line in 2..HIGH {
            self.grid.write(column, row + line, "|");
            self.grid.write(column + WIDE, row + line, "|");
        }
        self.grid.write(column + 2, row, ".-o-.");
        for side in [column.saturating_sub(2), column + WIDE - 2] {
            self.grid.write(side, row + 1, "'-o-'");
            self.grid.write(side, row + HIGH, ".-o-.");
        }
        self.grid.write(column + 2, row + HIGH + 1, "'-o-'");
    }

    /// The upper left character of a hex.
    fn place(&self, hex: Hex) -> (usize, usize) {
        let radius = i32::from(self.radius);
        let (q, r) = (i32::from(hex.q), i32::from(hex.r));
        let column = (q + radius) * WIDE as i32 + r * WIDE as i32 / 2 + 2;
        let row = (r + radius) * HIGH as i32;
        (usize::try_from(column).unwrap_or(0), usize::try_from(row).unwrap_or(0))
    }
}

impl std::fmt::Display for HexMap {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.grid.fmt(out)
    }
}
