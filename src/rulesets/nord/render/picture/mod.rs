//! The picture, 600 units wide, as wide as a phone shows it: heading, island, large dragon boat, hand, what is pending,
//! players, supply, key.

mod board;
mod boats;
mod heading;
mod land;
mod longship;
mod players;
mod settlement;
mod worker;

use super::{Scene, facts};
use rules::render::{Canvas, PAPER, Paint, Panel, Point, SHEET_WIDTH};

const HOW: &str = "Small figures name the fields as actions do. A man stands on land, one in a boat at sea; he carries his \
                   owner's emblem, with a yellow ring if he was placed in this turn. Stones are a cairn; a chest with ? a \
                   treasure on it. A settlement has a gate on each side and shows its fighters by emblem and number; a \
                   crown is a jarl, white if he belongs to nobody.";

/// The whole picture as an SVG document, and one of the island and the large dragon boat alone.
pub fn picture(scene: &Scene<'_>) -> (String, String) {
    let mut canvas = Canvas::new();
    // Nobody knows the height before everything is set; the ground is cut off where the picture ends.
    canvas.rectangle(Point::new(0.0, 0.0), SHEET_WIDTH, 6000.0, 0.0, Paint::fill(PAPER));
    land::stamps(&mut canvas);
    heading::heading(&mut canvas, scene);
    let mut panel = Panel::below(board::board(&mut canvas, scene));
    longship::longship(&mut canvas, &mut panel, scene);
    let title = format!("NORD, {}: {}", facts::turn(scene).to_lowercase(), facts::phase(scene));
    let about = facts::matters(scene).join(" ");
    let board = canvas.document(SHEET_WIDTH, panel.bottom(), &title, &about);
    panel.part(&mut canvas, "Your treasures", "own", &facts::own(scene));
    panel.part(&mut canvas, "Now", "matters", &facts::matters(scene));
    players::players(&mut canvas, &mut panel, scene);
    panel.part(&mut canvas, "Supply", "supply", &facts::supply(scene));
    panel.part(&mut canvas, "Key", "key", &[HOW.to_owned()]);
    (canvas.document(SHEET_WIDTH, panel.bottom(), &title, &about), board)
}
