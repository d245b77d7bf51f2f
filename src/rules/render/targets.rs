//! Where the places of a board are touched on a page that contains it: areas that nobody sees, as large as a finger
//! needs, above everything that is drawn.

use super::canvas::{Canvas, Point, escape};

/// Half of 28 CSS pixels and a little more, on a phone that shows a picture of 600 units 358 pixels wide.
const WANTED: f32 = 24.0;
/// Half of the 24 pixels that WCAG 2.2 asks for, likewise.
const LEAST: f32 = 20.3;

/// What can be touched of a place.
#[derive(Debug, Clone, PartialEq)]
pub enum TouchArea {
    /// As much around a point as its neighbours leave.
    Around(Point),
    /// A whole hex, square or box, by its corners.
    Within(Vec<Point>),
}

impl TouchArea {
    fn middle(&self) -> Point {
        match self {
            Self::Around(middle) => *middle,
            Self::Within(corners) => {
                let count = corners.len().max(1) as f32;
                let sum = corners.iter().fold(Point::new(0.0, 0.0), |sum, corner| sum + *corner);
                Point::new(sum.x / count, sum.y / count)
            }
        }
    }
}

/// A place that is a link, with its words for people.
#[derive(Debug)]
pub(super) struct Target {
    pub place: String,
    pub title: String,
    pub area: TouchArea,
}

/// How far each target around a point reaches, given the middles of all: far enough to be hit, and short of the middle
/// of every other one, so that none is covered by its neighbour.
fn reach(index: usize, middles: &[Point]) -> f32 {
    let Some(own) = middles.get(index) else { return WANTED };
    let others = middles.iter().enumerate().filter(|(other, _)| *other != index);
    let near = others.map(|(_, middle)| (middle.x - own.x).hypot(middle.y - own.y)).fold(f32::MAX, f32::min);
    (near * 0.75).max(LEAST).min(near * 0.94).min(WANTED)
}

impl Canvas {
    /// Draws the targets of all marked places whose links are open: whole areas first, the smallest last.
    pub fn draw_targets(&mut self) {
        let mut targets = std::mem::take(&mut self.targets);
        if targets.is_empty() {
            return;
        }
        // Areas are larger than what lies around a point.
        targets.sort_by_key(|target| matches!(target.area, TouchArea::Around(_)));
        let middles: Vec<Point> = targets.iter().map(|target| target.area.middle()).collect();
        self.put(format_args!("<g fill=\"none\" pointer-events=\"all\">"));
        for (index, target) in targets.iter().enumerate() {
            let Some(address) = self.link_of(&target.place) else { continue };
            self.put(format_args!(
                "<a href=\"{}\" data-legal=\"{}\"><title>{}</title>",
                escape(&address),
                escape(&target.place),
                escape(&target.title)
            ));
            self.put_target(&target.area, reach(index, &middles));
            self.put(format_args!("</a>"));
        }
        self.put(format_args!("</g>"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_reaches_far_but_never_to_the_middle_of_its_neighbour() {
        let at = |x: f32| Point::new(x, 0.0);
        assert_eq!(reach(0, &[at(0.0)]), WANTED);
        assert_eq!(reach(0, &[at(0.0), at(56.0)]), WANTED);
        assert_eq!(reach(0, &[at(0.0), at(28.0)]), 21.0);
        assert_eq!(reach(1, &[at(0.0), at(24.0), at(90.0)]), LEAST);
        assert!(reach(0, &[at(0.0), at(15.0)]) < 15.0);
    }
}
