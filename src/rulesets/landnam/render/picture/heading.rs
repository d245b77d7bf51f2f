//! The top: whose turn, which phase, the dice.

use super::{WIDTH, facts};
use crate::landnam::render::scene::Scene;
use rules::render::{Canvas, Letters, Paint, Point, badge, clip, die};

pub const HEIGHT: f32 = 58.0;
const GROUND: &str = "#27465c";
const WHITE: &str = "#ffffff";

pub fn heading(canvas: &mut Canvas, scene: &Scene<'_>) {
    let heading = facts::heading(scene);
    let title = format!("{}, {}: {}", heading.turn, heading.whose, heading.phase);
    let (turn, active) = (scene.table.turn.to_string(), scene.table.active.to_string());
    canvas.thing(&title, &[("turn", &turn), ("active", &active)], |canvas| {
        canvas.rectangle(Point::new(0.0, 0.0), WIDTH, HEIGHT, 0.0, Paint::fill(GROUND));
        badge(canvas, scene.table.active, Point::new(30.0, 29.0), 17.0);
        let first = format!("{} · {} turn", heading.turn, plain(scene));
        let first = clip(&first, 21.0, true, 390.0);
        canvas.text(Point::new(58.0, 26.0), Letters::new(21.0, WHITE).bold(), &first);
        canvas.text(Point::new(58.0, 48.0), Letters::new(16.0, WHITE), &heading.phase);
    });
    if let (Some(dice), Some(rolled)) = (heading.dice, heading.rolled()) {
        let data = format!("{},{}", dice[0], dice[1]);
        canvas.thing(&rolled, &[("dice", &data)], |canvas| {
            let sum = Letters::new(24.0, WHITE).bold();
            canvas.text(Point::new(WIDTH - 52.0, 38.0), sum, &format!("={}", dice[0] + dice[1]));
            die(canvas, Point::new(WIDTH - 134.0, 11.0), dice[0]);
            die(canvas, Point::new(WIDTH - 93.0, 11.0), dice[1]);
        });
    }
}

/// The name in the genitive; names of the other direction stay apart.
fn plain(scene: &Scene<'_>) -> String {
    scene.whose(scene.table.active)
}
