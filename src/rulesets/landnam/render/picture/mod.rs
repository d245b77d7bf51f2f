//! The picture, 600 units wide, as wide as a phone shows it: heading, board, hand, what is pending, players, supply,
//! key.

mod board;
mod panels;
mod pieces;
mod terrain;

use super::{Scene, facts, pending};
use rules::render::{Canvas, HEADING, Paint, Panel, PictureParts, Point, SHEET_WIDTH as WIDTH};

const ORIGIN: Point = Point::new(0.0, 0.0);

/// The picture as an SVG document, with the parts that are requested.
pub fn picture(scene: &Scene<'_>) -> String {
    let (phrases, parts) = (scene.phrases, scene.options.parts);
    let mut canvas = Canvas::new(scene.options.theme).with_links(scene.options.marks.legal_link.clone());
    let canvas = &mut canvas;
    // The height is not known before everything is drawn; the ground is cut off where the picture ends.
    canvas.rectangle(ORIGIN, WIDTH, 4000.0, 0.0, Paint::fill(canvas.palette().paper));
    let heading = facts::heading(scene);
    let stands = heading.line();
    if parts != PictureParts::Board {
        panels::heading(canvas, scene, &heading, &stands);
    }
    board::board(canvas, scene);
    let title = format!("{}. {stands}", phrases.text("title"));
    let about = pending::public_facts(scene).join(" ");
    match parts {
        PictureParts::Board => return canvas.document(WIDTH, (HEADING, board::BOTTOM), &title, &about),
        PictureParts::Upper => return canvas.document(WIDTH, (0.0, board::BOTTOM), &title, &about),
        PictureParts::Whole => {}
    }
    let mut panel = Panel::below(board::BOTTOM);
    panels::hand(canvas, &mut panel, scene);
    panel.part(canvas, &phrases.text("now"), "matters", &pending::public_facts(scene));
    panels::players(canvas, &mut panel, scene);
    panel.part(canvas, &phrases.text("supply"), "supply", &facts::supply(scene));
    panel.part(canvas, &phrases.text("invited_title"), "invited", &pending::invited(scene));
    panels::key(canvas, &mut panel, scene);
    canvas.document(WIDTH, (0.0, panel.bottom()), &title, &about)
}
