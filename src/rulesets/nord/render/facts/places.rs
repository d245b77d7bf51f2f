//! Settlements, areas, fields and the sea.

use super::super::Scene;
use super::super::words;
use crate::nord::board::{Field, Ground, Settlement};

/// A settlement with its jarl and fighters.
pub fn settlement(scene: &Scene<'_>, settlement: Settlement) -> String {
    let table = scene.table();
    let place = scene.board().place_of(settlement).map_or_else(String::new, |field| format!(" on {field}"));
    let hold = table.hold(settlement);
    let jarl = hold.jarl.map_or_else(|| "no jarl".to_owned(), |jarl| scene.jarl(jarl));
    let fighters = scene.seats().filter(|seat| hold.of(*seat) > 0);
    let fighters: Vec<String> =
        fighters.map(|seat| format!("{} of {}", hold.of(seat), scene.name(seat))).collect();
    let fighters = if fighters.is_empty() { "none".to_owned() } else { fighters.join(", ") };
    format!("Settlement {settlement}{place}: {jarl}; fighters: {fighters}")
}

pub fn boat(scene: &Scene<'_>) -> String {
    format!("The small dragon boat lies on {}", scene.board().dragon_boat())
}

/// A field with what lies and stands there.
pub fn field(scene: &Scene<'_>, field: Field) -> String {
    let ground = scene.board().cell(field).map_or(Ground::Sea, |cell| scene.board().ground(cell));
    let ground = match ground {
        Ground::Land(land) if land.cairn => format!("{} with a cairn", words::terrain(land.terrain)),
        Ground::Land(land) => words::terrain(land.terrain).to_owned(),
        _ => "sea".to_owned(),
    };
    format!("{field}: {ground}{}", on(scene, field, false))
}

/// `, a worker of Ada` or `, a treasure lies here`; of a bare cairn if it is not told otherwise.
fn on(scene: &Scene<'_>, field: Field, with_cairn: bool) -> String {
    let table = scene.table();
    let cairn = with_cairn && scene.board().land(field).is_some_and(|land| land.cairn);
    if let Some(seat) = table.workers.get(field) {
        let cairn = if cairn { "cairn, " } else { "" };
        return format!(", {cairn}worker of {}", scene.name(seat));
    }
    match (table.treasures.contains(&field), cairn) {
        (true, _) => ", treasure".to_owned(),
        (false, true) => ", bare cairn".to_owned(),
        (false, false) => String::new(),
    }
}

/// The areas, each with its fields and what is there.
pub fn areas(scene: &Scene<'_>) -> Vec<String> {
    let areas = scene.board().area_fields().iter();
    let field = |field: &Field| match on(scene, *field, true).strip_prefix(", ") {
        Some(on) => format!("{field} ({on})"),
        None => field.to_string(),
    };
    areas
        .map(|area| {
            let fields: Vec<String> = area.fields.iter().map(field).collect();
            format!("{}: {}", words::terrain(area.terrain), fields.join("; "))
        })
        .collect()
}

pub fn sea_workers(scene: &Scene<'_>) -> Vec<String> {
    let at_sea = scene.table().workers.iter().filter(|(field, _)| scene.board().land(*field).is_none());
    at_sea.map(|(field, seat)| format!("{field}: sea worker of {}", scene.name(seat))).collect()
}
