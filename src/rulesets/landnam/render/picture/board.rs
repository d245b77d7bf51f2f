//! The island with the sea around it, from the back to the front; and the styles of the terrains: a colour and a pattern
//! each, which no two share.

use super::pieces::{render_building, render_tokens, render_unit};
use super::{ORIGIN, Scene, WIDTH, facts};
use crate::landnam::board::Place;
use crate::landnam::number::Number;
use crate::landnam::resource::Resource;
use crate::landnam::state::{Phase, Table, Tile};
use crate::landnam::terrain::Terrain;
use rules::render::{
    Anchor, Canvas, HEADING, HexPlan, INK, Letters, Paint, PlaceMark, Point, TerrainStyle, Theme, badge,
    width,
};
use rules::{Hex, HexCorner, Seat};

/// From the middle of a hex to its corner: nine of them fill the width.
const SIZE: f32 = 37.4;
/// The space above and below the hexes.
const SPACE: f32 = 19.0;
pub const BOTTOM: f32 = HEADING + 2.0 * SPACE + 14.0 * SIZE;
const PLAN: HexPlan = HexPlan { middle: Point::new(WIDTH / 2.0, HEADING + SPACE + 7.0 * SIZE), size: SIZE };

const COORDINATES: Letters<'static> = Letters::new(12.5, INK).at(Anchor::Middle);

/// The outer sea is darker than that of the hexes.
const fn outer_sea(theme: Theme) -> &'static str {
    match theme {
        Theme::Light => "#5f9cc5",
        Theme::Dark => "#23485f",
    }
}

pub fn board(canvas: &mut Canvas, scene: &Scene<'_>) {
    let sea = Paint::fill(outer_sea(canvas.theme()));
    canvas.rectangle(Point::new(0.0, HEADING), WIDTH, BOTTOM - HEADING, 0.0, sea);
    outer(canvas, scene);
    let hexes = scene.in_reading_order();
    canvas.lettered(COORDINATES, |canvas| {
        for &(place, hex) in &hexes {
            tile(canvas, scene, place, hex);
        }
    });
    hexes_to_decide(canvas, scene);
    marked(canvas, scene, &hexes);
    for &(place, hex) in &hexes {
        if let Some(unit) = scene.table.unit_at(place) {
            let at = PLAN.of(hex) + room_for_unit(scene.table.tile(place)) + room_for_tokens(scene, place);
            render_unit(canvas, scene, unit, at);
        }
    }
    for (corner, building) in scene.table.buildings.iter() {
        render_building(canvas, scene, corner, building, PLAN.corner(corner.name()));
    }
    for &(place, hex) in &hexes {
        render_tokens(canvas, scene, place, PLAN.of(hex));
    }
}

/// Marks hexes by their outline, corners by a ring, and the outer sea around its name.
fn marked(canvas: &mut Canvas, scene: &Scene<'_>, hexes: &[(Place, Hex)]) {
    let marks = &scene.options.marks;
    for (mark, places) in [(PlaceMark::Legal, &marks.legal), (PlaceMark::Changed, &marks.changed)] {
        for name in places {
            let place = (name.as_str(), name.as_str());
            if let Some((_, hex)) = hexes.iter().find(|(_, hex)| hex.to_string() == *name) {
                mark.outline(canvas, scene.phrases, place, &PLAN.outline(*hex, 4.0));
            } else if let Ok(corner) = name.parse::<HexCorner>() {
                mark.ring(canvas, scene.phrases, place, PLAN.corner(corner), 15.0);
            } else if name.parse() == Ok(Place::OUTER) {
                let said = scene.place(Place::OUTER);
                let wide = outer_width(scene) + 8.0;
                let corner = Point::new(OUTER_LEFT - 4.0, HEADING + 5.0);
                let box_of = [(0.0, 0.0), (wide, 0.0), (wide, 21.0), (0.0, 21.0)];
                let outline = box_of.map(|(x, y)| corner.moved(x, y));
                mark.outline(canvas, scene.phrases, (name.as_str(), said.as_str()), &outline);
            }
        }
    }
}

/// Shows a hex with its ground and pattern.
pub fn ground(canvas: &mut Canvas, style: TerrainStyle, at: Point) {
    style.tile(canvas, at, true, |canvas, ground| {
        canvas.polygon(&PLAN.outline_at(ORIGIN, 0.0), Paint::fill(ground).edged(EDGE, 1.0));
    });
}

const EDGE: &str = "#5d6a70";
const MARKER: &str = "#fffdf6";
const OFTEN: &str = "#b3121d";
const HARBOUR: &str = "#123a63";

