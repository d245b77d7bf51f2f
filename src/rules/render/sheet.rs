//! What every sheet has alike: the heading, a row for each seat, and the parts of the page of text.

use super::canvas::{Anchor, Canvas, Letters, Paint, Point};
use super::paragraph;
use super::phrases::Phrases;
use super::symbols::{badge, die};
use super::text::{MARGIN, Panel, SHEET_WIDTH, TEXT, clip, fitting, width};
use crate::decision::Seat;

pub const HEADING: f32 = 58.0;
pub const WHITE: &str = "#ffffff";
/// Where the text of a seat's row begins.
pub const ROW_LEFT: f32 = 44.0;

/// The upper edge of a picture.
#[derive(Debug, Clone, Copy)]
pub struct Heading<'h> {
    pub turn: u32,
    /// Whose turn it is; `None` in a game that is over.
    pub active: Option<Seat>,
    /// All of it in one sentence.
    pub title: &'h str,
    /// The two lines beside the emblem of the active seat.
    pub whose: &'h str,
    pub phase: &'h str,
    /// How much of the right is taken by something else.
    pub taken: f32,
}

const HEADING_LEFT: f32 = 58.0;

pub fn heading(canvas: &mut Canvas, heading: &Heading<'_>) {
    let active = heading.active.map(|active| ("active", active.to_string()));
    let data: Vec<_> = std::iter::once(("turn", heading.turn.to_string())).chain(active).collect();
    let left = if heading.active.is_some() { HEADING_LEFT } else { MARGIN };
    let ground = Paint::fill(canvas.palette().heading);
    let room = SHEET_WIDTH - left - MARGIN - heading.taken;
    canvas.element_with(heading.title, &data, |canvas| {
        canvas.rectangle(Point::new(0.0, 0.0), SHEET_WIDTH, HEADING, 0.0, ground);
        if let Some(active) = heading.active {
            badge(canvas, active, Point::new(30.0, 29.0), 17.0);
        }
        for (base, text, size, bold) in
            [(26.0, heading.whose, 21.0, true), (48.0, heading.phase, 16.0, false)]
        {
            let size = fitting(text, size, 13.0, bold, room);
            let letters = Letters { bold, ..Letters::new(size, WHITE) };
            canvas.text(Point::new(left, base), letters, &clip(text, size, bold, room));
        }
    });
}

/// `Turn 12`, or the set-up.
pub fn turn_name(phrases: &Phrases, turn: u32) -> String {
    if turn == 0 { phrases.text("set_up") } else { phrases.counted("turn", turn) }
}

/// What dice take of a heading.
pub const DICE_WIDTH: f32 = 126.0;

/// The dice and their sum at the right of a heading.
pub fn dice(canvas: &mut Canvas, phrases: &Phrases, [one, two]: [u8; 2]) {
    let title = rolled(phrases, [one, two]);
    canvas.element(&title, &[("dice", &format!("{one},{two}"))], |canvas| {
        let sum = Letters::new(24.0, WHITE).bold();
        canvas.text(Point::new(SHEET_WIDTH - 52.0, 38.0), sum, &format!("={}", one + two));
        die(canvas, Point::new(SHEET_WIDTH - 134.0, 11.0), one);
        die(canvas, Point::new(SHEET_WIDTH - 93.0, 11.0), two);
    });
}

pub fn rolled(phrases: &Phrases, [one, two]: [u8; 2]) -> String {
    phrases.say("dice", &[("one", &one), ("two", &two), ("sum", &(one + two))])
}

const NAME_SIZE: f32 = 17.0;
const FIGURE_SIZE: f32 = 20.0;

/// The first line of what is said of a seat.
#[derive(Debug, Clone, Copy)]
pub struct PlayerRow<'r> {
    pub seat: Seat,
    pub is_active: bool,
    pub name: &'r str,
    /// What the seat holds, at the right.
    pub cards: &'r str,
    pub points: i32,
    /// How much between cards and points is taken by something else.
    pub taken: f32,
}

/// Draws emblem, name, cards and points: the line on which text stands, and where the room between cards and points
/// begins.
pub fn player_row(canvas: &mut Canvas, panel: &mut Panel, phrases: &Phrases, row: &PlayerRow<'_>) -> Point {
    let top = panel.take(25.0);
    let ink = canvas.palette().ink;
    if row.is_active {
        let ground = Paint::fill(canvas.palette().active_row);
        canvas.rectangle(Point::new(8.0, top - 2.0), SHEET_WIDTH - 16.0, 27.0, 6.0, ground);
    }
    badge(canvas, row.seat, Point::new(MARGIN + 11.0, top + 11.5), 10.5);
    let base = top + 17.0;
    let text = Letters::new(TEXT, ink);
    // The word for one point and that for several stand in one column.
    let word_width = ["1", "2"].map(|n| width(&phrases.counted("points_word", n), TEXT, false));
    let word_left = SHEET_WIDTH - MARGIN - word_width[0].max(word_width[1]);
    canvas.text(Point::new(word_left, base), text, &phrases.counted("points_word", row.points));
    let figure = Letters::new(FIGURE_SIZE, ink).bold().at(Anchor::End);
    canvas.text(Point::new(word_left - 5.0, base + 1.0), figure, &row.points.to_string());
    let free = word_left - 5.0 - width("00", FIGURE_SIZE, true) - 8.0 - row.taken;
    canvas.text(Point::new(free, base), text.at(Anchor::End), row.cards);
    let cards_left = free - width(row.cards, TEXT, false);
    let seat = phrases.say("seat_inside", &[("n", &row.seat)]);
    let room = cards_left - ROW_LEFT - width(&seat, TEXT, false) - 18.0;
    let name = clip(row.name, NAME_SIZE, true, room);
    canvas.text(Point::new(ROW_LEFT, base), Letters::new(NAME_SIZE, ink).bold(), &name);
    let after = ROW_LEFT + width(&name, NAME_SIZE, true) + 8.0;
    canvas.text(Point::new(after, base), text, &seat);
    Point::new(free, base)
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
