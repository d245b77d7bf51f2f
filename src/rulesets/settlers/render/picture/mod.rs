//! The picture, 600 units wide, as wide as a phone shows it: heading, board, hand, what is pending, players, bank, key.

mod board;
mod heading;
mod land;
mod pieces;
mod players;

use super::{Scene, facts};
use rules::render::{Canvas, PAPER, Paint, Panel, Point, SHEET_WIDTH};

const HOW: &str = "Large figures: the number that is rolled, red for 6 and 8, with a dot for each chance in 36. #9 is hex 9. \
                   Small figures at corners are vertices, those along sides are edges, as actions name them. A piece \
                   carries its owner's emblem; a house is a settlement, a house with a tower a city.";

/// The whole picture as an SVG document, and one of its board alone.
pub fn picture(scene: &Scene<'_>) -> (String, String) {
    let mut canvas = Canvas::new();
    // Nobody knows the height before everything is set; the ground is cut off where the picture ends.
    canvas.rectangle(Point::new(0.0, 0.0), SHEET_WIDTH, 4000.0, 0.0, Paint::fill(PAPER));
    heading::heading(&mut canvas, scene);
    board::board(&mut canvas, scene);
    let title = format!("The Settlers, {}: {}", facts::turn(scene).to_lowercase(), facts::phase(scene));
    let about = facts::matters(scene).join(" ");
    let board = canvas.document(SHEET_WIDTH, board::BOTTOM, &title, &about);
    let mut panel = Panel::below(board::BOTTOM);
    panel.part(&mut canvas, "Your cards", "own", &facts::own(scene));
    panel.part(&mut canvas, "Now", "matters", &facts::matters(scene));
    players::players(&mut canvas, &mut panel, scene);
    panel.part(&mut canvas, "Bank", "bank", &facts::bank(scene));
    panel.part(&mut canvas, "Key", "key", &[HOW.to_owned()]);
    (canvas.document(SHEET_WIDTH, panel.bottom(), &title, &about), board)
}
