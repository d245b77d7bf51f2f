//! The top: whose turn, which phase, which scoring comes next.

use super::super::{Scene, facts};
use rules::render::{Anchor, Canvas, Letters, Paint, Point, SHEET_WIDTH, badge, clip};

pub const HEIGHT: f32 = 58.0;
const GROUND: &str = "#27465c";
const WHITE: &str = "#ffffff";

pub fn heading(canvas: &mut Canvas, scene: &Scene<'_>) {
    let table = scene.table();
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
    let number = table.next_scoring;
    if (1..=4).contains(&number) {
        let kind = if number % 2 == 1 { "raw materials" } else { "fighters" };
        let title = format!("Next scoring: number {number}, {kind}");
        canvas.thing(&title, &[("next-scoring", &number.to_string())], |canvas| {
            let right = Letters::new(16.0, WHITE).at(Anchor::End);
            canvas.text(
                Point::new(SHEET_WIDTH - 14.0, 26.0),
                right.bold(),
                &format!("scoring {number} next"),
            );
            canvas.text(Point::new(SHEET_WIDTH - 14.0, 47.0), right, kind);
        });
    }
}
