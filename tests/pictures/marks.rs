//! Marks, parts and themes: what is asked for is on the picture, and nothing else changes.

use roxmltree::Document;
use rules::render::{PictureParts, RenderOptions, Theme};
use rules::{Bots, Render};
use rulesets::landnam::Landnam;
use rulesets::nord::Nord;
use rulesets::settlers::Settlers;

use super::{SHORT_NAMES, album, options, rendered};

/// The places that a picture marks.
fn marked(svg: &str, name: &str) -> Vec<String> {
    let document = Document::parse(svg).expect("a picture");
    let marks = document.descendants().filter_map(|node| node.attribute(name));
    marks.map(str::to_owned).collect()
}

/// What changed is marked wherever an event changed the board, for every viewer alike where the event is public; what
/// may be done is marked for the seat that may do it.
fn marks_are_on_the_board<R: Render + Bots>(rules: &R, seats: usize) {
    let (mut changes, mut choices) = (0, 0);
    for (state, events) in album(rules, R::Options::default(), seats, 7).0 {
        let active = rules.turn(&state).1;
        for viewer in [Some(active), None] {
            let redacted = events.iter().map(|event| rules.redact(event, viewer));
            let mut changed: Vec<String> = redacted.flat_map(|event| rules.changed_places(&event)).collect();
            changed.sort();
            changed.dedup();
            let mut options = options("en", &SHORT_NAMES);
            options.marks.changed.clone_from(&changed);
            let drawing = rendered(rules, &state, viewer, options);
            let mut shown = marked(&drawing.svg, "data-changed");
            shown.sort();
            // NORD's picture ends where nothing stands any more.
            assert!(shown == changed || R::ID == "nord", "{shown:?} instead of {changed:?}");
            changes += shown.len();
            let legal = marked(&drawing.svg, "data-legal");
            assert!(viewer.is_some() || legal.is_empty());
            choices += legal.len();
        }
        if changes > 200 && choices > 200 {
            break;
        }
    }
    assert!(changes > 40 && choices > 40, "{changes} changes and {choices} choices in {}", R::ID);
}

#[test]
fn marks_are_on_the_board_of_landnam() {
    marks_are_on_the_board(&Landnam::default(), 3);
}

#[test]
fn marks_are_on_the_board_of_the_settlers() {
    marks_are_on_the_board(&Settlers::default(), 3);
}

#[test]
fn marks_are_on_the_board_of_nord() {
    marks_are_on_the_board(&Nord::default(), 3);
}

fn height(svg: &str) -> f32 {
    let document = Document::parse(svg).expect("a picture");
    document.root_element().attribute("height").expect("a height").parse().expect("a number")
}

fn parts_and_themes<R: Render + Bots>(rules: &R) {
    let (state, _) = album(rules, R::Options::default(), 3, 3).0.swap_remove(20);
    let drawn = |parts, theme| {
        let options = RenderOptions { parts, theme, ..options("sv", &SHORT_NAMES) };
        rendered(rules, &state, Some(0), options).svg
    };
    let [whole, upper, board] = [PictureParts::Whole, PictureParts::Upper, PictureParts::Board]
        .map(|parts| drawn(parts, Theme::Light));
    assert!(height(&whole) > height(&upper) && height(&upper) > height(&board));
    for (part, name) in [(&whole, "data-details"), (&whole, "data-player"), (&upper, "data-player")] {
        assert!(part.contains(name) && part.contains("data-turn") && part.contains("data-own"), "{name}");
    }
    assert!(!upper.contains("data-details"));
    for name in ["data-player", "data-turn", "data-own"] {
        assert!(!board.contains(name), "{name}");
    }
    let dark = drawn(PictureParts::Whole, Theme::Dark);
    assert!(dark != whole && height(&dark) == height(&whole));
    if let Ok(folder) = std::env::var("PICTURES") {
        for (name, svg) in [("board", &board), ("dark", &dark), ("upper", &upper)] {
            std::fs::write(format!("{folder}/{}-{name}.svg", R::ID), svg).expect("a file");
        }
        let states = album(rules, R::Options::default(), 4, 5).0;
        for (stage, part) in [("start", 50), ("middle", 2), ("late", 1)] {
            for language in super::LANGUAGES {
                let index = (states.len() / part).saturating_sub(3);
                let (state, _) = &states[index];
                let before = states[..=index].iter().rev().map(|(_, events)| {
                    let redacted = events.iter().map(|event| rules.redact(event, None));
                    redacted.flat_map(|event| rules.changed_places(&event)).collect::<Vec<String>>()
                });
                let mut options = options(language, &["Ada Augusta", "Bjarni", "Cnut the Great", "Dalla"]);
                options.marks.changed =
                    before.into_iter().find(|places| !places.is_empty()).unwrap_or_default();
                let drawing = rendered(rules, state, Some(rules.turn(state).1), options);
                std::fs::write(format!("{folder}/{}-{stage}-{language}.svg", R::ID), &drawing.svg)
                    .expect("a file");
                std::fs::write(format!("{folder}/{}-{stage}-{language}.txt", R::ID), &drawing.text)
                    .expect("a file");
            }
        }
    }
}

#[test]
fn parts_and_themes_are_as_requested() {
    parts_and_themes(&Landnam::default());
    parts_and_themes(&Settlers::default());
    parts_and_themes(&Nord::default());
}
