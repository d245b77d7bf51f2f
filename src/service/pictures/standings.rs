//! Standings as a picture: large letters, for phones and for services that show where a link leads.

use rules::render::{
    Anchor, CARD_HEIGHT, CARD_WIDTH, Canvas, Letters, Paint, Point, Theme, clip, fitting, width as width_of,
};

const EDGE: f32 = 36.0;
const TITLE: f32 = 50.0;
const LINE: f32 = 34.0;
/// The smallest letters of the two lines on top; what is still too long is cut.
const LEAST: f32 = 28.0;
/// Where the columns begin.
const TOP: f32 = 138.0;
const BETWEEN: f32 = 56.0;
const HEADING: f32 = 44.0;
/// Letters of rows: on a phone the picture is some 360 pixels wide, and these have 11 there.
const ROW: f32 = 37.0;
const ROW_HEIGHT: f32 = 56.0;

/// The rows that a column has room for; below a heading one less.
pub const COLUMN_ROWS: usize = 8;

/// What the picture shows.
#[derive(Debug, Clone, Copy)]
pub struct StandingsFacts<'s> {
    pub title: &'s str,
    /// How far it is.
    pub status: &'s str,
    /// One or two, beside each other.
    pub columns: &'s [StandingsColumn],
}

/// A division, or a part of the standings.
#[derive(Debug, Clone, Default)]
pub struct StandingsColumn {
    pub heading: Option<String>,
    pub rows: Vec<StandingsRow>,
}

#[derive(Debug, Clone)]
pub struct StandingsRow {
    pub rank: usize,
    /// Untrusted text.
    pub name: String,
    pub points: String,
}

/// The picture as an SVG document, as large as a card.
pub fn standings(facts: StandingsFacts<'_>) -> String {
    let StandingsFacts { title, status, columns } = facts;
    let mut canvas = Canvas::new(Theme::Light);
    let palette = canvas.palette();
    canvas.rectangle(Point::new(0.0, 0.0), CARD_WIDTH, CARD_HEIGHT, 0.0, Paint::fill(palette.paper));
    let room = CARD_WIDTH - 2.0 * EDGE;
    let title = without_controls(title);
    for (base, text, size, bold) in [(70.0, title.as_str(), TITLE, true), (116.0, status, LINE, false)] {
        let size = fitting(text, size, LEAST, bold, room);
        let letters = Letters { bold, ..Letters::new(size, palette.ink) };
        canvas.text(Point::new(EDGE, base), letters, &clip(text, size, bold, room));
    }
    let count = columns.len().max(1) as f32;
    let width = (room - BETWEEN * (count - 1.0)) / count;
    let mut left = EDGE;
    for column in columns {
        column.draw(&mut canvas, left, width);
        left += width + BETWEEN;
    }
    canvas.document(CARD_WIDTH, (0.0, CARD_HEIGHT), &title, status)
}

impl StandingsColumn {
    fn draw(&self, canvas: &mut Canvas, left: f32, width: f32) {
        let ink = canvas.palette().ink;
        let mut top = TOP;
        let mut most = COLUMN_ROWS;
        if let Some(heading) = &self.heading {
            let letters = Letters::new(LINE, canvas.palette().heading).bold();
            canvas.text(Point::new(left, top + LINE), letters, &clip(heading, LINE, true, width));
            top += HEADING;
            most -= 1;
        }
        let letters = Letters::new(ROW, ink);
        for row in self.rows.iter().take(most) {
            let base = top + 0.72 * ROW_HEIGHT;
            let points_width = width_of(&row.points, ROW, true);
            let rank = format!("{}.", row.rank);
            canvas.text(Point::new(left + 62.0, base), letters.at(Anchor::End), &rank);
            let name = clip(&without_controls(&row.name), ROW, false, width - 78.0 - points_width - 18.0);
            canvas.text(Point::new(left + 78.0, base), letters, &name);
            canvas.text(Point::new(left + width, base), letters.bold().at(Anchor::End), &row.points);
            top += ROW_HEIGHT;
            let ends = [Point::new(left, top), Point::new(left + width, top)];
            canvas.polyline(&ends, Paint::line(canvas.palette().rule, 1.5));
        }
    }
}

/// A text whose direction marks and signs without a width do not reach beyond it.
fn without_controls(text: &str) -> String {
    let is_shown = |letter: &char| {
        !letter.is_control()
            && !matches!(letter, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    text.chars().filter(is_shown).collect()
}
