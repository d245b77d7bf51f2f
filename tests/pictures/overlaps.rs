//! No text lies over another one or leaves the picture, and none reaches into a hex that is not its own.

use std::sync::{Arc, LazyLock};

use rules::render::{PlaceLabels, RenderOptions};
use rules::{Bots, Render};
use rulesets::landnam::Landnam;
use rulesets::nord::Nord;
use rulesets::nord::options::{IslandKind, Options as NordOptions};
use rulesets::settlers::Settlers;
use usvg::fontdb::Database;
use usvg::tiny_skia_path::{PathSegment, Rect};
use usvg::{Group, Node, Options, Tree};

use super::{LANGUAGES, LONG_NAMES, options, rendered, scenes};

/// The letters of pictures.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(include_bytes!("../../src/service/pictures/fonts/DejaVuSansCondensed.ttf").to_vec());
    let bold = include_bytes!("../../src/service/pictures/fonts/DejaVuSansCondensed-Bold.ttf");
    fonts.load_font_data(bold.to_vec());
    fonts.set_sans_serif_family("DejaVu Sans Condensed");
    Arc::new(fonts)
});

#[derive(Default)]
struct Drawn {
    /// What is written, and the box of its letters.
    texts: Vec<(String, Rect)>,
    hexes: Vec<Rect>,
}

impl Drawn {
    fn of(svg: &str) -> (Self, Rect) {
        let options = Options {
            fontdb: Arc::clone(&FONTS),
            font_family: "DejaVu Sans Condensed".to_owned(),
            ..Options::default()
        };
        let tree = Tree::from_str(svg, &options).expect("a picture");
        let mut drawn = Self::default();
        drawn.collect(tree.root());
        let page = Rect::from_xywh(0.0, 0.0, tree.size().width(), tree.size().height()).expect("a page");
        (drawn, page)
    }

    fn collect(&mut self, group: &Group) {
        for node in group.children() {
            match node {
                Node::Group(group) => self.collect(group),
                Node::Text(text) => {
                    let said: String = text.chunks().iter().map(|chunk| chunk.text()).collect();
                    self.texts.push((said, letters(text.abs_bounding_box())));
                }
                Node::Path(path) if is_hexagon(path.data().segments()) => {
                    self.hexes.push(path.abs_bounding_box());
                }
                _ => {}
            }
        }
    }
}

/// The letters themselves: a line of text has room above and below them.
fn letters(line: Rect) -> Rect {
    let (height, inset) = (line.height(), 0.3_f32);
    let half = (line.width() * 0.02).min(0.5);
    Rect::from_ltrb(
        line.left() + half,
        line.top() + height * 0.26,
        line.right() - half,
        line.bottom() - height * 0.24 + inset - inset,
    )
    .expect("letters")
}

fn is_hexagon(segments: impl Iterator<Item = PathSegment>) -> bool {
    let mut sides = 0;
    for segment in segments {
        match segment {
            PathSegment::LineTo(_) => sides += 1,
            PathSegment::MoveTo(_) | PathSegment::Close => {}
            _ => return false,
        }
    }
    sides == 5 || sides == 6
}

fn meet(one: Rect, other: Rect) -> bool {
    one.left() < other.right()
        && other.left() < one.right()
        && one.top() < other.bottom()
        && other.top() < one.bottom()
}

/// Is a corner of `text` in the hexagon that fills `hex`, and another one outside?
fn runs_into(text: Rect, hex: Rect) -> bool {
    let (x, y) = ((hex.left() + hex.right()) / 2.0, (hex.top() + hex.bottom()) / 2.0);
    let (wide, high) = (hex.width() / 2.0, hex.height() / 2.0);
    let is_inside = |(px, py): (f32, f32)| {
        let (dx, dy) = ((px - x).abs() / wide, (py - y).abs() / high);
        dx < 0.97 && dy < 1.0 - dx / 2.0 - 0.03
    };
    let middle = (text.top() + text.bottom()) / 2.0;
    let ends = [(text.left(), middle), (text.right(), middle)].map(is_inside);
    ends[0] != ends[1]
}

fn nothing_overlaps<R: Render + Bots>(rules: &R, seats: usize, chosen: R::Options, one_in: usize) {
    let mut wrong = Vec::new();
    for (index, (state, viewer)) in scenes(rules, chosen, seats, one_in).into_iter().enumerate() {
        let language = LANGUAGES[index % LANGUAGES.len()];
        let place_labels = if index % 2 == 0 { PlaceLabels::Shown } else { PlaceLabels::Hidden };
        let options = RenderOptions { place_labels, ..options(language, &LONG_NAMES) };
        let drawing = rendered(rules, &state, viewer, options);
        let (drawn, page) = Drawn::of(&drawing.svg);
        let least = if place_labels == PlaceLabels::Shown { 80 } else { 20 };
        assert!(drawn.texts.len() > least, "only {} texts", drawn.texts.len());
        for (place, (said, text)) in drawn.texts.iter().enumerate() {
            if text.left() < 2.0 || text.right() > page.right() - 2.0 || text.bottom() > page.bottom() {
                wrong.push(format!("{language}: {said:?} leaves the picture: {text:?}"));
            }
            for (other, there) in drawn.texts.iter().skip(place + 1).filter(|(_, there)| meet(*text, *there))
            {
                wrong.push(format!("{language}: {said:?} and {other:?} overlap: {text:?} {there:?}"));
            }
            // The small figures of the Settlers' vertices and edges lie on the sides of hexes.
            if R::ID == "landnam" && drawn.hexes.iter().any(|hex| runs_into(*text, *hex)) {
                wrong.push(format!("{language}: {said:?} runs into a hex: {text:?}"));
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), R::ID, wrong[..wrong.len().min(40)].join("\n"));
}

#[test]
fn nothing_overlaps_in_landnam() {
    for seats in [3, 5] {
        nothing_overlaps(&Landnam::default(), seats, Default::default(), 61);
    }
}

#[test]
fn nothing_overlaps_in_the_settlers() {
    for seats in [3, 4] {
        nothing_overlaps(&Settlers::default(), seats, Default::default(), 41);
    }
}

#[test]
fn nothing_overlaps_in_nord() {
    for island in [IslandKind::Variable, NordOptions::default().island] {
        nothing_overlaps(&Nord::default(), 4, NordOptions { island, ..NordOptions::default() }, 7);
    }
}
