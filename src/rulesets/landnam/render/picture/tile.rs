//! One hex: ground, name, number or harbour.

use super::board::PLAN;
use super::terrain::look;
use crate::landnam::board::Place;
use crate::landnam::number::Number;
use crate::landnam::render::facts;
use crate::landnam::render::scene::Scene;
use crate::landnam::render::words;
use crate::landnam::resource::Resource;
use crate::landnam::state::Tile;
use crate::landnam::terrain::Terrain;
use rules::Hex;
use rules::render::{Anchor, Canvas, INK, Letters, Paint, Point, width};

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
    let mut data = vec![("hex", name.as_str()), ("terrain", terrain.map_or("unknown", words::terrain))];
    data.extend(number.as_deref().map(|number| ("number", number)));
    data.extend(harbour.map(|harbour| ("harbour", harbour)));
    canvas.thing(&facts::hex(scene, place, hex), &data, |canvas| {
        let (look, middle) = (look(terrain), PLAN.of(hex));
        canvas.polygon(&PLAN.outline(hex, 0.0), Paint::fill(look.ground).edged(EDGE, 1.0));
        canvas.stamped(look.stamp, middle);
        let coordinates = Letters::new(12.5, INK).at(Anchor::Middle);
        let raised = if scene.tokens_on(place).next().is_some() { -18.5 } else { -15.5 };
        canvas.text(middle.moved(0.0, raised), coordinates, &name);
        contents(canvas, scene, place, tile, middle);
    });
}

fn contents(canvas: &mut Canvas, scene: &Scene<'_>, place: Place, tile: Option<Tile>, middle: Point) {
    let held = scene.table.unit_at(place).is_some();
    let Some(tile) = tile else {
        if place.is_interior() && !held {
            let mark = Letters::new(22.0, "#9b8f74").bold().at(Anchor::Middle);
            canvas.text(middle.moved(0.0, 13.0), mark, "?");
        }
        return;
    };
    if let Some(kind) = tile.harbour {
        harbour(canvas, kind, middle.moved(0.0, 20.5));
    }
    let at = middle + room_for_number(held) + room_for_tokens(scene, place);
    match tile.number {
        Some(value) => number(canvas, value, at),
        None if tile.terrain.is_numbered() => {
            canvas.circle(at, 13.5, Paint::fill(MARKER).edged(INK, 1.0).dashed("3 2"));
        }
        None => {}
    }
}

/// Where the number lies, from the middle of the hex.
pub const fn room_for_number(held: bool) -> Point {
    if held { Point::new(-14.5, 4.0) } else { Point::new(0.0, 5.0) }
}

/// Where a unit stands, from the middle of the hex: beside the number, above the harbour.
pub fn room_for_unit(tile: Option<Tile>) -> Point {
    match tile {
        Some(Tile { harbour: Some(_), .. }) => Point::new(0.0, 1.0),
        Some(tile) if tile.terrain.is_numbered() => Point::new(14.5, 4.0),
        Some(Tile { terrain: Terrain::Mountain, .. }) => Point::new(0.0, 7.0),
        _ => Point::new(0.0, 5.0),
    }
}

/// How far number and unit move up where red tokens lie at the foot of the hex.
pub fn room_for_tokens(scene: &Scene<'_>, place: Place) -> Point {
    let harbour = scene.table.tile(place).is_some_and(|tile| tile.harbour.is_some());
    let raised = !harbour && scene.tokens_on(place).next().is_some();
    Point::new(0.0, if raised { -4.0 } else { 0.0 })
}

/// A number marker: the more dots, the more often it comes; 6 and 8 in red and bold.
pub fn number(canvas: &mut Canvas, number: Number, at: Point) {
    let value = number.value();
    let dots = 6 - value.abs_diff(7);
    let often = dots == 5;
    let colour = if often { OFTEN } else { INK };
    canvas.circle(at, 13.8, Paint::fill(MARKER).edged(colour, if often { 2.2 } else { 1.0 }));
    let letters = Letters::new(if often { 17.0 } else { 15.5 }, colour).bold().at(Anchor::Middle);
    canvas.text(at.moved(0.0, 4.2), letters, &value.to_string());
    for dot in 0..dots {
        let x = (f32::from(dot) - f32::from(dots - 1) / 2.0) * 3.7;
        canvas.circle(at.moved(x, 9.0), 1.35, Paint::fill(colour));
    }
}

/// A harbour marker: an anchor and the kind in words.
fn harbour(canvas: &mut Canvas, kind: Resource, at: Point) {
    let name = kind.name();
    let wide = width(name, 11.0, true) + 6.0;
    let corner = at.moved(-wide / 2.0, -7.0);
    canvas.rectangle(corner, wide, 14.0, 4.0, Paint::fill(HARBOUR).edged("#ffffff", 1.2));
    let letters = Letters::new(11.0, "#ffffff").bold().at(Anchor::Middle);
    canvas.text(at.moved(0.0, 4.0), letters, name);
}
