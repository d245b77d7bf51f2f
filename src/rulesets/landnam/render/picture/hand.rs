//! The viewer's own cards; in nobody else's picture.

use super::terrain::look;
use super::{WIDTH, facts};
use crate::landnam::render::scene::Scene;
use crate::landnam::render::words;
use crate::landnam::resource::Resource;
use crate::landnam::terrain::Terrain;
use rules::render::{Anchor, Canvas, INK, Letters, MARGIN, Paint, Panel, Point, TEXT, badge, width};

const CARD: f32 = 82.0;
const HIGH: f32 = 28.0;

/// Draws the hand, if there is one.
pub fn hand(canvas: &mut Canvas, panel: &mut Panel, scene: &Scene<'_>) {
    let (Some(own), Some(said)) = (scene.view.own.as_ref(), facts::own(scene)) else { return };
    let top = panel.take(HIGH + 16.0) + 10.0;
    let seat = own.seat.to_string();
    canvas.thing(&said, &[("own", &seat)], |canvas| {
        badge(canvas, own.seat, Point::new(MARGIN + 12.0, top + HIGH / 2.0), 11.5);
        let title = Letters::new(TEXT, INK).bold();
        canvas.text(Point::new(MARGIN + 30.0, top + 19.0), title, "You hold");
        for (column, kind) in (0_u8..).zip(Resource::ALL) {
            let left = MARGIN + 98.0 + f32::from(column) * (CARD + 6.0);
            card(canvas, kind, own.cards.get(kind), Point::new(left, top));
        }
    });
    for line in lines(own.fate_cards.iter().map(|&held| words::card(held))) {
        let base = panel.take(18.5) + TEXT;
        canvas.text(Point::new(MARGIN, base), Letters::new(TEXT, INK), &line);
    }
}

/// The fate cards in lines that fit.
fn lines<'c>(cards: impl Iterator<Item = &'c str>) -> Vec<String> {
    let all = words::listed(cards);
    let text = if all.is_empty() { "no fate card".to_owned() } else { format!("Fate cards: {all}") };
    rules::render::wrap(&text, TEXT, WIDTH - 2.0 * MARGIN)
}

fn card(canvas: &mut Canvas, kind: Resource, count: u8, at: Point) {
    let ground = look(Terrain::ALL.into_iter().find(|terrain| terrain.yields() == Some(kind))).ground;
    let (edge, weight) = if count == 0 { ("#b9b2a3", 1.0) } else { (INK, 1.4) };
    let ground = if count == 0 { "#f1ede3" } else { ground };
    canvas.rectangle(at, CARD, HIGH, 6.0, Paint::fill(ground).edged(edge, weight));
    let name = kind.name();
    let letters = Letters::new(15.0, INK);
    canvas.text(at.moved(8.0, 19.0), letters, name);
    let figure = Letters::new(18.0, INK).bold().at(Anchor::End);
    let right = CARD - 8.0;
    debug_assert!(width(name, 15.0, false) < right - 20.0, "{name} fits");
    canvas.text(at.moved(right, 20.0), figure, &count.to_string());
}
