//! Small pictures for pages that contain them: each is defined once and shown by its name.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::canvas::{Canvas, Paint, Point};
use super::options::Theme;
use super::overview::{Icon, Overview};
use super::symbols::{INK, die, emblem, seat_colour};
use crate::decision::Seat;

/// The symbols of a page with this overview: `seat-0`, the emblem of a seat on its colour, as on the board; `icon-ore`;
/// `die-6`. All are squares.
pub fn symbols(overview: &Overview) -> String {
    let mut out =
        String::from("<svg width=\"0\" height=\"0\" style=\"position:absolute\" aria-hidden=\"true\">");
    for player in &overview.players {
        symbol(&mut out, &format!("seat-{}", player.seat), "-12 -12 24 24", |canvas| {
            badge(canvas, player.seat)
        });
    }
    for (name, icon) in icons(overview) {
        symbol(&mut out, &format!("icon-{name}"), "-12 -12 24 24", |canvas| {
            let ground = Paint::fill(icon.ground).edged(INK, 0.6);
            canvas.rectangle(Point::new(-11.5, -11.5), 23.0, 23.0, 4.0, ground);
            canvas.path(icon.path, Paint::fill(icon.ink));
        });
    }
    let mut faces: Vec<u8> = overview.dice.into_iter().flatten().collect();
    faces.dedup();
    for face in faces {
        symbol(&mut out, &format!("die-{face}"), "-1 -1 38 38", |canvas| {
            die(canvas, Point::new(0.0, 0.0), face)
        });
    }
    out.push_str("</svg>");
    out
}

fn badge(canvas: &mut Canvas, seat: Seat) {
    let (colour, middle) = (seat_colour(seat), Point::new(0.0, 0.0));
    canvas.circle(middle, 11.0, Paint::fill(colour.fill).edged("#ffffff", 2.0));
    canvas.circle(middle, 11.0, Paint::line(INK, 1.0));
    emblem(canvas, seat, middle, 6.0, colour.ink);
}

fn icons(overview: &Overview) -> BTreeMap<&'static str, Icon> {
    let figures = overview.players.iter().flat_map(|player| player.figures.iter().map(|figure| figure.icon));
    let cards = overview.hand.iter().flat_map(|hand| hand.cards.iter().map(|card| card.icon));
    let costs = overview.hand.iter().flat_map(|hand| &hand.costs);
    let costs = costs.flat_map(|cost| cost.parts.iter().map(|part| part.icon).chain([cost.icon]));
    figures.chain(cards).chain(costs).map(|icon| (icon.name, icon)).collect()
}

fn symbol(out: &mut String, id: &str, view_box: &str, draw: impl FnOnce(&mut Canvas)) {
    let mut canvas = Canvas::new(Theme::Light);
    draw(&mut canvas);
    // Writing to a String does not fail.
    let _ = write!(out, "<symbol id=\"{id}\" viewBox=\"{view_box}\">{}</symbol>", canvas.fragment());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Card, Hand, PlayerOverview};

    #[test]
    fn each_emblem_icon_and_die_is_defined_once() {
        let player = |seat| PlayerOverview {
            seat,
            is_active: false,
            is_awaited: false,
            has_resigned: false,
            points: 0,
            figures: Vec::new(),
        };
        let icon = Icon { name: "ore", ground: "#aab0b8", ink: "#1d252b", path: "M-4 4h8l-4 -8z" };
        let card = Card { icon, count: 2, name: "ore".to_owned(), note: None };
        let hand = Hand { cards: vec![card.clone(), card], ..Hand::default() };
        let overview = Overview {
            players: vec![player(0), player(1)],
            hand: Some(hand),
            dice: Some([5, 5]),
            goal: None,
        };
        let drawn = symbols(&overview);
        for id in ["seat-0", "seat-1", "icon-ore", "die-5"] {
            assert_eq!(drawn.matches(&format!("<symbol id=\"{id}\"")).count(), 1, "{id}");
        }
    }
}
