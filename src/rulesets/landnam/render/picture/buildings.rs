//! Farms and towns at their corners.

use crate::landnam::board::Corner;
use crate::landnam::render::scene::Scene;
use crate::landnam::render::words;
use crate::landnam::state::{Building, BuildingKind};
use rules::Seat;
use rules::render::{Canvas, INK, Paint, Point, emblem, seat_colour};

const FARM: &str = "M-8 8V-2L0-10 8-2V8z";
const TOWN: &str = "M-14 9V-1L-7-9-1-2V-8L6-15 13-8V9z";

pub fn building(canvas: &mut Canvas, scene: &Scene<'_>, corner: Corner, building: Building, at: Point) {
    let (name, seat) = (corner.to_string(), building.seat.to_string());
    let kind = words::building(building.kind);
    let title = format!("{} {kind} at {name}", scene.whose(building.seat));
    canvas.thing(&title, &[("corner", &name), ("kind", kind), ("seat", &seat)], |canvas| {
        canvas.moved(at, |canvas| house(canvas, building.kind, building.seat));
    });
}

pub fn house(canvas: &mut Canvas, kind: BuildingKind, seat: Seat) {
    let colour = seat_colour(seat);
    let (path, middle) = match kind {
        BuildingKind::Farm => (FARM, Point::new(0.0, 1.0)),
        BuildingKind::Town => (TOWN, Point::new(5.8, 1.0)),
    };
    canvas.path(path, Paint::line("#ffffff", 4.0));
    canvas.path(path, Paint::fill(colour.fill).edged(INK, 1.3));
    emblem(canvas, seat, middle, 4.4, colour.ink);
    if kind == BuildingKind::Town {
        emblem(canvas, seat, Point::new(-7.2, 3.0), 3.2, colour.ink);
    }
}
