//! The top: whose turn, which phase, the dice.

use super::super::{Scene, facts};
use rules::render::{Canvas, Letters, Paint, Point, SHEET_WIDTH, badge, clip, die};

pub const HEIGHT: f32 = 58.0;
const GROUND: &str = "#27465c";
const WHITE: &str = "#ffffff";

pub fn heading(canvas: &mut Canvas, scene: &Scene<'_>) {
    let table = &scene.view.table;
    let (first, second) = (facts::turn(scene), facts::phase(scene));
    let data = [("turn", table.turn.to_string()), ("active", table.active.to_string())];
    let data = data.each_ref().map(|(name, value)| (*name, value.as_str()));
    canvas.thing(&format!("{first}: {second}"), &data, |canvas| {
        canvas.rectangle(Point::new(0.0, 0.0), SHEET_WIDTH, HEIGHT, 0.0, Paint::fill(GROUND));
        badge(canvas, table.active, Point::new(30.0, 29.0), 17.0);
        let whose = clip(&format!("{first} · {}", scene.names.alone(table.active)), 21.0, true, 390.0);
        canvas.text(Point::new(58.0, 26.0), Letters::new(21.0, WHITE).bold(), &whose);
        canvas.text(Point::new(58.0, 48.0), Letters::new(16.0, WHITE), &clip(&second, 16.0, false, 390.0));
    });
    if let Some([one, two]) = table.dice {
        let title = format!("The dice show {one} and {two}");
        canvas.thing(&title, &[("dice", &format!("{one},{two}"))], |canvas| {
            let sum = Letters::new(24.0, WHITE).bold();
            canvas.text(Point::new(SHEET_WIDTH - 52.0, 38.0), sum, &format!("={}", one + two));
            die(canvas, Point::new(SHEET_WIDTH - 134.0, 11.0), one);
            die(canvas, Point::new(SHEET_WIDTH - 93.0, 11.0), two);
        });
    }
}
