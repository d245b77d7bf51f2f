//! What is known of each seat.

use super::super::Scene;
use super::super::words;
use crate::nord::board::Field;
use crate::nord::state::Jarl;
use rules::Seat;

/// Points, men and treasures in one line.
pub fn standing(scene: &Scene<'_>, seat: Seat) -> String {
    let player = scene.table().player(seat);
    format!(
        "{}, {} at home, {}",
        words::count(player.score, "point"),
        words::men(player.supply),
        words::count(player.treasures, "treasure"),
    )
}

/// What else is known of a seat.
pub fn details(scene: &Scene<'_>, seat: Seat) -> Vec<String> {
    let table = scene.table();
    let fighters = table.settlements.iter().filter(|(_, hold)| hold.of(seat) > 0);
    let fighters: Vec<String> =
        fighters.map(|(settlement, hold)| format!("{} in {settlement}", hold.of(seat))).collect();
    let fighters = if fighters.is_empty() { "none".to_owned() } else { fighters.join(", ") };
    let jarl = table.settlements.iter().find(|(_, hold)| hold.jarl == Some(Jarl::Own { seat }));
    let jarl = jarl.map_or_else(String::new, |(settlement, _)| format!(" His jarl is in {settlement}."));
    let workers = || table.workers.iter().filter(|(_, owner)| *owner == seat).map(|(field, _)| field);
    let (land, sea): (Vec<Field>, Vec<Field>) =
        workers().partition(|field| scene.board().land(*field).is_some());
    let mut lines = vec![
        format!("Fighters: {fighters}.{jarl}"),
        format!("Workers on land: {}; at sea: {}.", words::fields(&land), words::fields(&sea)),
    ];
    let shown = scene.view.shown.as_ref().and_then(|hands| hands.get(usize::from(seat)));
    if let Some(hand) = shown {
        lines.push(format!("Held at the end {}.", words::treasures(*hand)));
    }
    if table.has_resigned(seat) {
        lines.push("Has given up.".to_owned());
    }
    lines
}
