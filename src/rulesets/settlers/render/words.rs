//! Words for what lies on the table.

use crate::settlers::development::DevelopmentCards;
use crate::settlers::resource::Bundle;
use crate::settlers::state::BuildingKind;
use crate::settlers::terrain::{Harbour, Terrain};

pub const fn terrain(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Forest => "forest",
        Terrain::Pasture => "pasture",
        Terrain::Fields => "fields",
        Terrain::Hills => "hills",
        Terrain::Mountains => "mountains",
        Terrain::Desert => "desert",
    }
}

pub const fn building(kind: BuildingKind) -> &'static str {
    match kind {
        BuildingKind::Settlement => "settlement",
        BuildingKind::City => "city",
    }
}

/// What a harbour does: `3:1`, or `2:1 ore`.
pub fn harbour(harbour: Harbour) -> String {
    harbour.resource().map_or_else(|| "3:1".to_owned(), |kind| format!("2:1 {}", kind.name()))
}

/// `2 wool, 1 ore`; `no cards`.
pub fn bundle(cards: Bundle) -> String {
    let kinds: Vec<String> = cards.kinds().map(|(kind, count)| format!("{count} {}", kind.name())).collect();
    or_none(&kinds, "no cards")
}

/// `2 knight, 1 monopoly`; `no development cards`.
pub fn development(cards: DevelopmentCards) -> String {
    let kinds = cards.kinds().map(|(card, count)| format!("{count} {}", card.name().replace('_', " ")));
    or_none(&kinds.collect::<Vec<String>>(), "no development cards")
}

/// Numbers with commas between them; `none`.
pub fn places(places: impl Iterator<Item = u8>) -> String {
    or_none(&places.map(|place| place.to_string()).collect::<Vec<String>>(), "none")
}

/// One or several of something.
pub fn count(count: impl Into<i32>, one: &str) -> String {
    let count = count.into();
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

fn or_none(parts: &[String], none: &str) -> String {
    if parts.is_empty() { none.to_owned() } else { parts.join(", ") }
}