/// Draws a hex without the pieces on it.
fn tile(canvas: &mut Canvas, scene: &Scene<'_>, place: Place, hex: Hex) {
    let terrain = scene.table.terrain(place);
    let tile = scene.table.tile(place);
    let name = hex.to_string();
    let number = tile.and_then(|tile| tile.number).map(|number| number.value().to_string());
    let harbour = tile.and_then(|tile| tile.harbour).map(Resource::name);
    let mut data = vec![("hex", name.as_str()), ("terrain", terrain.map_or("unknown", Into::into))];
    data.extend(number.as_deref().map(|number| ("number", number)));
    data.extend(harbour.map(|harbour| ("harbour", harbour)));
    canvas.element(&facts::hex(scene, place, hex), &data, |canvas| {
        let (style, middle) = (style_of(terrain), PLAN.of(hex));
        ground(canvas, style, middle);
        let raised = if scene.tokens_on(place).next().is_some() { -18.5 } else { -15.5 };
        canvas.text(middle.moved(0.0, raised), COORDINATES, &name);
        tile_contents(canvas, scene, place, tile, middle);
    });
}

fn tile_contents(canvas: &mut Canvas, scene: &Scene<'_>, place: Place, tile: Option<Tile>, middle: Point) {
    let occupied = scene.table.unit_at(place).is_some();
    let Some(tile) = tile else {
        if place.is_interior() && !occupied {
            let mark = Letters::new(22.0, "#9b8f74").bold().at(Anchor::Middle);
            canvas.text(middle.moved(0.0, 13.0), mark, "?");
        }
        return;
    };
    if let Some(kind) = tile.harbour {
        let said = format!("2:1 {}", scene.phrases.word(kind));
        canvas.stamp(&format!("landnam-harbour-{kind}"), middle.moved(0.0, 20.5), |canvas| {
            harbour(canvas, &said)
        });
    }
    let at = middle + room_for_number(occupied) + room_for_tokens(scene, place);
    match tile.number {
        Some(value) => {
            canvas.stamp(&format!("landnam-{}", value.value()), at, |canvas| number(canvas, value))
        }
        None if tile.terrain.is_numbered() => {
            canvas.circle(at, 13.5, Paint::fill(MARKER).edged(INK, 1.0).dashed("3 2"));
        }
        None => {}
    }
}

/// Where the number lies, from the middle of the hex.
const fn room_for_number(occupied: bool) -> Point {
    if occupied { Point::new(-14.5, 4.0) } else { Point::new(0.0, 5.0) }
}

/// Where a unit stands, from the middle of the hex: beside the number, above the harbour.
fn room_for_unit(tile: Option<Tile>) -> Point {
    match tile {
        Some(Tile { harbour: Some(_), .. }) => Point::new(0.0, 1.0),
        Some(tile) if tile.terrain.is_numbered() => Point::new(14.5, 4.0),
        Some(Tile { terrain: Terrain::Mountain, .. }) => Point::new(0.0, 7.0),
        _ => Point::new(0.0, 5.0),
    }
}

/// How far number and unit move up where red tokens lie at the foot of the hex.
fn room_for_tokens(scene: &Scene<'_>, place: Place) -> Point {
    let harbour = scene.table.tile(place).is_some_and(|tile| tile.harbour.is_some());
    let raised = !harbour && scene.tokens_on(place).next().is_some();
    Point::new(0.0, if raised { -4.0 } else { 0.0 })
}

/// A number marker: the more dots, the more often it comes; 6 and 8 in red and bold.
fn number(canvas: &mut Canvas, number: Number) {
    let value = number.value();
    let dots = 6 - value.abs_diff(7);
    let often = dots == 5;
    let colour = if often { OFTEN } else { INK };
    canvas.circle(ORIGIN, 13.8, Paint::fill(MARKER).edged(colour, if often { 2.2 } else { 1.0 }));
    let letters = Letters::new(if often { 17.0 } else { 15.5 }, colour).bold().at(Anchor::Middle);
    canvas.text(Point::new(0.0, 4.2), letters, &value.to_string());
    for dot in 0..dots {
        let x = (f32::from(dot) - f32::from(dots - 1) / 2.0) * 3.7;
        canvas.circle(Point::new(x, 9.0), 1.35, Paint::fill(colour));
    }
}

fn harbour(canvas: &mut Canvas, said: &str) {
    let wide = width(said, 10.5, true) + 6.0;
    let corner = Point::new(-wide / 2.0, -7.0);
    canvas.rectangle(corner, wide, 14.0, 4.0, Paint::fill(HARBOUR).edged("#ffffff", 1.2));
    let letters = Letters::new(10.5, "#ffffff").bold().at(Anchor::Middle);
    canvas.text(Point::new(0.0, 3.8), letters, said);
}

const ASKED: &str = "#fff34d";

