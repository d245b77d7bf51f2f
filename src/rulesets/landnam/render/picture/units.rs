//! Ships and settlers: in the colour of the seat, with its emblem, and with the name that actions call them by.

use crate::landnam::render::scene::Scene;
use crate::landnam::render::words;
use crate::landnam::state::{Unit, UnitKind};
use rules::Seat;
use rules::render::{Anchor, Canvas, INK, Letters, Paint, Point, emblem, seat_colour};

const HALO: &str = "#ffffff";
const OUTLAW: &str = "#c4001a";
const CHOSEN: &str = "#ffe600";
const SETTLER: &str = "M-6-1L6-1 11 13-11 13z";
const HULL: &str = "M-14 0L14 0Q12 12 6 13L-6 13Q-12 12-14 0z";
const SAIL: &str = "M-11-2Q-7-14 3-16Q4-8 12-2z";

/// Draws a unit around `at`.
pub fn unit(canvas: &mut Canvas, scene: &Scene<'_>, unit: Unit, at: Point) {
    let place = unit.place.to_string();
    let title = format!("{} {} on {place}", scene.whose(unit.seat), scene.unit(unit));
    let (id, seat) = (unit.id.0.to_string(), unit.seat.to_string());
    let outlaw = scene.table.is_outlaw(unit.id);
    let mut data =
        vec![("unit", id.as_str()), ("kind", words::unit(unit.kind)), ("seat", &seat), ("place", &place)];
    if outlaw {
        data.push(("outlaw", "true"));
    }
    canvas.thing(&title, &data, |canvas| {
        canvas.moved(at, |canvas| {
            signs(canvas, scene, unit, outlaw);
            piece(canvas, unit.kind, unit.seat, &id);
            if outlaw {
                cross(canvas);
            }
        });
    });
}

/// What stands behind the piece: a glow around the unit that is moved, rings around units in suits.
fn signs(canvas: &mut Canvas, scene: &Scene<'_>, unit: Unit, outlaw: bool) {
    let origin = Point::new(0.0, 0.0);
    let moved = scene.table.movement().and_then(|movement| movement.unit) == Some(unit.id);
    let fought = scene.table.suit().is_some_and(|suit| suit.unit == unit.id);
    let suable =
        scene.table.althing().is_some_and(|althing| althing.suits.iter().any(|suit| suit.unit == unit.id));
    if moved {
        canvas.circle(origin, 17.5, Paint::fill(CHOSEN).edged(INK, 1.0));
    }
    if outlaw {
        canvas.circle(origin, 16.0, Paint::fill("#ffffff").edged(OUTLAW, 2.4));
    }
    if fought {
        canvas.circle(origin, 18.0, Paint::line(INK, 3.0));
    } else if suable {
        canvas.circle(origin, 18.0, Paint::line(INK, 2.2).dashed("4 3"));
    }
}

/// A piece around the origin with a text on it.
pub fn piece(canvas: &mut Canvas, kind: UnitKind, seat: Seat, text: &str) {
    let colour = seat_colour(seat);
    let paint = Paint::fill(colour.fill).edged(INK, 1.2);
    let halo = Paint::line(HALO, 4.0);
    let letters = Letters::new(12.0, colour.ink).bold().at(Anchor::Middle);
    match kind {
        UnitKind::Ship => {
            canvas.path(&format!("{HULL}{SAIL}"), halo);
            canvas.path(&format!("{HULL}{SAIL}"), paint);
            emblem(canvas, seat, Point::new(0.0, -6.6), 3.6, colour.ink);
            canvas.text(Point::new(0.0, 10.6), letters, text);
        }
        UnitKind::Settler => {
            canvas.path(SETTLER, halo);
            canvas.circle(Point::new(0.0, -7.0), 6.8, halo);
            canvas.path(SETTLER, paint);
            canvas.circle(Point::new(0.0, -7.0), 6.8, paint);
            emblem(canvas, seat, Point::new(0.0, -7.0), 3.8, colour.ink);
            canvas.text(Point::new(0.0, 11.0), letters, text);
        }
    }
}

/// A red cross at the upper right: an outlaw.
fn cross(canvas: &mut Canvas) {
    canvas.path("M8-15L17-6M17-15L8-6", Paint::line("#ffffff", 5.0));
    canvas.path("M8-15L17-6M17-15L8-6", Paint::line(OUTLAW, 2.8));
}
