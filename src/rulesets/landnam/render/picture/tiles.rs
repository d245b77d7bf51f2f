//! The hexes: their ground with a pattern, numbers and harbours; and the styles of the terrains: a colour and a pattern
//! each, which no two share.

use super::board::{COORDINATES, PLAN};
use super::{ORIGIN, Scene, facts};
use crate::landnam::board::Place;
use crate::landnam::number::Number;
use crate::landnam::resource::Resource;
use crate::landnam::state::Tile;
use crate::landnam::terrain::Terrain;
use rules::Hex;
use rules::render::{Anchor, Canvas, INK, Letters, Paint, Point, TerrainStyle, width};

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
pub fn tile(canvas: &mut Canvas, scene: &Scene<'_>, place: Place, hex: Hex) {
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
        if scene.shows_ids {
            let raised = if scene.tokens_on(place).next().is_some() { -18.5 } else { -15.5 };
            canvas.text(middle.moved(0.0, raised), COORDINATES, &name);
        }
        tile_contents(canvas, scene, place, tile, middle);
    });
}

fn tile_contents(canvas: &mut Canvas, scene: &Scene<'_>, place: Place, tile: Option<Tile>, middle: Point) {
    let occupied = scene.table.unit_at(place).is_some();
    let Some(tile) = tile else {
        if place.is_interior() && !occupied {
            let mark = Letters::new(22.0, "#9b8f74").bold().at(Anchor::Middle);
            let low = if scene.shows_ids { 13.0 } else { 8.0 };
            canvas.text(middle.moved(0.0, low), mark, "?");
        }
        return;
    };
    if let Some(kind) = tile.harbour {
        harbour(canvas, scene, kind, middle);
    }
    let at = middle + room_for_number(scene, occupied) + room_for_tokens(scene, place);
    let is_large = !scene.shows_ids;
    match tile.number {
        Some(value) => canvas.stamp(&format!("landnam-{}", value.value()), at, |canvas| {
            number(canvas, value, is_large);
        }),
        None if tile.terrain.is_numbered() => {
            canvas.circle(at, 13.5, Paint::fill(MARKER).edged(INK, 1.0).dashed("3 2"));
        }
        None => {}
    }
}

/// Where the number lies, from the middle of the hex: below its name, beside a unit.
const fn room_for_number(scene: &Scene<'_>, occupied: bool) -> Point {
    match (scene.shows_ids, occupied) {
        (true, true) => Point::new(-14.5, 4.0),
        (true, false) => Point::new(0.0, 5.0),
        (false, true) => Point::new(-16.0, 0.0),
        (false, false) => ORIGIN,
    }
}

/// Where a unit stands: beside the number, above the harbour.
pub fn room_for_unit(scene: &Scene<'_>, tile: Option<Tile>) -> Point {
    match (tile, scene.shows_ids) {
        (Some(Tile { harbour: Some(_), .. }), true) => Point::new(0.0, 1.0),
        (Some(Tile { harbour: Some(_), .. }), false) => Point::new(0.0, -14.0),
        (Some(tile), true) if tile.terrain.is_numbered() => Point::new(14.5, 4.0),
        (Some(tile), false) if tile.terrain.is_numbered() => Point::new(15.5, 0.0),
        (Some(Tile { terrain: Terrain::Mountain, .. }), true) => Point::new(0.0, 7.0),
        (_, true) => Point::new(0.0, 5.0),
        (_, false) => ORIGIN,
    }
}

/// How far number and unit move up where red tokens lie at the foot of the hex.
pub fn room_for_tokens(scene: &Scene<'_>, place: Place) -> Point {
    let harbour = scene.table.tile(place).is_some_and(|tile| tile.harbour.is_some());
    let raised = !harbour && scene.tokens_on(place).next().is_some();
    Point::new(0.0, if raised { -4.0 } else { 0.0 })
}

/// A number marker: the more dots, the more often it comes; 6 and 8 in red and bold.
fn number(canvas: &mut Canvas, number: Number, is_large: bool) {
    let value = number.value();
    let dots = 6 - value.abs_diff(7);
    let often = dots == 5;
    let colour = if often { OFTEN } else { INK };
    let (radius, size, y) = if is_large { (16.5, 19.0, 11.0) } else { (13.8, 15.5, 9.0) };
    canvas.circle(ORIGIN, radius, Paint::fill(MARKER).edged(colour, if often { 2.2 } else { 1.0 }));
    let letters = Letters::new(if often { size + 1.5 } else { size }, colour).bold().at(Anchor::Middle);
    canvas.text(Point::new(0.0, 4.2), letters, &value.to_string());
    for dot in 0..dots {
        let x = (f32::from(dot) - f32::from(dots - 1) / 2.0) * 3.7;
        canvas.circle(Point::new(x, y), 1.35, Paint::fill(colour));
    }
}

/// A harbour at the foot of a hex with that middle: in words beside the names of hexes, else on the ground and with a
/// sign of the land that yields what it takes.
pub fn harbour(canvas: &mut Canvas, scene: &Scene<'_>, kind: Resource, middle: Point) {
    let name = format!("landnam-harbour-{kind}");
    if scene.shows_ids {
        let said = format!("2:1 {}", scene.phrases.word(kind));
        canvas.stamp(&name, middle.moved(0.0, 20.5), |canvas| named_quay(canvas, &said));
    } else {
        canvas.stamp(&name, middle.moved(0.0, 8.0), |canvas| large_quay(canvas, kind));
    }
}

fn named_quay(canvas: &mut Canvas, said: &str) {
    let wide = width(said, 10.5, true) + 6.0;
    let corner = Point::new(-wide / 2.0, -7.0);
    canvas.rectangle(corner, wide, 14.0, 4.0, Paint::fill(HARBOUR).edged("#ffffff", 1.2));
    let letters = Letters::new(10.5, "#ffffff").bold().at(Anchor::Middle);
    canvas.text(Point::new(0.0, 3.8), letters, said);
}

fn large_quay(canvas: &mut Canvas, kind: Resource) {
    let land = style_of(Terrain::ALL.into_iter().find(|terrain| terrain.yields() == Some(kind)));
    let paint = Paint::fill(land.ground).edged(HARBOUR, 2.0);
    canvas.rectangle(Point::new(-27.0, -10.5), 54.0, 21.0, 6.0, paint);
    let letters = Letters::new(19.0, INK).bold().at(Anchor::Middle);
    canvas.text(Point::new(-8.5, 6.8), letters, "2:1");
    let (path, colour) = match kind {
        Resource::Iron => ("M-7 -4h14M-5 1h10M-7 6h14", "#5d365a"),
        Resource::Grain => {
            ("M0 9v-17M0 -8l-5 -3M0 -8l5 -3M0 -2l-5 -3M0 -2l5 -3M0 4l-5 -3M0 4l5 -3", "#7d5805")
        }
        Resource::Wool => ("M-8 -1q4 -8 8 0M0 -1q4 -8 8 0M-4 8q4 -8 8 0", "#3f741f"),
        Resource::Timber => ("M-7 8l7 -16 7 16z", "#1d5530"),
    };
    canvas.translated(Point::new(17.0, 0.0), |canvas| canvas.path(path, Paint::line(colour, 2.2)));
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