/// Frames hexes that may age, be fled to, or were just found.
fn hexes_to_decide(canvas: &mut Canvas, scene: &Scene<'_>) {
    for hex in open_for_decision(scene.table).into_iter().filter_map(Place::hex) {
        let name = hex.to_string();
        canvas.element(&scene.say("asked_about", &[("hex", &name)]), &[("asked", &name)], |canvas| {
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

const OUTER_LEFT: f32 = 10.0;
const OUTER_SIZE: f32 = 15.0;
const MOORING_ROW: f32 = 31.0;
const WHITE: &str = "#ffffff";

fn outer_width(scene: &Scene<'_>) -> f32 {
    width(&scene.phrases.text("outer_name"), OUTER_SIZE, true)
}

fn outer(canvas: &mut Canvas, scene: &Scene<'_>) {
    canvas.element(&facts::outer(scene), &[("hex", "outer"), ("terrain", "sea")], |canvas| {
        let letters = Letters::new(OUTER_SIZE, WHITE).bold();
        canvas.text(Point::new(OUTER_LEFT, HEADING + 20.0), letters, &scene.phrases.text("outer_name"));
    });
    for (unit, at) in scene.on_outer().into_iter().zip(moorings()) {
        render_unit(canvas, scene, unit, at);
    }
    let beside_name = Point::new(OUTER_LEFT + outer_width(scene) + 20.0, HEADING - 10.0);
    render_tokens(canvas, scene, Place::OUTER, beside_name);
    corner_help(canvas, scene);
    for seat in scene.seats() {
        first_landing(canvas, scene, seat);
    }
}

/// Where ships lie: rows in the upper left corner, then in the upper right one, then in the lower right one.
fn moorings() -> impl Iterator<Item = Point> {
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
    let title = scene.say("first_landing_of", &[("name", &scene.name(seat)), ("side", &side)]);
    canvas.element(&title, &[("seat", &seat.to_string()), ("first-side", &side.to_string())], |canvas| {
        badge(canvas, seat, at, 7.5);
    });
}

const SEA: TerrainStyle = TerrainStyle::lines(
    "landnam-sea",
    "#b5dcf2",
    ("#7db6dc", 1.6),
    "M-24-4q4-4 8 0t8 0M6 12q4-4 8 0t8 0M-12 23q4-4 8 0t8 0",
);
const BOG: TerrainStyle = TerrainStyle::lines(
    "landnam-bog",
    "#d7bfd4",
    ("#8a5f86", 1.6),
    "M-25-2h11M-22 2h5M14-3h11M17 1h5M-24 15h10M-21 19h5M12 16h11M15 20h5M-6 26h12M-3 30h6\
           M-19-2v-8M-22-3l-3-5M-16-3l3-5M19-3v-8M16-4l-3-5M22-4l3-5",
);
const FIELD: TerrainStyle = TerrainStyle::lines(
    "landnam-field",
    "#f2c84b",
    ("#b07d08", 1.6),
    "M-22 16v-24M-14 20v-30M14 20v-30M22 16v-24M-5 27v-10M5 27v-10M-22-4l-4-4M-22-4l4-4M-14-6l-4-4M-14-6l4-4\
           M14-6l-4-4M14-6l4-4M22-4l-4-4M22-4l4-4M-22 2l-4-4M-22 2l4-4M-14 0l-4-4M-14 0l4-4M14 0l-4-4M14 0l4-4M22 2l-4-4M22 2l4-4",
);
const PASTURE: TerrainStyle = TerrainStyle::lines(
    "landnam-pasture",
    "#d2ecb0",
    ("#5f9f38", 1.6),
    "M-22 0l-3-6M-22 0v-7M-22 0l3-6M22 0l-3-6M22 0v-7M22 0l3-6M-18 17l-3-6M-18 17v-7M-18 17l3-6\
           M18 17l-3-6M18 17v-7M18 17l3-6M0 28l-3-6M0 28v-7M0 28l3-6",
);
const FOREST: TerrainStyle = TerrainStyle::filled(
    "landnam-forest",
    "#6fb27a",
    "#2d7442",
    "M-23 3l6-14 6 14zM11 3l6-14 6 14zM-25 19l6-14 6 14zM13 19l6-14 6 14zM-7 31l7-15 7 15z",
);
const MOUNTAIN: TerrainStyle = TerrainStyle::filled(
    "landnam-mountain",
    "#b3ada6",
    "#857d75",
    "M-30 14L-14-13 1 14zM-3 14L14-13 30 14zM-13 28L0 6 13 28z",
);
const UNKNOWN: TerrainStyle = TerrainStyle::lines(
    "landnam-unknown",
    "#efe9da",
    ("#dcd3bd", 1.6),
    "M-29-6L-6-29M-31 11L11-31M-22 20L22-22M-11 30L30-11M6 29L29 6",
);

/// The style of a terrain; `None` is an unknown hex.
pub const fn style_of(terrain: Option<Terrain>) -> TerrainStyle {
    match terrain {
        Some(Terrain::Sea) => SEA,
        Some(Terrain::Bog) => BOG,
        Some(Terrain::Field) => FIELD,
        Some(Terrain::Pasture) => PASTURE,
        Some(Terrain::Forest) => FOREST,
        Some(Terrain::Mountain) => MOUNTAIN,
        None => UNKNOWN,
    }
}
