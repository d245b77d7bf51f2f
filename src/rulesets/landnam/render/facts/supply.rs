//! What nobody has used yet, and the fate cards.

use crate::landnam::number::Number;
use crate::landnam::render::scene::Scene;
use crate::landnam::render::words::{bundle, cards, listed, terrain};
use crate::landnam::resource::Resource;
use crate::landnam::terrain::Terrain;

/// Tiles, markers, kinds that have run out, and the piles of fate cards.
pub fn supply(scene: &Scene<'_>) -> Vec<String> {
    let supply = scene.table.supply;
    let tiles = Terrain::ALL.map(|kind| (supply.tiles_of(kind), format!(" {}", terrain(kind))));
    let numbers = Number::ALL.map(|number| (supply.numbers_of(number), format!("×{}", number.value())));
    let mut lines = vec![
        format!("Tiles left: {}.", left(&tiles)),
        format!("Numbers left: {}.", left(&numbers)),
        format!("Harbours left: {}.", bundle(supply.harbours)),
    ];
    let run_out = scene.view.run_out.iter().map(|kind: &Resource| kind.name());
    lines.push(match scene.view.run_out.as_slice() {
        [] => "No kind of resource card has run out.".to_owned(),
        _ => format!("Resource cards that have run out: {}.", listed(run_out)),
    });
    let discards = &scene.table.discards;
    let played = if discards.is_empty() { "none".to_owned() } else { cards(discards) };
    lines.push(format!("Fate cards to be drawn: {}; played: {played}.", scene.view.pile));
    lines
}

/// What there still is, with how much of it.
fn left(kinds: &[(u8, String)]) -> String {
    let some = kinds.iter().filter(|(count, _)| *count > 0);
    let some: Vec<String> = some.map(|(count, kind)| format!("{count}{kind}")).collect();
    if some.is_empty() { "none".to_owned() } else { listed(some) }
}
