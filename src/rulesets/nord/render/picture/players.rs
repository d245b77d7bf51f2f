//! Everybody's standing: points, men, treasures, fighters and workers.

use super::super::{Scene, facts, words};
use rules::Seat;
use rules::render::{
    Anchor, Canvas, INK, Letters, MARGIN, Paint, Panel, Point, SHEET_WIDTH, TEXT, badge, clip,
};

const NAME: f32 = 17.0;
const LEFT: f32 = 44.0;
const ACTIVE: &str = "#fff3b8";

/// Draws all seats, in the order of play.
pub fn players(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>) {
    for seat in scene.seats() {
        panel.rule(canvas);
        let player = scene.table().player(seat);
        let title = format!("Seat {seat}, {}: {}", scene.name(seat), facts::standing(scene, seat));
        let data = [
            ("player", seat.to_string()),
            ("points", player.score.to_string()),
            ("men", player.supply.to_string()),
            ("treasures", player.treasures.to_string()),
        ];
        let data = data.each_ref().map(|(name, value)| (*name, value.as_str()));
        canvas.thing(&title, &data, |canvas| {
            headline(canvas, panel, scene, seat);
            facts::details(scene, seat).iter().for_each(|line| panel.text(canvas, LEFT, line));
        });
    }
}

fn headline(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>, seat: Seat) {
    let top = panel.take(25.0);
    let player = scene.table().player(seat);
    if seat == scene.table().active {
        canvas.rectangle(Point::new(8.0, top - 2.0), SHEET_WIDTH - 16.0, 27.0, 6.0, Paint::fill(ACTIVE));
    }
    let base = top + 17.0;
    badge(canvas, seat, Point::new(MARGIN + 11.0, top + 11.5), 10.5);
    let name = clip(&scene.names.alone(seat), NAME, true, 175.0);
    canvas.text(Point::new(LEFT, base), Letters::new(NAME, INK).bold(), &format!("{name} · seat {seat}"));
    let held =
        format!("{} at home, {}", words::men(player.supply), words::count(player.treasures, "treasure"));
    canvas.text(Point::new(SHEET_WIDTH - 112.0, base), Letters::new(TEXT, INK).at(Anchor::End), &held);
    let figure = Letters::new(20.0, INK).bold().at(Anchor::End);
    canvas.text(Point::new(SHEET_WIDTH - 62.0, base + 1.0), figure, &player.score.to_string());
    let points = if player.score == 1 { "point" } else { "points" };
    canvas.text(Point::new(SHEET_WIDTH - 57.0, base), Letters::new(TEXT, INK), points);
}
