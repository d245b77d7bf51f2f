//! Where the hexes and the squares of a board lie, in a picture and in characters.

use std::fmt;

use super::canvas::Point;
use super::text::columns;
use crate::hex::{Hex, HexCorner};

/// The widest line of a text map, in columns.
const COLUMNS: usize = 78;

#[derive(Debug, Clone, Copy)]
pub struct HexPlan {
    pub middle: Point,
    /// From the middle of a hex to a corner of it.
    pub size: f32,
}

impl HexPlan {
    pub fn of(&self, hex: Hex) -> Point {
        self.at(hex.point())
    }

    pub fn corner(&self, corner: HexCorner) -> Point {
        self.at(corner.point())
    }

    fn at(&self, (x, y): (f32, f32)) -> Point {
        self.middle.moved(x * self.size, y * self.size)
    }

    /// The corners of a hex clockwise from the north, each moved by `inset` towards its middle.
    pub fn outline(&self, hex: Hex, inset: f32) -> [Point; 6] {
        self.outline_at(self.of(hex), inset)
    }

    /// The same for a hex with that middle.
    pub fn outline_at(&self, middle: Point, inset: f32) -> [Point; 6] {
        let size = self.size - inset;
        Hex::CENTRE.corners().map(|corner| {
            let (x, y) = corner.point();
            middle.moved(x * size, y * size)
        })
    }
}

/// Squares in rows and columns; `x` grows to the right, `y` downwards.
#[derive(Debug, Clone, Copy)]
pub struct SquarePlan {
    /// The column and the row of the first square.
    pub first: (i16, i16),
    pub corner: Point,
    pub size: f32,
}

impl SquarePlan {
    pub fn of(&self, square: (i16, i16)) -> Point {
        self.corner_of(square).moved(self.size / 2.0, self.size / 2.0)
    }

    pub fn corner_of(&self, (x, y): (i16, i16)) -> Point {
        let (first_x, first_y) = self.first;
        self.corner.moved(f32::from(x - first_x) * self.size, f32::from(y - first_y) * self.size)
    }
}

#[derive(Debug, Clone)]
pub struct Grid {
    rows: Vec<Vec<char>>,
}

impl Grid {
    pub fn new(columns: usize, rows: usize) -> Self {
        Self { rows: vec![vec![' '; columns]; rows] }
    }

    /// Writes `text` from `(column, row)` to the right.
    pub fn write(&mut self, column: usize, row: usize, text: &str) {
        let Some(row) = self.rows.get_mut(row) else { return };
        for (cell, character) in row.iter_mut().skip(column).zip(text.chars()) {
            *cell = character;
        }
    }

