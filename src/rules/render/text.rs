//! Text in a picture: the players' names, which are anybody's text, widths, lines, and the panel below the board.

use std::borrow::Cow;

use super::canvas::{Canvas, Letters, Paint, Point};
use super::phrases::Phrases;
use crate::decision::Seat;

/// Widths of the characters from the space to the tilde in thousandths of the size, of the font that pictures are made
/// with, DejaVu Sans Condensed; what a browser takes instead runs narrower.
const WIDTHS: [u16; 95] = [
    286, 360, 414, 754, 572, 855, 702, 247, 351, 351, 450, 754, 286, 325, 286, 303, 572, 572, 572, 572, 572,
    572, 572, 572, 572, 572, 303, 303, 754, 754, 754, 478, 900, 615, 617, 628, 693, 568, 518, 697, 677, 265,
    265, 590, 501, 776, 673, 708, 542, 708, 625, 571, 549, 659, 615, 890, 616, 549, 616, 351, 303, 351, 754,
    450, 450, 551, 571, 495, 571, 554, 316, 571, 570, 250, 250, 521, 250, 876, 570, 550, 571, 571, 370, 469,
    353, 570, 532, 736, 532, 532, 472, 572, 303, 572, 754,
];
/// What bold letters are wider by.
const BOLD: f32 = 1.12;

pub fn width(text: &str, size: f32, bold: bool) -> f32 {
    let thousandths: u32 = text.chars().map(thousandths).sum();
    thousandths as f32 / 1000.0 * size * if bold { BOLD } else { 1.0 }
}

fn thousandths(character: char) -> u32 {
    let code = u32::from(character);
    let ascii = code.checked_sub(32).and_then(|index| WIDTHS.get(index as usize));
    match (ascii, code) {
        (Some(&width), _) => u32::from(width),
        // combining marks and the signs around names of the other direction
        (None, 0x300..=0x36f | 0x64b..=0x65f | 0x2066..=0x2069) => 0,
        // scripts whose signs fill a square
        (None, 0x1100..=0x11ff | 0x2e80..=0xd7ff | 0xf900..=0xfaff | 0xff00..=0xffef | 0x1_0000..) => 1000,
        (None, _) => 640,
    }
}

/// As much of `text` as fits, with an ellipsis if something is left out.
pub fn clip(text: &str, size: f32, bold: bool, most: f32) -> String {
    if width(text, size, bold) <= most {
        return text.to_owned();
    }
    let mut kept = text.to_owned();
    while kept.pop().is_some() && width(&kept, size, bold) + width("…", size, bold) > most {}
    format!("{}…", kept.trim_end())
}

/// The greatest size, down to `least`, at which `text` is no wider than `most`.
pub fn fitting(text: &str, size: f32, least: f32, bold: bool, most: f32) -> f32 {
    let natural = width(text, size, bold).max(1.0);
    // Sizes are written with one decimal place.
    ((size * most / natural).min(size) * 10.0).floor().max(least * 10.0) / 10.0
}

/// `text` in lines no wider than `most`, broken at spaces.
pub fn wrap(text: &str, size: f32, most: f32) -> Vec<String> {
    fold(text, most, |line| width(line, size, false))
}

/// `text` in lines of at most `columns` characters, broken at spaces.
pub(super) fn columns(text: &str, columns: usize) -> Vec<String> {
    fold(text, columns as f32, |line| line.chars().count() as f32)
}

fn fold(text: &str, most: f32, measure: impl Fn(&str) -> f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if measure(line) + measure(" ") + measure(word) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The most characters of a name that are shown.
const MAX_NAME_LENGTH: usize = 20;

/// The names of the players by seat, and what one without a name is called.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a>(pub &'a [String], pub &'a Phrases);

impl Names<'_> {
    /// The name at `seat`, alone in its line: without control and direction characters, at most 20 characters long.
    /// `Seat 2` for one that is not known.
    pub fn alone(&self, seat: Seat) -> String {
        let name = self.0.get(usize::from(seat)).map_or(Cow::Borrowed(""), |name| clean(name));
        let name = name.trim();
        if name.is_empty() {
            return self.1.say("seat", &[("n", &seat)]);
        }
        if name.chars().count() <= MAX_NAME_LENGTH {
            return name.to_owned();
        }
        let kept: String = name.chars().take(MAX_NAME_LENGTH - 1).collect();
        format!("{}…", kept.trim_end())
    }

    /// The same inside a sentence: a name that runs from right to left does not turn what stands around it.
    pub fn inside(&self, seat: Seat) -> String {
        let name = self.alone(seat);
        if name.chars().any(runs_leftwards) { format!("\u{2068}{name}\u{2069}") } else { name }
    }

    pub fn listed(&self, seats: &[Seat]) -> String {
        let names: Vec<String> = seats.iter().map(|&seat| self.inside(seat)).collect();
        names.join(", ")
    }
}

