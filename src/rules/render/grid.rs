//! A sheet of characters of one width, written on anywhere.

use std::fmt;

/// Rows of characters; what is written outside is lost.
#[derive(Debug, Clone)]
pub struct Grid {
    rows: Vec<Vec<char>>,
}

impl Grid {
    /// An empty sheet.
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
