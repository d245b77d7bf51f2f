//! The island in its sea: fields with their names, settlements, workers.

use super::super::{Scene, facts};
use super::heading::HEIGHT;
use super::{boats, land, settlement, worker};
use crate::nord::board::{Field, Ground};
use rules::render::{Anchor, Canvas, Letters, Paint, Point, SHEET_WIDTH, SquarePlan};

/// The side of a square, in units of what is drawn on it.
pub const SIDE: f32 = 50.0;
/// The highest that the island is drawn.
const HIGHEST: f32 = 1000.0;
const SEA: &str = "#a9d4ec";
const LINES: &str = "#8fc1de";
const EDGE: f32 = 12.0;

/// Draws the island; returns where it ends.
pub fn board(canvas: &mut Canvas, scene: &Scene<'_>) -> f32 {
    let extent = scene.extent();
    let (columns, rows) = (f32::from(extent.columns), f32::from(extent.rows));
    let size = ((SHEET_WIDTH - 2.0 * EDGE) / columns).min(HIGHEST / rows).min(SIDE);
    let left = (SHEET_WIDTH - columns * size) / 2.0;
    let plan = SquarePlan { first: extent.first, corner: Point::new(left, HEIGHT + EDGE), size };
    let bottom = HEIGHT + rows * size + 2.0 * EDGE;
    canvas.rectangle(Point::new(0.0, HEIGHT), SHEET_WIDTH, bottom - HEIGHT, 0.0, Paint::fill(SEA));
    extent.fields().for_each(|field| square(canvas, scene, &plan, field));
    land::borders(canvas, scene, &plan);
    let factor = size / SIDE;
    let board = scene.board();
    for (settlement, field) in board.settlements() {
        settlement::settlement(canvas, scene, settlement, plan.of((field.x, field.y)), factor);
    }
    let boat = board.dragon_boat();
    boats::dragon_boat(canvas, &facts::boat(scene), boat, plan.of((boat.x, boat.y)), factor);
    for (field, seat) in scene.table().workers.iter() {
        worker::worker(canvas, scene, field, seat, plan.of((field.x, field.y)), factor);
    }
    bottom
}

/// A field: its ground and its name.
fn square(canvas: &mut Canvas, scene: &Scene<'_>, plan: &SquarePlan, field: Field) {
    let ground = scene.board().cell(field).map_or(Ground::Sea, |cell| scene.board().ground(cell));
    let at = plan.of((field.x, field.y));
    let factor = plan.size / SIDE;
    match ground {
        Ground::Land(known) => land::land(canvas, scene, field, known, at, factor),
        Ground::Settlement(_) | Ground::Boat => {}
        Ground::Sea | Ground::Rim => canvas.scaled(at, factor, |canvas| {
            let corner = Point::new(-SIDE / 2.0, -SIDE / 2.0);
            canvas.rectangle(corner, SIDE, SIDE, 0.0, Paint::line(LINES, 0.8));
            name(canvas, field, "#4a7d9c");
        }),
    }
}

/// The name of a field in its upper left corner.
pub fn name(canvas: &mut Canvas, field: Field, ink: &str) {
    let letters = Letters::new(10.0, ink).at(Anchor::Start);
    canvas.text(Point::new(-SIDE / 2.0 + 2.5, -SIDE / 2.0 + 10.5), letters, &field.to_string());
}