    /// Writes `text` in the middle of `width` columns.
    pub fn centre(&mut self, column: usize, row: usize, width: usize, text: &str) {
        // A text that is wider than `width` begins at the left edge.
        let left = width.saturating_sub(text.chars().count()) / 2;
        self.write(column + left, row, text);
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            let line: String = row.iter().collect();
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Columns from one hex to the next in its row.
const HEX_COLUMNS: usize = 8;
/// Rows from one row of hexes to the next.
const HEX_ROWS: usize = 5;

/// A board of hexes in characters: nine hexes side by side are 73 columns.
#[derive(Debug, Clone)]
pub struct HexMap {
    grid: Grid,
    radius: i8,
}

impl HexMap {
    /// The hexes at most `radius` from the middle, with their outlines.
    pub fn new(radius: i8) -> Self {
        let across = usize::from(radius.unsigned_abs()) * 2 + 1;
        let mut map = Self { grid: Grid::new(across * HEX_COLUMNS + 5, across * HEX_ROWS + 2), radius };
        for hex in Hex::disc(radius) {
            map.outline(hex);
        }
        map
    }

    /// Writes up to three lines of up to seven characters into a hex.
    pub fn inside(&mut self, hex: Hex, lines: &[&str]) {
        let Some((column, row)) = self.place(hex) else { return };
        for (index, line) in lines.iter().enumerate() {
            self.grid.centre(column + 1, row + 2 + index, HEX_COLUMNS - 1, line);
        }
    }

    pub fn corner(&mut self, corner: HexCorner, text: &str) {
        let north = HexCorner::north(corner.hex) == corner;
        let Some((column, row)) = self.place(corner.hex) else { return };
        self.grid.write(column + HEX_COLUMNS / 2, if north { row } else { row + HEX_ROWS + 1 }, text);
    }

    fn outline(&mut self, hex: Hex) {
        let Some((column, row)) = self.place(hex) else { return };
        for line in 2..HEX_ROWS {
            self.grid.write(column, row + line, "|");
            self.grid.write(column + HEX_COLUMNS, row + line, "|");
        }
        self.grid.write(column + 2, row, ".-o-.");
        // The first hex of the map begins at column 2, which leaves room for its outline.
        for side in [column - 2, column + HEX_COLUMNS - 2] {
            self.grid.write(side, row + 1, "'-o-'");
            self.grid.write(side, row + HEX_ROWS, ".-o-.");
        }
        self.grid.write(column + 2, row + HEX_ROWS + 1, "'-o-'");
    }

    /// The column and the row of the upper left corner of a hex; `None` for one that lies before the first.
    fn place(&self, hex: Hex) -> Option<(usize, usize)> {
        let radius = i32::from(self.radius);
        let (q, r) = (i32::from(hex.q), i32::from(hex.r));
        let column = (q + radius) * HEX_COLUMNS as i32 + r * HEX_COLUMNS as i32 / 2 + 2;
        let row = (r + radius) * HEX_ROWS as i32;
        Some((usize::try_from(column).ok()?, usize::try_from(row).ok()?))
    }
}

impl fmt::Display for HexMap {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid.fmt(out)
    }
}

/// The columns in front of a row, which its number takes.
const ROW_LABEL: usize = 4;

/// A board of squares in characters, with the numbers of its columns and rows around.
#[derive(Debug, Clone)]
pub struct SquareMap {
    grid: Grid,
    first: (i16, i16),
    wide: usize,
}

impl SquareMap {
    /// `columns` and `rows` of squares from the first on, with their numbers. A square has 2 to 5 characters, as many
    /// as there is room for.
    pub fn new(first: (i16, i16), columns: u16, rows: u16) -> Self {
        let wide = ((COLUMNS - ROW_LABEL) / usize::from(columns.max(1))).clamp(2, 5);
        let grid = Grid::new(ROW_LABEL + usize::from(columns) * wide, usize::from(rows) + 1);
        let mut map = Self { grid, first, wide };
        for (column, x) in (first.0..).take(usize::from(columns)).enumerate() {
            map.grid.write(ROW_LABEL + column * wide, 0, &x.to_string());
        }
        for (row, y) in (first.1..).take(usize::from(rows)).enumerate() {
            map.grid.write(0, row + 1, &format!("{y:>3}"));
        }
        map
    }

    pub fn inside(&mut self, (x, y): (i16, i16), text: &str) {
        let column = usize::try_from(i32::from(x) - i32::from(self.first.0));
        let row = usize::try_from(i32::from(y) - i32::from(self.first.1));
        if let (Ok(column), Ok(row)) = (column, row) {
            self.grid.write(ROW_LABEL + column * self.wide, row + 1, text);
        }
    }
}

impl fmt::Display for SquareMap {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid.fmt(out)
    }
}

/// `text` in lines of at most 78 columns, the second and later ones set in by two.
pub fn paragraph(text: &str) -> String {
    let mut out = String::new();
    for (index, line) in columns(text, COLUMNS - 2).into_iter().enumerate() {
        out.push_str(if index == 0 { "" } else { "  " });
        out.push_str(&line);
        out.push('\n');
    }
    out
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

    #[test]
    fn squares_lie_side_by_side_from_the_first_on() {
        let plan = SquarePlan { first: (-1, 2), corner: Point::new(10.0, 20.0), size: 4.0 };
        assert_eq!(plan.corner_of((-1, 2)), Point::new(10.0, 20.0));
        assert_eq!(plan.of((0, 4)), Point::new(16.0, 30.0));
    }

    #[test]
    fn squares_stand_under_their_column_and_beside_their_row() {
        let mut map = SquareMap::new((-1, 9), 3, 2);
        map.inside((0, 10), "M1");
        map.inside((7, 7), "lost");
        assert_eq!(map.to_string(), "    -1   0    1\n  9\n 10      M1\n");
    }
}
