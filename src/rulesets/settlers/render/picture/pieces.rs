//! Roads, settlements and cities.

use super::super::{Scene, words};
use crate::settlers::board::Vertex;
use crate::settlers::state::{Building, BuildingKind};
use rules::Seat;
use rules::render::{Anchor, Canvas, INK, Letters, Paint, Point, emblem, seat_colour};

const SETTLEMENT: &str = "M-10 9V-3L0 -12 10 -3V9z";
const CITY: &str = "M-15 10V-4H-13V-14L-6.5 -19 0 -14V-4L7 -9 15 -3V10z";

/// A road between two points, with the number of its edge.
pub fn road(canvas: &mut Canvas, seat: Seat, from: Point, to: Point, edge: u8) {
    let colour = seat_colour(seat);
    let part = |share: f32| Point::new(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
    let line = [part(0.14), part(0.86)];
    canvas.polyline(&line, Paint::line(INK, 13.0));
    canvas.polyline(&line, Paint::line(colour.fill, 10.0));
    emblem(canvas, seat, part(0.3), 3.6, colour.ink);
    let figure = Letters::new(9.5, colour.ink).bold().at(Anchor::Middle);
    canvas.text(part(0.58).moved(0.0, 3.4), figure, &edge.to_string());
}

/// A building, with the number of its vertex beside it.
pub fn building(canvas: &mut Canvas, scene: &Scene<'_>, vertex: Vertex, building: Building, at: Point) {
    let kind = words::building(building.kind);
    let title = format!("{kind} of {} at vertex {}", scene.name(building.seat), vertex.0);
    let data = [("vertex", vertex.0.to_string()), ("seat", building.seat.to_string())];
    let mut data: Vec<(&str, &str)> = data.iter().map(|(name, value)| (*name, value.as_str())).collect();
    data.push(("kind", kind));
    canvas.thing(&title, &data, |canvas| {
        canvas.moved(at, |canvas| house(canvas, building));
        let letters = Letters::new(10.0, INK).bold().at(Anchor::Middle).halo("#ffffff");
        canvas.text(at.moved(0.0, 19.5), letters, &vertex.0.to_string());
    });
}

fn house(canvas: &mut Canvas, building: Building) {
    let colour = seat_colour(building.seat);
    let (path, middle) = match building.kind {
        BuildingKind::Settlement => (SETTLEMENT, Point::new(0.0, 1.0)),
        BuildingKind::City => (CITY, Point::new(2.5, 3.5)),
    };
    canvas.path(path, Paint::line("#ffffff", 4.4));
    canvas.path(path, Paint::fill(colour.fill).edged(INK, 1.6));
    emblem(canvas, building.seat, middle, 4.6, colour.ink);
}
