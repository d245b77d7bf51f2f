//! Tables for people: columns as wide as what is in them.

use crate::time_control::Instant;

/// A head line and rows, with two blanks between columns.
pub fn table<const N: usize>(head: [&str; N], rows: &[[String; N]]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain(head.get(column).map(|title| title.len())).max().unwrap_or(0)
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |cells: &[String]| {
        let padded = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let head = line(&head.map(str::to_owned));
    std::iter::once(head).chain(rows.iter().map(|row| line(row))).collect::<Vec<_>>().join("\n")
}

/// An instant to the minute, or a hyphen.
pub fn at(instant: Option<Instant>) -> String {
    instant.map_or_else(|| "-".to_owned(), |at| at.format("%Y-%m-%d %H:%M").to_string())
}

/// A text of players in one line: a break of lines or a control character would look like a row of ours.
pub fn in_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::{in_line, table};

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [["a".to_owned(), "1".to_owned()], ["Þórólfr".to_owned(), "22".to_owned()]];
        assert_eq!(table(["name", "n"], &rows), "name     n\na        1\nÞórólfr  22");
        assert_eq!(table(["name"], &[]), "name");
    }

    #[test]
    fn no_text_of_a_player_makes_a_row() {
        assert_eq!(in_line("x\nbanned\u{1b}[2J"), "x banned [2J");
    }
}
