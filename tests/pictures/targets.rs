//! A board on a page: places are as large as a finger, what is chosen is shown, and nothing is too small to be read.

use roxmltree::{Document, Node};
use rules::render::{Marks, PictureParts, PlaceLabels, RenderOptions, Theme};
use rules::{Bots, Render};
use rulesets::landnam::Landnam;
use rulesets::nord::Nord;
use rulesets::settlers::Settlers;

use super::{LANGUAGES, SHORT_NAMES, album, options};

/// As a page shows it.
fn on_page(language: &str) -> RenderOptions {
    let marks = Marks {
        legal_link: Some("?place=".to_owned()),
        large_link: Some("?show=board".to_owned()),
        ..Marks::default()
    };
    let (parts, place_labels, theme) = (PictureParts::Board, PlaceLabels::Hidden, Theme::Page);
    RenderOptions { parts, theme, place_labels, marks, ..options(language, &SHORT_NAMES) }
}

/// The middle of a target, and how far it reaches from there to each side and up and down, in units of the picture.
#[derive(Debug, Clone, Copy)]
struct Target {
    x: f32,
    y: f32,
    wide: f32,
    high: f32,
    is_round: bool,
}

impl Target {
    fn of(node: Node<'_, '_>) -> Self {
        let number = |name| node.attribute(name).and_then(|value| value.parse::<f32>().ok());
        if let (Some(x), Some(y), Some(reach)) = (number("cx"), number("cy"), number("r")) {
            return Self { x, y, wide: reach, high: reach, is_round: true };
        }
        let (mut xs, mut ys, mut at) = (Vec::new(), Vec::new(), (0.0, 0.0));
        let path = node.attribute("d").expect("a path");
        for pair in numbers(path).as_chunks::<2>().0 {
            at = (at.0 + pair[0], at.1 + pair[1]);
            xs.push(at.0);
            ys.push(at.1);
        }
        let scale = node.ancestors().filter_map(|above| above.attribute("transform")).find_map(|transform| {
            transform
                .split_once("scale(")
                .and_then(|(_, rest)| rest.trim_end_matches(')').parse::<f32>().ok())
        });
        let scale = scale.unwrap_or(1.0);
        let ends = |values: &[f32]| {
            let least = values.iter().copied().fold(f32::MAX, f32::min);
            (least, values.iter().copied().fold(f32::MIN, f32::max))
        };
        let ((left, right), (top, bottom)) = (ends(&xs), ends(&ys));
        Self {
            x: (left + right) / 2.0 * scale,
            y: (top + bottom) / 2.0 * scale,
            wide: (right - left) / 2.0 * scale,
            high: (bottom - top) / 2.0 * scale,
            is_round: false,
        }
    }

    fn covers_middle_of(&self, other: &Self) -> bool {
        let (x, y) = (other.x - self.x, other.y - self.y);
        if self.is_round {
            x.hypot(y) < self.wide
        } else {
            x.abs() < self.wide * 0.8 && y.abs() < self.high * 0.8
        }
    }
}

fn numbers(path: &str) -> Vec<f32> {
    let mut numbers = Vec::new();
    let mut begun = String::new();
    for sign in path.chars().chain([' ']) {
        let ends = !(sign.is_ascii_digit() || sign == '.') || (sign == '.' && begun.contains('.'));
        if ends {
            numbers.extend(begun.parse::<f32>());
            begun.clear();
        }
        if sign.is_ascii_digit() || sign == '.' || sign == '-' {
            begun.push(sign);
        }
    }
    numbers
}

/// 28 CSS pixels of a picture that a phone shows 358 pixels wide.
const FINGER: f32 = 28.0 * 600.0 / 358.0 / 2.0;

fn places_are_as_large_as_a_finger<R: Render + Bots>(rules: &R, seats: usize, one_in: usize) {
    let mut seen = 0;
    for (state, _) in album(rules, R::Options::default(), seats, 3).0.into_iter().step_by(one_in) {
        let active = rules.turn(&state).1;
        let mut options = on_page("en");
        options.marks.legal = rules.legal_places(&state, active);
        let drawing = rules.render(&rules.view(&state, Some(active)), &options);
        let document = Document::parse(&drawing.svg).expect("a picture");
        let links =
            document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "a")));
        let links: Vec<_> = links.filter(|link| link.attribute("data-legal").is_some()).collect();
        assert_eq!(links.len(), options.marks.legal.len(), "{:?}", options.marks.legal);
        let shapes = links.iter().map(|link| link.last_element_child().expect("a shape"));
        let targets: Vec<Target> = shapes.map(Target::of).collect();
        for (index, target) in targets.iter().enumerate() {
            let others = || targets.iter().enumerate().filter(|(other, _)| *other != index);
            let near = others().map(|(_, other)| (other.x - target.x).hypot(other.y - target.y));
            let near = near.fold(f32::MAX, f32::min);
            let least = match target.is_round {
                true if near > 32.0 => FINGER,
                true => 20.2,
                // Squares lie side by side: 24 pixels on the widest island, and more on the large board.
                false => 20.2,
            };
            assert!(target.wide > least && target.high > least, "{target:?} in {}", R::ID);
            let covered = others().find(|(_, other)| other.covers_middle_of(target));
            assert!(covered.is_none(), "{target:?} lies below {covered:?} in {}", R::ID);
        }
        seen += targets.len();
    }
    assert!(seen > 100, "only {seen} targets in {}", R::ID);
}

