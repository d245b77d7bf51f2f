//! One notice on one line.

use uuid::Uuid;

use crate::notices::game::page::{Happened, Standing};

/// What a notice says, and where its game is.
#[derive(Debug, Clone)]
pub struct Line {
    pub game: Uuid,
    pub table: String,
    pub text: String,
    pub url: String,
}

/// The tables of these lines with their addresses, each once.
pub fn games<'l>(lines: impl Iterator<Item = &'l Line>) -> Vec<(String, String)> {
    let mut seen = std::collections::BTreeSet::new();
    let fresh = lines.filter(|line| seen.insert(line.game));
    fresh.map(|line| (line.table.clone(), line.url.clone())).collect()
}

/// A list under its heading where the page has its other list.
pub fn as_happened(list: Standing) -> Happened {
    Happened { heading: list.heading, earlier: None, lines: list.lines }
}
