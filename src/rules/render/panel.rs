//! What stands below the board: parts with a title and lines that are wrapped, one under the other.

use super::canvas::Canvas;
use super::letters::wrap;
use super::paint::{Letters, Paint};
use super::palette::INK;
use super::point::Point;

/// The width of a picture: as wide as a phone shows it.
pub const SHEET_WIDTH: f32 = 600.0;
/// The space on both sides.
pub const MARGIN: f32 = 14.0;
/// The size of running text, and the distance of its lines.
pub const TEXT: f32 = 14.0;
const LINE: f32 = 18.5;
const RULE: &str = "#d4cdbd";

/// How far down the picture is full.
#[derive(Debug, Clone, Copy)]
pub struct Panel {
    y: f32,
}

impl Panel {
    /// A panel that begins so far down.
    pub const fn below(y: f32) -> Self {
        Self { y }
    }

    pub fn bottom(&self) -> f32 {
        (self.y + 12.0).ceil()
    }

    /// Takes `height` and says where it begins.
    pub fn take(&mut self, height: f32) -> f32 {
        let top = self.y;
        self.y += height;
        top
    }

    pub fn rule(&mut self, canvas: &mut Canvas) {
        let y = self.take(12.0) + 6.0;
        let ends = [Point::new(MARGIN, y), Point::new(SHEET_WIDTH - MARGIN, y)];
        canvas.polyline(&ends, Paint::line(RULE, 1.0));
    }

    /// Text from `left` on, wrapped.
    pub fn text(&mut self, canvas: &mut Canvas, left: f32, text: &str) {
        for line in wrap(text, TEXT, SHEET_WIDTH - MARGIN - left) {
            let base = self.take(LINE) + TEXT;
            canvas.text(Point::new(left, base), Letters::new(TEXT, INK), &line);
        }
    }

    /// A part with a title, each of `lines` a thing of the given kind; nothing if there are none.
    pub fn part(&mut self, canvas: &mut Canvas, title: &str, kind: &str, lines: &[String]) {
        if lines.is_empty() {
            return;
        }
        self.rule(canvas);
        let base = self.take(LINE + 1.0) + TEXT;
        canvas.text(Point::new(MARGIN, base), Letters::new(TEXT, INK).bold(), title);
        for line in lines {
            canvas.thing(line, &[("part", kind)], |canvas| self.text(canvas, MARGIN, line));
        }
    }
}
