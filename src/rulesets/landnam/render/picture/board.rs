//! The island with the sea around it, from the back to the front.

use super::ghost::ghost;
use super::marks::{hexes_to_decide, marks};
use super::pieces::{render_building, render_tokens, render_unit};
use super::tiles::{room_for_tokens, room_for_unit, tile};
use super::{Scene, WIDTH, facts};
use crate::landnam::board::Place;
use rules::render::{Anchor, Canvas, HEADING, HexPlan, INK, Letters, Paint, Point, badge, large_link, width};
use rules::{Hex, Seat};

/// From the middle of a hex to its corner: nine of them fill the width.
const SIZE: f32 = 37.4;
/// The space above and below the hexes.
const SPACE: f32 = 19.0;
pub const BOTTOM: f32 = HEADING + 2.0 * SPACE + 14.0 * SIZE;
pub const PLAN: HexPlan =
    HexPlan { middle: Point::new(WIDTH / 2.0, HEADING + SPACE + 7.0 * SIZE), size: SIZE };

pub const COORDINATES: Letters<'static> = Letters::new(12.5, INK).at(Anchor::Middle);

pub fn board(canvas: &mut Canvas, scene: &Scene<'_>) {
    let sea = Paint::fill(canvas.palette().outer_sea);
    canvas.rectangle(Point::new(0.0, HEADING), WIDTH, BOTTOM - HEADING, 0.0, sea);
    outer(canvas, scene);
    let hexes = scene.in_reading_order();
    canvas.lettered(COORDINATES, |canvas| {
        for &(place, hex) in &hexes {
            tile(canvas, scene, place, hex);
        }
    });
    hexes_to_decide(canvas, scene);
    marks(canvas, scene);
    for &(place, hex) in &hexes {
        if let Some(unit) = scene.table.unit_at(place) {
            render_unit(canvas, scene, unit, unit_on(scene, place, hex));
        }
    }
    for (corner, building) in scene.table.buildings.iter() {
        render_building(canvas, scene, corner, building, PLAN.corner(corner.name()));
    }
    for &(place, hex) in &hexes {
        render_tokens(canvas, scene, place, PLAN.of(hex));
    }
    ghost(canvas, scene);
    canvas.draw_targets();
    let corner = Point::new(34.0, BOTTOM - 34.0);
    large_link(canvas, scene.phrases, scene.options.marks.large_link.as_deref(), corner);
}

/// Where a unit stands that is on a hex.
pub fn unit_on(scene: &Scene<'_>, place: Place, hex: Hex) -> Point {
    PLAN.of(hex) + room_for_unit(scene, scene.table.tile(place)) + room_for_tokens(scene, place)
}

pub const OUTER_LEFT: f32 = 10.0;
const MOORING_ROW: f32 = 31.0;
const WHITE: &str = "#ffffff";

fn outer_size(scene: &Scene<'_>) -> f32 {
    if scene.shows_ids { 15.0 } else { 19.0 }
}

pub fn outer_width(scene: &Scene<'_>) -> f32 {
    width(&scene.phrases.text("outer_name"), outer_size(scene), true)
}

fn outer(canvas: &mut Canvas, scene: &Scene<'_>) {
    canvas.element(&facts::outer(scene), &[("hex", "outer"), ("terrain", "sea")], |canvas| {
        let letters = Letters::new(outer_size(scene), WHITE).bold();
        canvas.text(Point::new(OUTER_LEFT, HEADING + 20.0), letters, &scene.phrases.text("outer_name"));
    });
    for (unit, at) in scene.on_outer().into_iter().zip(moorings()) {
        render_unit(canvas, scene, unit, at);
    }
    let beside_name = Point::new(OUTER_LEFT + outer_width(scene) + 20.0, HEADING - 10.0);
    render_tokens(canvas, scene, Place::OUTER, beside_name);
    if scene.shows_ids {
        corner_help(canvas, scene);
    }
    for seat in scene.seats() {
        first_landing(canvas, scene, seat);
    }
}

/// Where ships lie: rows in the upper left corner, then in the upper right one, then in the lower right one.
pub fn moorings() -> impl Iterator<Item = Point> {
    let top = HEADING + 44.0;
    let bottom = BOTTOM - 22.0;
    let rows = [3_u8, 3, 2, 2, 1];
    let left =
        row_places(rows).map(move |(column, row)| Point::new(20.0 + 33.0 * column, top + MOORING_ROW * row));
    let right = row_places(rows)
        .map(move |(column, row)| Point::new(WIDTH - 20.0 - 33.0 * column, top - 18.0 + MOORING_ROW * row));
    let low = row_places(rows)
        .map(move |(column, row)| Point::new(WIDTH - 20.0 - 33.0 * column, bottom - MOORING_ROW * row));
    left.chain(right).chain(low)
}

fn row_places(rows: [u8; 5]) -> impl Iterator<Item = (f32, f32)> {
    let rows = (0_u8..).zip(rows);
    rows.flat_map(|(row, places)| (0..places).map(move |column| (f32::from(column), f32::from(row))))
}

/// How corners are named, shown on a small hex in the lower left corner.
fn corner_help(canvas: &mut Canvas, scene: &Scene<'_>) {
    let small = Letters::new(11.5, WHITE).at(Anchor::Middle);
    let middle = Point::new(46.0, BOTTOM - 46.0);
    let outline = HexPlan { middle, size: 22.0 }.outline_at(middle, 0.0);
    canvas.element(&scene.phrases.text("corner_help"), &[("help", "corners")], |canvas| {
        canvas.polygon(&outline, Paint::line(WHITE, 1.5));
        canvas.text(middle.moved(0.0, 4.0), small, "q,r");
        for (y, base, name) in [(-22.0, -27.0, "q,r,N"), (22.0, 37.0, "q,r,S")] {
            canvas.circle(middle.moved(0.0, y), 3.4, Paint::fill(WHITE));
            canvas.text(middle.moved(0.0, base), small.bold(), name);
        }
    });
}

/// The emblem of a seat beside the side of the rim where it first came in.
fn first_landing(canvas: &mut Canvas, scene: &Scene<'_>, seat: Seat) {
    let Some(side) = scene.table.player(seat).first_side else { return };
    // The middle of each side, clockwise from the one north of east, and the way out to sea from it.
    let middles = [(4, -2), (2, 2), (-2, 4), (-4, 2), (-2, -2), (2, -4)];
    let outward = [(29.0, -17.0), (29.0, 17.0), (0.0, 32.5), (-29.0, 17.0), (-29.0, -17.0), (0.0, -32.5)];
    let index = usize::from(side) % 6;
    let ((q, r), (x, y)) = (middles[index], outward[index]);
    let at = PLAN.of(Hex::new(q, r)).moved(x * 1.42, y * 1.42);
    let title = if scene.shows_ids {
        scene.say("first_landing_of", &[("name", &scene.name(seat)), ("side", &side)])
    } else {
        scene.say("first_landing_there", &[("name", &scene.name(seat))])
    };
    canvas.element(&title, &[("seat", &seat.to_string()), ("first-side", &side.to_string())], |canvas| {
        badge(canvas, seat, at, 7.5);
    });
}
