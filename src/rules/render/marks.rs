//! Marks on a board: what changed last, and where the viewer may act. They differ in their pattern, so that nobody
//! needs colours to tell them apart: a whole white line between dark ones, and a broken one.

use super::canvas::{Canvas, Paint, Point};
use super::phrases::Phrases;
use super::symbols::INK;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceMark {
    Changed,
    Legal,
}

impl PlaceMark {
    const fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Legal => "legal",
        }
    }

    /// The dark line below and the light one on it.
    const fn paints(self) -> [Paint<'static>; 2] {
        match self {
            Self::Changed => [Paint::line(INK, 6.6), Paint::line("#ffffff", 4.0)],
            Self::Legal => [Paint::line(INK, 3.6), Paint::line("#ffffff", 2.0).dashed("4 4")],
        }
    }

    fn drawn(
        self,
        canvas: &mut Canvas,
        phrases: &Phrases,
        (place, said): (&str, &str),
        line: impl Fn(&mut Canvas, Paint<'_>),
    ) {
        let title = phrases.say(self.name(), &[("place", &said)]);
        let drawn = |canvas: &mut Canvas| {
            canvas.element(&title, &[(self.name(), place)], |canvas| {
                self.paints().into_iter().for_each(|paint| line(canvas, paint));
            });
        };
        match canvas.link_of(place).filter(|_| self == Self::Legal) {
            Some(address) => canvas.link(&address, drawn),
            None => drawn(canvas),
        }
    }

    /// Marks a place by its outline; it is given as marks name it, and as people do.
    pub fn outline(self, canvas: &mut Canvas, phrases: &Phrases, place: (&str, &str), outline: &[Point]) {
        self.drawn(canvas, phrases, place, |canvas, paint| canvas.polygon(outline, paint));
    }

    pub fn ring(self, canvas: &mut Canvas, phrases: &Phrases, place: (&str, &str), at: Point, radius: f32) {
        self.drawn(canvas, phrases, place, |canvas, paint| canvas.circle(at, radius, paint));
    }
}
