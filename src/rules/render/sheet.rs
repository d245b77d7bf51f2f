//! What every sheet has alike: the heading, the names above what is said of each player, and the parts of the page of
//! text.

use super::canvas::{Canvas, Letters, Paint, Point};
use super::paragraph;
use super::phrases::Phrases;
use super::symbols::{badge, die};
use super::text::{MARGIN, Panel, SHEET_WIDTH, clip, fitting};
use crate::decision::Seat;

pub const HEADING: f32 = 58.0;
pub const WHITE: &str = "#ffffff";
/// Where the text about a player begins.
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

/// The smallest letters of a heading: 11 pixels on a phone.
const LEAST: f32 = 18.5;
const NAME_SIZE: f32 = 16.0;
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
            [(26.0, heading.whose, 21.0, true), (48.5, heading.phase, LEAST, false)]
        {
            let size = fitting(text, size, LEAST, bold, room);
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

/// The name of a player with its emblem, above what the strip of players does not say of them.
pub fn player_name(canvas: &mut Canvas, panel: &mut Panel, seat: Seat, name: &str) {
    let top = panel.take(24.0);
    let ink = canvas.palette().ink;
    badge(canvas, seat, Point::new(MARGIN + 11.0, top + 11.0), 9.5);
    let name = clip(name, NAME_SIZE, true, SHEET_WIDTH - ROW_LEFT - MARGIN);
    canvas.text(Point::new(ROW_LEFT, top + 16.5), Letters::new(NAME_SIZE, ink).bold(), &name);
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
