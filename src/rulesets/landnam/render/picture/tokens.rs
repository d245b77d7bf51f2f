//! Red tokens: whose they are, and the unit that each makes an outlaw.

use crate::landnam::board::Place;
use crate::landnam::render::scene::Scene;
use crate::landnam::state::RedToken;
use rules::render::{Anchor, Canvas, INK, Letters, Paint, Point, emblem, seat_colour};

const RED: &str = "#c4001a";
const WIDE: f32 = 25.0;
const HIGH: f32 = 12.0;

/// Draws the tokens that lie on a hex with that middle.
pub fn tokens(canvas: &mut Canvas, scene: &Scene<'_>, place: Place, middle: Point) {
    let harbour = scene.table.tile(place).is_some_and(|tile| tile.harbour.is_some());
    let base = if harbour { middle.moved(-19.0, 6.0) } else { middle.moved(0.0, 21.5) };
    let all: Vec<RedToken> = scene.tokens_on(place).collect();
    for (index, token) in all.iter().enumerate() {
        let (column, row) = (index % 2, index / 2);
        let alone = harbour || (all.len() % 2 == 1 && index + 1 == all.len());
        let x = if alone { 0.0 } else { (column as f32 - 0.5) * (WIDE + 1.0) };
        let y = if harbour { index as f32 } else { row as f32 };
        chip(canvas, scene, *token, base.moved(x, -y * (HIGH + 1.0)));
    }
}

fn chip(canvas: &mut Canvas, scene: &Scene<'_>, token: RedToken, at: Point) {
    let (unit, plaintiff, hex) =
        (token.unit.0.to_string(), token.plaintiff.to_string(), token.hex.to_string());
    let title = format!("Red token of {} on unit {unit}, at {hex}", scene.name(token.plaintiff));
    let data = [("token", unit.as_str()), ("plaintiff", &plaintiff), ("hex", &hex)];
    canvas.thing(&title, &data, |canvas| {
        let colour = seat_colour(token.plaintiff);
        let corner = at.moved(-WIDE / 2.0, -HIGH / 2.0);
        canvas.rectangle(corner, WIDE, HIGH, 3.0, Paint::fill(RED).edged("#ffffff", 1.4));
        canvas.rectangle(corner, HIGH - 1.0, HIGH, 3.0, Paint::fill(colour.fill).edged(INK, 0.8));
        emblem(canvas, token.plaintiff, corner.moved(5.5, 6.0), 3.3, colour.ink);
        let letters = Letters::new(11.0, "#ffffff").bold().at(Anchor::Middle);
        canvas.text(corner.moved(18.2, 10.0), letters, &unit);
    });
}
