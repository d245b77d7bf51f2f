//! Trying again when somebody else was faster.

use crate::measures;

/// How often something is judged anew before its maker is told that the game is busy.
const MOST: usize = 5;
/// Who makes what a table does beside the rules, as the measures call it.
pub const TABLE: &str = "table";

/// The tries of one write by `by`, a word of [`rules::Author`] or [`TABLE`]. Each after the first is counted.
pub fn tries(by: &'static str) -> impl Iterator<Item = usize> {
    (0..MOST).inspect(move |number| {
        if *number > 0 {
            measures::retried(by);
        }
    })
}
