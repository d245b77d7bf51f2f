//! Everybody's standing: points, cards, bonus cards, pieces and where they are.

use super::super::{Scene, facts, words};
use crate::settlers::view::SeatView;
use rules::render::{
    Anchor, Canvas, INK, Letters, MARGIN, Paint, Panel, Point, SHEET_WIDTH, TEXT, badge, clip,
};

const NAME: f32 = 17.0;
const LEFT: f32 = 44.0;
const ACTIVE: &str = "#fff3b8";

/// Draws all seats, in the order of play.
pub fn players(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>) {
    for seat in &scene.view.seats {
        panel.rule(canvas);
        let player = scene.view.table.player(seat.seat);
        let title =
            format!("Seat {}, {}: {}", seat.seat, scene.name(seat.seat), facts::standing(scene, seat));
        let data = [
            ("player", seat.seat.to_string()),
            ("points", seat.points.to_string()),
            ("cards", player.cards.to_string()),
            ("development-cards", player.development_cards.to_string()),
        ];
        let data = data.each_ref().map(|(name, value)| (*name, value.as_str()));
        canvas.thing(&title, &data, |canvas| {
            headline(canvas, panel, scene, seat);
            facts::details(scene, seat).iter().for_each(|line| panel.text(canvas, LEFT, line));
        });
    }
}

fn headline(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>, seat: &SeatView) {
    let top = panel.take(25.0);
    if seat.seat == scene.view.table.active {
        canvas.rectangle(Point::new(8.0, top - 2.0), SHEET_WIDTH - 16.0, 27.0, 6.0, Paint::fill(ACTIVE));
    }
    let base = top + 17.0;
    badge(canvas, seat.seat, Point::new(MARGIN + 11.0, top + 11.5), 10.5);
    let name = clip(&scene.names.alone(seat.seat), NAME, true, 175.0);
    canvas.text(
        Point::new(LEFT, base),
        Letters::new(NAME, INK).bold(),
        &format!("{name} · seat {}", seat.seat),
    );
    let player = scene.view.table.player(seat.seat);
    let cards = format!("{}, {} dev.", words::count(player.cards, "card"), player.development_cards);
    canvas.text(Point::new(SHEET_WIDTH - 128.0, base), Letters::new(TEXT, INK).at(Anchor::End), &cards);
    let figure = Letters::new(20.0, INK).bold().at(Anchor::End);
    canvas.text(Point::new(SHEET_WIDTH - 62.0, base + 1.0), figure, &seat.points.to_string());
    let points = if seat.points == 1 { "point" } else { "points" };
    canvas.text(Point::new(SHEET_WIDTH - 57.0, base), Letters::new(TEXT, INK), points);
}
