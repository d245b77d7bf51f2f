//! Workers: men on land, men in fishing boats at sea.

use super::super::Scene;
use super::boats;
use crate::nord::board::Field;
use rules::Seat;
use rules::render::{Canvas, INK, Paint, Point, emblem, seat_colour};

const MAN: &str = "M-9 15q0 -15 5 -18a6.6 6.6 0 1 1 8 0q5 3 5 18z";
const NEW: &str = "#ffe600";

pub fn worker(canvas: &mut Canvas, scene: &Scene<'_>, field: Field, seat: Seat, at: Point, factor: f32) {
    let on_land = scene.board().land(field).is_some();
    let new = scene.table().this_turn.placed.contains(&field);
    let kind = if on_land { "worker" } else { "sea worker" };
    let placed = if new { ", placed in this turn" } else { "" };
    let title = format!("{kind} of {} on {field}{placed}", scene.name(seat));
    let (id, owner) = (field.to_string(), seat.to_string());
    let mut data = vec![("worker", id.as_str()), ("seat", &owner)];
    if new {
        data.push(("placed", "true"));
    }
    canvas.thing(&title, &data, |canvas| {
        canvas.scaled(at.moved(0.0, 3.0 * factor), factor, |canvas| {
            if new {
                canvas.circle(Point::new(0.0, 2.0), 19.5, Paint::fill(NEW).edged(INK, 1.2));
            }
            if on_land { man(canvas, seat) } else { boats::fishing_boat(canvas, seat) }
        });
    });
}

pub fn man(canvas: &mut Canvas, seat: Seat) {
    let colour = seat_colour(seat);
    canvas.path(MAN, Paint::line("#ffffff", 4.6));
    canvas.path(MAN, Paint::fill(colour.fill).edged(INK, 1.5));
    emblem(canvas, seat, Point::new(0.0, 7.0), 5.0, colour.ink);
}
