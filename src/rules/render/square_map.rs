//! A board of squares in characters, with the numbers of its columns and rows around.

use super::grid::Grid;

/// The columns in front of a row, which its number takes.
const LABEL: usize = 4;
const WIDEST: usize = 78;

#[derive(Debug, Clone)]
pub struct SquareMap {
    grid: Grid,
    first: (i16, i16),
    wide: usize,
}

impl SquareMap {
    /// So many columns and rows of squares from the first on, with their numbers. A square has 2 to 5 characters, as many
    /// as there is room for.
    pub fn new(first: (i16, i16), columns: u16, rows: u16) -> Self {
        let wide = ((WIDEST - LABEL) / usize::from(columns.max(1))).clamp(2, 5);
        let grid = Grid::new(LABEL + usize::from(columns) * wide, usize::from(rows) + 1);
        let mut map = Self { grid, first, wide };
        for (column, x) in (first.0..).take(usize::from(columns)).enumerate() {
            map.grid.write(LABEL + column * wide, 0, &x.to_string());
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
            self.grid.write(LABEL + column * self.wide, row + 1, text);
        }
    }
}

impl std::fmt::Display for SquareMap {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.grid.fmt(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_stand_under_their_column_and_beside_their_row() {
        let mut map = SquareMap::new((-1, 9), 3, 2);
        map.inside((0, 10), "M1");
        map.inside((7, 7), "lost");
        assert_eq!(map.to_string(), "    -1   0    1\n  9\n 10      M1\n");
    }
}
