//! The picture, 600 units wide, as wide as a phone shows it: heading, board, hand, what is pending, players, supply,
//! key.

mod board;
mod panels;
mod pieces;
mod terrain;

use super::{Scene, facts, pending};
use rules::render::{Canvas, PAPER, Paint, Panel, Point, SHEET_WIDTH as WIDTH};

/// The whole picture as an SVG document, and one of its board alone.
pub fn picture(scene: &Scene<'_>) -> (String, String) {
    let mut canvas = Canvas::new();
    terrain::define_patterns(&mut canvas);
    // The height is not known before everything is drawn; the ground is cut off where the picture ends.
    canvas.rectangle(Point::new(0.0, 0.0), WIDTH, 4000.0, 0.0, Paint::fill(PAPER));
    panels::heading(&mut canvas, scene);
    board::board(&mut canvas, scene);
    let heading = facts::heading(scene);
    let title = format!("Landnám, {}, {}: {}", heading.turn.to_lowercase(), heading.whose, heading.phase);
    let about = pending::public_facts(scene).join(" ");
    let board = canvas.document(WIDTH, board::BOTTOM, &title, &about);
    let mut panel = Panel::below(board::BOTTOM);
    panels::hand(&mut canvas, &mut panel, scene);
    panel.part(&mut canvas, "Now", "matters", &pending::public_facts(scene));
    panels::players(&mut canvas, &mut panel, scene);
    panel.part(&mut canvas, "Supply", "supply", &facts::supply(scene));
    panel.part(&mut canvas, "May be answered, but nobody waits", "invited", &pending::invited(scene));
    panels::key(&mut canvas, &mut panel);
    (canvas.document(WIDTH, panel.bottom(), &title, &about), board)
}
