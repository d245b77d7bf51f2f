//! Everybody's standing: points, cards, tokens, pieces and where they are.

use super::{WIDTH, facts};
use crate::landnam::render::scene::Scene;
use crate::landnam::render::words;
use crate::landnam::state::Player;
use crate::landnam::view::SeatView;
use rules::render::{Anchor, Canvas, INK, Letters, MARGIN, Paint, Panel, Point, TEXT, badge, clip, width};

const NAME: f32 = 17.0;
const LEFT: f32 = 44.0;
const ACTIVE: &str = "#fff3b8";

/// Draws all seats, in the order of play.
pub fn players(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>) {
    for seat in &scene.view.seats {
        panel.rule(canvas);
        let player = scene.table.players.get(usize::from(seat.seat)).copied().unwrap_or_default();
        let data = Data::of(seat, player);
        let title = format!("Seat {}, {}: {}", seat.seat, scene.name(seat.seat), facts::standing(seat));
        canvas.thing(&title, &data.pairs(), |canvas| {
            headline(canvas, panel, scene, seat, player);
            panel.text(canvas, LEFT, &facts::units(scene, seat));
            facts::buildings(scene, seat).iter().for_each(|line| panel.text(canvas, LEFT, line));
            panel.text(canvas, LEFT, &facts::supplies(seat));
        });
    }
}

/// The figures of a seat, for programs.
struct Data([(&'static str, String); 6]);

impl Data {
    fn of(seat: &SeatView, player: Player) -> Self {
        Self([
            ("player", seat.seat.to_string()),
            ("points", seat.points.to_string()),
            ("cards", seat.cards.to_string()),
            ("fate-cards", seat.fate_cards.to_string()),
            ("tokens", format!("{},{},{}", player.white, player.red, player.black)),
            ("left", format!("{},{},{}", seat.houses_left, seat.ships_left, seat.settlers_left)),
        ])
    }

    fn pairs(&self) -> Vec<(&str, &str)> {
        self.0.iter().map(|(name, value)| (*name, value.as_str())).collect()
    }
}

/// Emblem, name and points, and below them cards and tokens.
fn headline(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>, seat: &SeatView, player: Player) {
    let top = panel.take(25.0);
    if seat.seat == scene.table.active {
        canvas.rectangle(Point::new(8.0, top - 2.0), WIDTH - 16.0, 27.0, 6.0, Paint::fill(ACTIVE));
    }
    let base = top + 17.0;
    badge(canvas, seat.seat, Point::new(MARGIN + 11.0, top + 11.5), 10.5);
    let name = clip(&scene.names.alone(seat.seat), NAME, true, 168.0);
    canvas.text(Point::new(LEFT, base), Letters::new(NAME, INK).bold(), &name);
    let after = LEFT + width(&name, NAME, true) + 8.0;
    canvas.text(Point::new(after, base), Letters::new(TEXT, INK), &format!("seat {}", seat.seat));
    let cards = format!("{}, {} fate", words::counted(seat.cards, "card"), seat.fate_cards);
    canvas.text(Point::new(394.0, base), Letters::new(TEXT, INK).at(Anchor::End), &cards);
    let won = [("white", player.white), ("red", player.red), ("black", player.black)];
    canvas.thing(&facts::tokens(player), &[], |canvas| {
        for (column, (kind, count)) in (0_u8..).zip(won) {
            token(canvas, kind, count, Point::new(413.0 + 34.0 * f32::from(column), top + 12.0));
        }
    });
    let figure = Letters::new(20.0, INK).bold().at(Anchor::End);
    canvas.text(Point::new(WIDTH - 58.0, base + 1.0), figure, &seat.points.to_string());
    let points = if seat.points == 1 { "point" } else { "points" };
    canvas.text(Point::new(WIDTH - 54.0, base), Letters::new(TEXT, INK), points);
}

/// A token that was won: the letter says its colour too. Paler if there are none.
fn token(canvas: &mut Canvas, kind: &str, count: u8, at: Point) {
    let (fill, ink) = match kind {
        "white" => ("#ffffff", INK),
        "red" => ("#c4001a", "#ffffff"),
        _ => (INK, "#ffffff"),
    };
    canvas.circle(at, 7.5, Paint::fill(fill).edged(INK, 1.0));
    let letter = kind.get(..1).unwrap_or_default().to_uppercase();
    canvas.text(at.moved(0.0, 3.8), Letters::new(10.5, ink).bold().at(Anchor::Middle), &letter);
    canvas.text(at.moved(10.5, 5.0), Letters::new(TEXT, INK).bold(), &count.to_string());
}