#[test]
fn places_are_as_large_as_a_finger_in_landnam() {
    places_are_as_large_as_a_finger(&Landnam::default(), 4, 7);
}

#[test]
fn places_are_as_large_as_a_finger_in_the_settlers() {
    places_are_as_large_as_a_finger(&Settlers::default(), 4, 5);
}

#[test]
fn places_are_as_large_as_a_finger_in_nord() {
    places_are_as_large_as_a_finger(&Nord::default(), 4, 3);
}

/// The action that is chosen is drawn where it acts, and no place can be chosen beside it.
fn a_choice_is_shown<R: Render + Bots>(rules: &R) {
    let mut shown = 0;
    for (state, _) in album(rules, R::Options::default(), 3, 4).0.into_iter().step_by(5) {
        let active = rules.turn(&state).1;
        let view = rules.view(&state, Some(active));
        let legal = rules.legal(&state, active);
        for action in legal.iter().flat_map(|legal| legal.actions.iter().take(4)) {
            let places = rules.places_of(&view, action);
            let mut options = on_page("en");
            options.marks.legal = rules.legal_places(&state, active);
            let drawing = rules.render_chosen(&view, action, &options);
            let document = Document::parse(&drawing.svg).expect("a picture");
            let of = |name: &str| -> Vec<String> {
                document.descendants().filter_map(|node| node.attribute(name)).map(str::to_owned).collect()
            };
            assert_eq!(of("data-chosen"), places, "{action:?}");
            assert!(of("data-legal").is_empty() && !drawing.svg.contains("?place="), "{action:?}");
            shown += places.len();
        }
    }
    assert!(shown > 20, "only {shown} choices in {}", R::ID);
}

#[test]
fn a_choice_is_shown_on_the_board() {
    a_choice_is_shown(&Landnam::default());
    a_choice_is_shown(&Settlers::default());
    a_choice_is_shown(&Nord::default());
}

/// Without the names of places nothing on a board is smaller than 11 pixels on a phone, and nobody hears an id.
fn large_letters<R: Render + Bots>(rules: &R, seats: usize, is_id: fn(&str) -> bool) {
    let states = album(rules, R::Options::default(), seats, 6).0;
    for (index, (state, _)) in states.into_iter().step_by(11).enumerate() {
        let active = rules.turn(&state).1;
        let mut options = on_page(LANGUAGES[index % LANGUAGES.len()]);
        options.marks.legal = rules.legal_places(&state, active);
        let drawing = rules.render(&rules.view(&state, Some(active)), &options);
        let document = Document::parse(&drawing.svg).expect("a picture");
        for text in
            document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")))
        {
            let size = text.ancestors().find_map(|node| node.attribute("font-size")).expect("a size");
            let scale =
                text.ancestors().chain(uses(&document)).filter_map(|node| node.attribute("transform"));
            let scale = scale
                .filter_map(|transform| transform.split_once("scale(")?.1.trim_end_matches(')').parse().ok());
            let size = size.parse::<f32>().expect("a number") * scale.fold(1.0, f32::max);
            assert!(size >= 18.4, "{:?} is {size} high in {}", text.text(), R::ID);
        }
        let titles =
            document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title")));
        for title in titles.filter_map(|node| node.text()) {
            let mut words = title.split([' ', ':', ';', '·', '(', ')']);
            assert!(!words.any(is_id), "{title:?} in {}", R::ID);
        }
    }
}

/// Where stamps are shown.
fn uses<'d>(document: &'d Document<'d>) -> impl Iterator<Item = Node<'d, 'd>> {
    let shown = document.descendants().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "use")));
    shown.into_iter().flat_map(|node| node.ancestors())
}

/// `1,-2`, `1,-2,N`
fn is_field(word: &str) -> bool {
    word.split(',').take(2).filter(|part| part.parse::<i16>().is_ok()).count() == 2
}

#[test]
fn letters_are_large_without_the_names_of_places() {
    large_letters(&Landnam::default(), 4, is_field);
    large_letters(&Settlers::default(), 4, |word| word.starts_with('#'));
    large_letters(&Nord::default(), 4, |word| {
        is_field(word) || matches!(word.as_bytes(), [b's', b'1'..=b'8'])
    });
}
