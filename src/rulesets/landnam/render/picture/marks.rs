//! Hexes that the present question is about.

use super::board::PLAN;
use crate::landnam::board::Place;
use crate::landnam::render::scene::Scene;
use crate::landnam::state::{Phase, Table};
use rules::render::{Canvas, INK, Paint};

const MARK: &str = "#fff34d";

/// Frames hexes that may age, be fled to, or were just found.
pub fn hexes(canvas: &mut Canvas, scene: &Scene<'_>) {
    for hex in asked_about(scene.table).into_iter().filter_map(Place::hex) {
        let name = hex.to_string();
        canvas.thing(&format!("{name} is asked about"), &[("asked", &name)], |canvas| {
            canvas.polygon(&PLAN.outline(hex, 2.2), Paint::line(INK, 5.0));
            canvas.polygon(&PLAN.outline(hex, 2.2), Paint::line(MARK, 2.6));
        });
    }
}

fn asked_about(table: &Table) -> Vec<Place> {
    match &table.phase {
        Phase::Aging { candidates } => candidates.clone(),
        Phase::Movement(movement) => {
            let fled = movement.flight.iter().flat_map(|flight| flight.options.iter().copied());
            let found = movement.naming.map(|naming| naming.hex);
            fled.chain(found).chain(movement.stopped_at).collect()
        }
        _ => Vec::new(),
    }
}
