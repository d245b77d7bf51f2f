//! Words for what lies on the table.

use crate::nord::board::{Field, Settlement};
use crate::nord::terrain::Terrain;
use crate::nord::treasure::{Treasure, Treasures};

pub const fn terrain(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Mountain => "mountain",
        Terrain::Forest => "forest",
        Terrain::Karst => "karst",
    }
}

/// `2 axe, 1 gold`; `no treasures`.
pub fn treasures(treasures: Treasures) -> String {
    let kinds: Vec<String> =
        treasures.kinds().map(|(kind, count)| format!("{count} {}", kind.name())).collect();
    or_none(&kinds, "no treasures")
}

pub fn pile(tiles: &[Treasure]) -> String {
    treasures(tiles.iter().copied().collect())
}

/// `4,6 and 5,6`; `none`.
pub fn fields(fields: &[Field]) -> String {
    listed(&fields.iter().map(ToString::to_string).collect::<Vec<String>>())
}

/// `s1 and s3`; `none`.
pub fn settlements(settlements: &[Settlement]) -> String {
    listed(&settlements.iter().map(ToString::to_string).collect::<Vec<String>>())
}

/// One or several of something.
pub fn count(count: impl Into<i32>, one: &str) -> String {
    let count = count.into();
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// `2 men at home`.
pub fn men(count: u8) -> String {
    format!("{count} {}", if count == 1 { "man" } else { "men" })
}

/// With semicolons, since fields have commas in them; `none`.
fn listed(parts: &[String]) -> String {
    match parts {
        [] => "none".to_owned(),
        [one] => one.clone(),
        [all @ .., last] => format!("{} and {last}", all.join("; ")),
    }
}

fn or_none(parts: &[String], none: &str) -> String {
    if parts.is_empty() { none.to_owned() } else { parts.join(", ") }
}
