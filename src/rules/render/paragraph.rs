//! A paragraph of a text map.

use super::letters::columns;

/// The widest line of a text map, in columns.
const COLUMNS: usize = 78;

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
