//! The outer sea: its ships lie in the corners of the board, and where everybody came ashore.

use super::board::PLAN;
use super::units;
use super::{WIDTH, heading};
use crate::landnam::board::Place;
use crate::landnam::render::facts;
use crate::landnam::render::scene::Scene;
use rules::render::{Anchor, Canvas, Letters, Point, badge};
use rules::{Hex, Seat};

const ROW: f32 = 31.0;
const WHITE: &str = "#ffffff";

pub fn outer(canvas: &mut Canvas, scene: &Scene<'_>) {
    canvas.thing(&facts::outer(scene), &[("hex", "outer"), ("terrain", "sea")], |canvas| {
        let letters = Letters::new(15.0, WHITE).bold();
        canvas.text(Point::new(10.0, heading::HEIGHT + 20.0), letters, "outer");
    });
    for (unit, at) in scene.on_outer().into_iter().zip(moorings()) {
        units::unit(canvas, scene, unit, at);
    }
    super::tokens::tokens(canvas, scene, Place::OUTER, Point::new(80.0, heading::HEIGHT - 10.0));
    corner_help(canvas);
    for seat in scene.seats() {
        first_landing(canvas, scene, seat);
    }
}

/// Where ships lie: rows in the upper left corner, then in the upper right one, then in the lower right one.
fn moorings() -> impl Iterator<Item = Point> {
    let top = heading::HEIGHT + 44.0;
    let bottom = super::board::BOTTOM - 22.0;
    let rows = [3_u8, 3, 2, 2, 1];
    let left = row_places(rows).map(move |(column, row)| Point::new(20.0 + 33.0 * column, top + ROW * row));
    let right = row_places(rows)
        .map(move |(column, row)| Point::new(WIDTH - 20.0 - 33.0 * column, top - 18.0 + ROW * row));
    let low = row_places(rows)
        .map(move |(column, row)| Point::new(WIDTH - 20.0 - 33.0 * column, bottom - ROW * row));
    left.chain(right).chain(low)
}

fn row_places(rows: [u8; 5]) -> impl Iterator<Item = (f32, f32)> {
    let rows = (0_u8..).zip(rows);
    rows.flat_map(|(row, places)| (0..places).map(move |column| (f32::from(column), f32::from(row))))
}

/// How corners are named, shown on a small hex in the lower left corner.
fn corner_help(canvas: &mut Canvas) {
    let small = Letters::new(11.5, WHITE).at(Anchor::Middle);
    let middle = Point::new(46.0, super::board::BOTTOM - 46.0);
    let outline = rules::render::HexPlan { middle, size: 22.0 }.outline_at(middle, 0.0);
    canvas.thing(
        "A corner is called after the hex whose upper (N) or lower (S) tip it is",
        &[("help", "corners")],
        |canvas| {
            canvas.polygon(&outline, rules::render::Paint::line(WHITE, 1.5));
            canvas.text(middle.moved(0.0, 4.0), small, "q,r");
            for (y, base, name) in [(-22.0, -27.0, "q,r,N"), (22.0, 37.0, "q,r,S")] {
                canvas.circle(middle.moved(0.0, y), 3.4, rules::render::Paint::fill(WHITE));
                canvas.text(middle.moved(0.0, base), small.bold(), name);
            }
        },
    );
}

/// The emblem of a seat beside the side of the rim where it first came in.
fn first_landing(canvas: &mut Canvas, scene: &Scene<'_>, seat: Seat) {
    let player = scene.table.players.get(usize::from(seat));
    let Some(side) = player.and_then(|player| player.first_side) else { return };
    // The middle of each side, clockwise from the one north of east, and the way out to sea from it.
    let middles = [(4, -2), (2, 2), (-2, 4), (-4, 2), (-2, -2), (2, -4)];
    let outward = [(29.0, -17.0), (29.0, 17.0), (0.0, 32.5), (-29.0, 17.0), (-29.0, -17.0), (0.0, -32.5)];
    let index = usize::from(side) % 6;
    let ((q, r), (x, y)) = (middles[index], outward[index]);
    let at = PLAN.of(Hex::new(q, r)).moved(x * 1.42, y * 1.42);
    let title = format!("{} first landing was on side {side}", scene.whose(seat));
    canvas.thing(&title, &[("seat", &seat.to_string()), ("first-side", &side.to_string())], |canvas| {
        badge(canvas, seat, at, 7.5);
    });
}
