//! What the viewer has chosen to do, shown on the board before it is sent: a faint piece in a broken frame.

use super::Scene;
use super::board::{PLAN, moorings, unit_on};
use super::marks::marked;
use super::pieces::{house, piece};
use super::tiles::harbour;
use crate::landnam::action::Action;
use crate::landnam::board::Place;
use crate::landnam::render::place_of;
use crate::landnam::state::{BuildingKind, UnitKind};
use rules::Seat;
use rules::render::{Canvas, PlaceMark, Point};

pub fn ghost(canvas: &mut Canvas, scene: &Scene<'_>) {
    let (Some(action), Some(own)) = (scene.chosen, scene.view.own.as_ref()) else { return };
    canvas.ghost(|canvas| pieces(canvas, scene, action, own.seat));
    if let Some(place) = place_of(scene.table, action) {
        marked(canvas, scene, PlaceMark::Chosen, &place);
    }
}

fn pieces(canvas: &mut Canvas, scene: &Scene<'_>, action: &Action, seat: Seat) {
    let kind_of = |id| scene.table.unit(id).map(|unit| unit.kind);
    let moved = match action {
        Action::Step(step) => kind_of(step.unit).map(|kind| (kind, step.to)),
        Action::Flee(flee) => {
            let flight = scene.table.movement().and_then(|movement| movement.flight.as_ref());
            flight.and_then(|flight| kind_of(flight.unit)).map(|kind| (kind, flee.to))
        }
        Action::BuildUnit(build) => Some((build.unit, build.hex)),
        Action::BuildShipOnOuter(_) => Some((UnitKind::Ship, Place::OUTER)),
        _ => None,
    };
    if let Some((kind, place)) = moved
        && let Some(at) = room(scene, place)
    {
        canvas.translated(at, |canvas| piece(canvas, kind, seat, None));
    }
    match action {
        Action::BuildFarm(build) => house(canvas, BuildingKind::Farm, seat, PLAN.corner(build.corner.name())),
        Action::BuildTown(build) => house(canvas, BuildingKind::Town, seat, PLAN.corner(build.corner.name())),
        Action::BuildHarbour(build) => {
            if let Some(hex) = scene.table.unit(build.unit).and_then(|unit| unit.place.hex()) {
                harbour(canvas, scene, build.resource, PLAN.of(hex));
            }
        }
        _ => {}
    }
}

/// Where a unit would stand: on a hex, or behind the ships on the outer sea.
fn room(scene: &Scene<'_>, place: Place) -> Option<Point> {
    match place.hex() {
        Some(hex) => Some(unit_on(scene, place, hex)),
        None => moorings().nth(scene.on_outer().len()),
    }
}