fn clean(name: &str) -> Cow<'_, str> {
    if !name.chars().any(is_stripped) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.chars().filter(|character| !is_stripped(*character)).collect())
}

/// Control characters, and those that turn the direction of text or can't be seen.
fn is_stripped(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                | '\u{feff}' | '\u{fff9}'..='\u{ffff}'
        )
}

fn runs_leftwards(character: char) -> bool {
    matches!(character, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{1_0800}'..='\u{1_0fff}' | '\u{1_e800}'..='\u{1_efff}')
}

/// The width of a picture: as wide as a phone shows it.
pub const SHEET_WIDTH: f32 = 600.0;
pub const MARGIN: f32 = 14.0;
/// The size of running text, and the distance of its lines.
pub const TEXT: f32 = 14.0;
const LINE: f32 = 18.5;

/// How far down the picture is full.
#[derive(Debug, Clone, Copy)]
pub struct Panel {
    y: f32,
}

impl Panel {
    /// A panel that begins at `y`.
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
        canvas.polyline(&ends, Paint::line(canvas.palette().rule, 1.0));
    }

    pub fn text(&mut self, canvas: &mut Canvas, left: f32, text: &str) {
        for line in wrap(text, TEXT, SHEET_WIDTH - MARGIN - left) {
            let base = self.take(LINE) + TEXT;
            canvas.text(Point::new(left, base), Letters::new(TEXT, canvas.palette().ink), &line);
        }
    }

    /// A part with a title, each of `lines` an element of the given kind; nothing if there are none.
    pub fn part(&mut self, canvas: &mut Canvas, title: &str, kind: &str, lines: &[String]) {
        if lines.is_empty() {
            return;
        }
        self.rule(canvas);
        let base = self.take(LINE + 1.0) + TEXT;
        canvas.text(Point::new(MARGIN, base), Letters::new(TEXT, canvas.palette().ink).bold(), title);
        for line in lines {
            canvas.element(line, &[("part", kind)], |canvas| self.text(canvas, MARGIN, line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_fits_is_left_alone_and_another_is_clipped() {
        assert_eq!(clip("Ada", 10.0, false, 100.0), "Ada");
        let clipped = clip("A long name of a long family", 10.0, true, 60.0);
        assert!(clipped.ends_with('…') && width(&clipped, 10.0, true) <= 60.0, "{clipped}");
    }

    #[test]
    fn lines_are_broken_at_spaces() {
        assert_eq!(columns("one two three four", 9), ["one two", "three", "four"]);
        assert!(wrap(&"word ".repeat(50), 12.0, 200.0).iter().all(|line| width(line, 12.0, false) <= 200.0));
    }

    #[test]
    fn names_are_cleaned_clipped_and_never_empty() {
        let given = ["Ada\u{202e}\n", "", "x\u{0}", &"n".repeat(32)].map(str::to_owned);
        let english = Phrases::shared("en");
        let names = Names(&given, &english);
        assert_eq!([0, 1, 2, 9].map(|seat| names.alone(seat)), ["Ada", "Seat 1", "x", "Seat 9"]);
        assert_eq!(names.alone(3).chars().count(), MAX_NAME_LENGTH);
    }

    #[test]
    fn a_name_of_the_other_direction_is_kept_apart_in_a_sentence() {
        let given = ["דוד".to_owned(), "Ada".to_owned()];
        assert_eq!(Names(&given, &Phrases::shared("en")).listed(&[0, 1]), "\u{2068}דוד\u{2069}, Ada");
    }
}
