//! One hex with everything that is on it.

use crate::landnam::board::Place;
use crate::landnam::render::scene::Scene;
use crate::landnam::render::words;
use crate::landnam::state::{RedToken, Unit};
use rules::Hex;

/// `1,-2: pasture 8; Ada's settler 4 (outlaw); red token …`.
pub fn hex(scene: &Scene<'_>, place: Place, hex: Hex) -> String {
    let mut parts = vec![format!("{hex}: {}", ground(scene, place))];
    parts.extend(scene.table.unit_at(place).map(|unit| owned(scene, unit)));
    parts.extend(scene.tokens_on(place).map(|token| lies(scene, token)));
    parts.join("; ")
}

pub fn outer(scene: &Scene<'_>) -> String {
    let units: Vec<String> = scene.on_outer().into_iter().map(|unit| owned(scene, unit)).collect();
    let tokens = scene.tokens_on(Place::OUTER).map(|token| lies(scene, token));
    let things: Vec<String> = units.into_iter().chain(tokens).collect();
    let things = if things.is_empty() { "no ship".to_owned() } else { things.join("; ") };
    format!("outer: the sea around the rim; {things}")
}

fn owned(scene: &Scene<'_>, unit: Unit) -> String {
    format!("{} {}", scene.whose(unit.seat), scene.unit(unit))
}

fn lies(scene: &Scene<'_>, token: RedToken) -> String {
    format!("red token of {} on unit {}", scene.name(token.plaintiff), token.unit.0)
}

fn ground(scene: &Scene<'_>, place: Place) -> String {
    if place.is_rim() {
        return "sea of the rim".to_owned();
    }
    let Some(tile) = scene.table.tile(place) else { return "unknown".to_owned() };
    let number = match tile.number {
        Some(number) => format!(" {}", number.value()),
        None if tile.terrain.is_numbered() => " without a number yet".to_owned(),
        None => String::new(),
    };
    let harbour = tile.harbour.map(|kind| format!(", harbour of {}", kind.name()));
    format!("{}{number}{}", words::terrain(tile.terrain), harbour.unwrap_or_default())
}
