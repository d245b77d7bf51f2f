//! The marks on the board: hexes by their outline, corners by a ring, the outer sea around its name; and hexes that a
//! decision is about.

use super::board::{OUTER_LEFT, PLAN, outer_width};
use super::{Scene, facts};
use crate::landnam::board::Place;
use crate::landnam::state::{Phase, Table};
use rules::HexCorner;
use rules::render::{Canvas, HEADING, INK, Paint, PlaceMark, Point, TouchArea};

pub fn marks(canvas: &mut Canvas, scene: &Scene<'_>) {
    let marks = &scene.options.marks;
    let legal: &[String] = if scene.chosen.is_some() { &[] } else { &marks.legal };
    for (mark, places) in [(PlaceMark::Legal, legal), (PlaceMark::Changed, marks.changed.as_slice())] {
        places.iter().for_each(|name| marked(canvas, scene, mark, name));
    }
}

pub fn marked(canvas: &mut Canvas, scene: &Scene<'_>, mark: PlaceMark, name: &str) {
    let phrases = scene.phrases;
    match name.parse::<Place>() {
        Ok(Place::OUTER) => {
            let said = scene.place(Place::OUTER);
            let (wide, corner) = (outer_width(scene) + 8.0, Point::new(OUTER_LEFT - 4.0, HEADING + 5.0));
            let box_of = |high| [(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)];
            let outline = box_of(25.0).map(|(x, y)| corner.moved(x, y));
            // The name alone is too low for a finger.
            let area = TouchArea::Within(box_of(50.0).map(|(x, y)| corner.moved(x, y - 5.0)).into());
            mark.outline_touched(canvas, phrases, (name, &said), (&outline, area));
        }
        Ok(place) => {
            let Some(hex) = place.hex() else { return };
            let said = if scene.shows_ids { name.to_owned() } else { facts::hex(scene, place, hex) };
            mark.outline(canvas, phrases, (name, &said), &PLAN.outline(hex, 4.0));
        }
        Err(_) => {
            let Ok(corner) = name.parse::<HexCorner>() else { return };
            let said = if scene.shows_ids { name.to_owned() } else { facts::corner_named(scene, name) };
            let radius = if mark == PlaceMark::Legal { 15.0 } else { 20.0 };
            mark.ring(canvas, phrases, (name, &said), PLAN.corner(corner), radius);
        }
    }
}

const ASKED: &str = "#fff34d";

/// Frames hexes that may age, be fled to, or were just found.
pub fn hexes_to_decide(canvas: &mut Canvas, scene: &Scene<'_>) {
    for place in open_for_decision(scene.table) {
        let Some(hex) = place.hex() else { continue };
        let name = hex.to_string();
        let said = if scene.shows_ids { name.clone() } else { facts::hex(scene, place, hex) };
        canvas.element(&scene.say("asked_about", &[("hex", &said)]), &[("asked", &name)], |canvas| {
            canvas.polygon(&PLAN.outline(hex, 2.2), Paint::line(INK, 5.0));
            canvas.polygon(&PLAN.outline(hex, 2.2), Paint::line(ASKED, 2.6));
        });
    }
}

fn open_for_decision(table: &Table) -> Vec<Place> {
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
