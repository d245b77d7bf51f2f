//! The small dragon boat and the fishing boats.

use super::board::SIDE;
use crate::nord::board::Field;
use rules::Seat;
use rules::render::{Anchor, Canvas, INK, Letters, Paint, Point, emblem, seat_colour};

/// A ship with a dragon's head, around the origin.
const DRAGON: &str =
    "M-21 4q2 12 12 12h17q10 -1 12 -14q1 -7 -3 -9l-3 2 2 2q1 3 -1 7l-32 1q-3 -4 -1 -8l-4 -1q-1 4 1 8z";
const SAIL: &str = "M-10 1v-17h18v17z";
const HULL: &str = "M-18 6h36q-3 11 -11 11h-14q-8 0 -11 -11z";

pub fn dragon_boat(canvas: &mut Canvas, title: &str, field: Field, at: Point, factor: f32) {
    canvas.thing(title, &[("dragon-boat", &field.to_string())], |canvas| {
        canvas.scaled(at, factor, |canvas| {
            let corner = Point::new(-SIDE / 2.0, -SIDE / 2.0);
            canvas.rectangle(corner, SIDE, SIDE, 0.0, Paint::fill("#4b7f9e").edged(INK, 1.8));
            canvas.path(SAIL, Paint::fill("#ffffff").edged(INK, 1.3));
            canvas.path("M-4 1v-17M2 1v-17", Paint::line("#b3261e", 2.6));
            canvas.path(DRAGON, Paint::fill("#7a4a1e").edged(INK, 1.3));
            let letters = Letters::new(10.0, "#ffffff").at(Anchor::Start);
            canvas.text(Point::new(-SIDE / 2.0 + 2.5, SIDE / 2.0 - 2.5), letters, &field.to_string());
        });
    });
}

/// A fishing boat with a man of that seat, around the origin.
pub fn fishing_boat(canvas: &mut Canvas, seat: Seat) {
    let colour = seat_colour(seat);
    let man = "M-8 7q0 -9 4 -12a6 6 0 1 1 8 0q4 3 4 12z";
    canvas.path(man, Paint::line("#ffffff", 4.6));
    canvas.path(man, Paint::fill(colour.fill).edged(INK, 1.4));
    canvas.path(HULL, Paint::line("#ffffff", 4.6));
    canvas.path(HULL, Paint::fill(colour.fill).edged(INK, 1.5));
    emblem(canvas, seat, Point::new(0.0, 10.6), 4.4, colour.ink);
}
