//! What every sheet has alike: the heading, a row for each seat, and the parts of the page of text.

use super::canvas::{Anchor, Canvas, Letters, Paint, Point};
use super::paragraph;
use super::symbols::{INK, badge, die};
use super::text::{MARGIN, Names, Panel, SHEET_WIDTH, TEXT, clip};
use crate::decision::Seat;

/// The height of a heading.
pub const HEADING: f32 = 58.0;
const HEADING_GROUND: &str = "#27465c";
pub const WHITE: &str = "#ffffff";
const ACTIVE_ROW: &str = "#fff3b8";
/// Where the text of a seat's row begins.
pub const ROW_LEFT: f32 = 44.0;

/// `title`, with the two lines `whose` and `phase` drawn beside the emblem of the active seat.
pub fn heading(canvas: &mut Canvas, (turn, active): (u32, Seat), title: &str, whose: &str, phase: &str) {
    let data = [("turn", turn.to_string()), ("active", active.to_string())];
    canvas.element_with(title, &data, |canvas| {
        canvas.rectangle(Point::new(0.0, 0.0), SHEET_WIDTH, HEADING, 0.0, Paint::fill(HEADING_GROUND));
        badge(canvas, active, Point::new(30.0, 29.0), 17.0);
        canvas.text(
            Point::new(58.0, 26.0),
            Letters::new(21.0, WHITE).bold(),
            &clip(whose, 21.0, true, 390.0),
        );
        canvas.text(Point::new(58.0, 48.0), Letters::new(16.0, WHITE), phase);
    });
}

/// `Turn 12`, or the set-up.
pub fn turn_name(turn: u32) -> String {
    if turn == 0 { "Set-up".to_owned() } else { format!("Turn {turn}") }
}

/// A heading with the turn, the active player and the phase.
pub fn turn_heading(canvas: &mut Canvas, names: Names<'_>, (turn, active): (u32, Seat), phase: &str) {
    let name = turn_name(turn);
    let whose = format!("{name} · {}", names.alone(active));
    let second = clip(phase, 16.0, false, 390.0);
    heading(canvas, (turn, active), &format!("{name}: {phase}"), &whose, &second);
}

/// The dice and their sum at the right of a heading.
pub fn dice(canvas: &mut Canvas, title: &str, [one, two]: [u8; 2]) {
    canvas.element(title, &[("dice", &format!("{one},{two}"))], |canvas| {
        let sum = Letters::new(24.0, WHITE).bold();
        canvas.text(Point::new(SHEET_WIDTH - 52.0, 38.0), sum, &format!("={}", one + two));
        die(canvas, Point::new(SHEET_WIDTH - 134.0, 11.0), one);
        die(canvas, Point::new(SHEET_WIDTH - 93.0, 11.0), two);
    });
}

/// Takes the place for the first line of a seat's row and draws its ground and emblem: the line on which text stands.
pub fn seat_row(canvas: &mut Canvas, panel: &mut Panel, seat: Seat, is_active: bool) -> f32 {
    let top = panel.take(25.0);
    if is_active {
        canvas.rectangle(Point::new(8.0, top - 2.0), SHEET_WIDTH - 16.0, 27.0, 6.0, Paint::fill(ACTIVE_ROW));
    }
    badge(canvas, seat, Point::new(MARGIN + 11.0, top + 11.5), 10.5);
    top + 17.0
}

const NAME_SIZE: f32 = 17.0;

/// The first line of a seat's row: emblem, name, points, and `cards`, which ends at that distance from the right edge.
pub fn player_row(
    canvas: &mut Canvas,
    panel: &mut Panel,
    (names, seat, is_active): (Names<'_>, Seat, bool),
    (cards, right): (&str, f32),
    victory_points: i32,
) {
    let base = seat_row(canvas, panel, seat, is_active);
    let name = format!("{} · seat {seat}", clip(&names.alone(seat), NAME_SIZE, true, 175.0));
    canvas.text(Point::new(ROW_LEFT, base), Letters::new(NAME_SIZE, INK).bold(), &name);
    canvas.text(Point::new(SHEET_WIDTH - right, base), Letters::new(TEXT, INK).at(Anchor::End), cards);
    points(canvas, base, victory_points, (62.0, 57.0));
}

/// The points at the right of a seat's row: the number ends and the word begins at these distances from the right edge.
pub fn points(canvas: &mut Canvas, base: f32, points: i32, (number, word): (f32, f32)) {
    let figure = Letters::new(20.0, INK).bold().at(Anchor::End);
    canvas.text(Point::new(SHEET_WIDTH - number, base + 1.0), figure, &points.to_string());
    let noun = if points == 1 { "point" } else { "points" };
    canvas.text(Point::new(SHEET_WIDTH - word, base), Letters::new(TEXT, INK), noun);
}

/// A part of the page of text; nothing without lines.
pub fn page_part(page: &mut String, title: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    page.push('\n');
    page.push_str(&paragraph(title));
    lines.iter().for_each(|line| page.push_str(&paragraph(&format!("- {line}"))));
}

/// `1 card`, `2 cards`.
pub fn counted(count: impl Into<i64>, one: &str) -> String {
    let count = count.into();
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}
