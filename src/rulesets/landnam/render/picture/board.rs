//! The island with the sea around it, from the back to the front.

use super::heading::HEIGHT;
use super::{WIDTH, buildings, marks, outer, tile, tokens, units};
use crate::landnam::render::scene::Scene;
use rules::render::{Canvas, HexPlan, Paint, Point};

/// From the middle of a hex to its corner: nine of them fill the width.
const SIZE: f32 = 37.4;
/// The space above and below the hexes.
const SPACE: f32 = 19.0;
pub const BOTTOM: f32 = HEIGHT + 2.0 * SPACE + 14.0 * SIZE;
const OUTER_SEA: &str = "#5f9cc5";

/// Where the hexes lie.
pub const PLAN: HexPlan =
    HexPlan { middle: Point::new(WIDTH / 2.0, HEIGHT + SPACE + 7.0 * SIZE), size: SIZE };

pub fn board(canvas: &mut Canvas, scene: &Scene<'_>) {
    canvas.rectangle(Point::new(0.0, HEIGHT), WIDTH, BOTTOM - HEIGHT, 0.0, Paint::fill(OUTER_SEA));
    outer::outer(canvas, scene);
    let hexes = scene.in_reading_order();
    for &(place, hex) in &hexes {
        tile::tile(canvas, scene, place, hex);
    }
    marks::hexes(canvas, scene);
    for &(place, hex) in &hexes {
        if let Some(unit) = scene.table.unit_at(place) {
            let at = PLAN.of(hex)
                + tile::room_for_unit(scene.table.tile(place))
                + tile::room_for_tokens(scene, place);
            units::unit(canvas, scene, unit, at);
        }
    }
    for (corner, building) in scene.table.buildings.iter() {
        buildings::building(canvas, scene, corner, building, PLAN.corner(corner.name()));
    }
    for &(place, hex) in &hexes {
        tokens::tokens(canvas, scene, place, PLAN.of(hex));
    }
}
