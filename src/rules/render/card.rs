//! A board beside its players, as wide and low as services show a picture of where a link leads.

use super::canvas::{Canvas, Letters, Paint, Point};
use super::options::Theme;
use super::overview::Overview;
use super::phrases::Phrases;
use super::sheet::turn_name;
use super::strip::Strip;
use super::text::{Names, clip, fitting};

/// The size that such services ask for, in units and in pixels.
pub const CARD_WIDTH: f32 = 1200.0;
pub const CARD_HEIGHT: f32 = 630.0;

const EDGE: f32 = 24.0;
const BOARD_WIDTH: f32 = 640.0;
const LEFT: f32 = EDGE + BOARD_WIDTH + EDGE;
const ROOM: f32 = CARD_WIDTH - LEFT - EDGE;
/// Where the players begin, below two lines of text.
const PLAYERS: f32 = 138.0;
const TITLE: f32 = 46.0;
const LINE: f32 = 30.0;
/// The smallest letters of the lines; what is still too long is cut.
const LEAST: f32 = 26.0;

/// What stands on a card beside the board.
#[derive(Debug, Clone, Copy)]
pub struct CardFacts<'c> {
    pub overview: &'c Overview,
    pub names: &'c [String],
    pub phrases: &'c Phrases,
    pub turn: u32,
    pub is_over: bool,
}

/// The card as an SVG document. `board` is a document, too.
pub fn card(board: &str, facts: CardFacts<'_>) -> String {
    let CardFacts { overview, names, phrases, turn, is_over } = facts;
    let mut canvas = Canvas::new(Theme::Light);
    let palette = canvas.palette();
    canvas.rectangle(Point::new(0.0, 0.0), CARD_WIDTH, CARD_HEIGHT, 0.0, Paint::fill(palette.paper));
    canvas.nested(board, Point::new(EDGE, EDGE), (BOARD_WIDTH, CARD_HEIGHT - 2.0 * EDGE));
    let title = phrases.text("title");
    let stands = if is_over { phrases.text("game_over") } else { turn_name(phrases, turn) };
    for (base, text, size, bold) in [(70.0, &title, TITLE, true), (112.0, &stands, LINE, false)] {
        let size = fitting(text, size, LEAST, bold, ROOM);
        let letters = Letters { bold, ..Letters::new(size, palette.ink) };
        canvas.text(Point::new(LEFT, base), letters, &clip(text, size, bold, ROOM));
    }
    let strip = Strip::of(overview, Names(names, phrases), phrases, "");
    strip.column(&mut canvas, Point::new(LEFT, PLAYERS), (ROOM, CARD_HEIGHT - PLAYERS - EDGE));
    canvas.document(CARD_WIDTH, (0.0, CARD_HEIGHT), &title, &stands)
}
