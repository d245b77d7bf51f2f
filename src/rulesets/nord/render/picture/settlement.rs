//! A settlement: palisade with four gates, name, jarl, fighters.

use super::super::{Scene, facts};
use super::board::SIDE;
use crate::nord::board::Settlement;
use crate::nord::state::{Hold, Jarl};
use rules::Seat;
use rules::render::{Anchor, Canvas, INK, Letters, Paint, Point, emblem, seat_colour};

const GROUND: &str = "#d8b98c";
const WALL: &str = "#5a3a1c";
const CROWN: &str = "M-7 5.5L-8 -4 -3.6 -0.4 0 -6 3.6 -0.4 8 -4 7 5.5z";

pub fn settlement(canvas: &mut Canvas, scene: &Scene<'_>, settlement: Settlement, at: Point, factor: f32) {
    let hold = scene.table().hold(settlement);
    let (id, field) = (settlement.to_string(), scene.board().place_of(settlement));
    let field = field.map(|field| field.to_string()).unwrap_or_default();
    let fighters = scene.seats().map(|seat| hold.of(seat).to_string()).collect::<Vec<String>>().join(",");
    let mut data = vec![("settlement", id.as_str()), ("field", &field), ("fighters", &fighters)];
    let jarl = hold.jarl.map(|jarl| match jarl {
        Jarl::Neutral {} => "neutral".to_owned(),
        Jarl::Own { seat } => seat.to_string(),
    });
    if let Some(jarl) = &jarl {
        data.push(("jarl", jarl));
    }
    canvas.thing(&facts::settlement(scene, settlement), &data, |canvas| {
        canvas.scaled(at, factor, |canvas| {
            palisade(canvas);
            canvas.text(Point::new(-20.0, -8.5), Letters::new(14.0, INK).bold(), &id);
            if let Some(jarl) = hold.jarl {
                canvas.moved(Point::new(12.0, -13.0), |canvas| crown(canvas, jarl));
            }
            posts(canvas, scene, hold);
        });
    });
}

fn palisade(canvas: &mut Canvas) {
    let (half, side) = (SIDE / 2.0, SIDE);
    canvas.rectangle(Point::new(-half, -half), side, side, 0.0, Paint::fill(GROUND));
    canvas.rectangle(
        Point::new(-half + 1.6, -half + 1.6),
        side - 3.2,
        side - 3.2,
        3.0,
        Paint::line(WALL, 3.2),
    );
    for (x, y) in [(0.0, -half + 1.6), (half - 1.6, 0.0), (0.0, half - 1.6), (-half + 1.6, 0.0)] {
        canvas.rectangle(Point::new(x - 4.5, y - 4.5), 9.0, 9.0, 0.0, Paint::fill(GROUND));
    }
}

/// The crown of a jarl around the origin.
pub fn crown(canvas: &mut Canvas, jarl: Jarl) {
    match jarl {
        Jarl::Neutral {} => canvas.path(CROWN, Paint::fill("#ffffff").edged(INK, 1.4)),
        Jarl::Own { seat } => {
            canvas.path(CROWN, Paint::fill(seat_colour(seat).fill).edged(INK, 1.4));
            emblem(canvas, seat, Point::new(0.0, 2.0), 2.9, seat_colour(seat).ink);
        }
    }
}

/// The fighters by seat: up to four posts in two rows.
fn posts(canvas: &mut Canvas, scene: &Scene<'_>, hold: Hold) {
    let present: Vec<Seat> = scene.seats().filter(|seat| hold.of(*seat) > 0).collect();
    let low = present.len() > 2;
    for (place, seat) in present.into_iter().enumerate() {
        let x = if place % 2 == 0 { -10.5 } else { 10.5 };
        let y = match (low, place / 2) {
            (false, _) => 9.0,
            (true, 0) => 1.5,
            (true, _) => 15.5,
        };
        canvas.moved(Point::new(x, y), |canvas| post(canvas, seat, hold.of(seat)));
    }
}

fn post(canvas: &mut Canvas, seat: Seat, count: u8) {
    let colour = seat_colour(seat);
    canvas.rectangle(Point::new(-10.0, -6.8), 20.0, 13.6, 3.5, Paint::fill(colour.fill).edged(INK, 1.1));
    emblem(canvas, seat, Point::new(-4.6, 0.0), 4.0, colour.ink);
    let letters = Letters::new(12.5, colour.ink).bold().at(Anchor::Middle);
    canvas.text(Point::new(4.6, 4.5), letters, &count.to_string());
}
