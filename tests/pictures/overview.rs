//! How a game stands in figures: what every viewer may know and no more, in each language, with pictures that can be
//! read; and what the page of a seat is told about its actions.

use std::collections::BTreeSet;

use conformance::{Conformance, pseudolocale};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use roxmltree::{Document, Node};
use rules::render::{Icon, Overview, PictureParts, RenderOptions};
use rules::{Bots, Render, Texts, Viewer};
use rulesets::landnam::Landnam;
use rulesets::nord::Nord;
use rulesets::settlers::Settlers;
use rulesets::{landnam, nord, settlers};
use serde_json::Value;
use usvg::{Options, Tree};

use super::languages::{plain_words, wrong_word};
use super::{LANGUAGES, LONG_NAMES, SHORT_NAMES, options, scenes};

fn seen<R: Render>(rules: &R, state: &R::State, viewer: Viewer, language: &str) -> Overview {
    rules.overview(&rules.view(state, viewer), &options(language, &SHORT_NAMES))
}

/// Everything that is said in words.
fn said(overview: &Overview) -> Vec<&str> {
    let figures = overview.players.iter().flat_map(|player| &player.figures).map(|figure| &figure.text);
    let hand = overview.hand.iter();
    let cards = hand.clone().flat_map(|hand| &hand.cards);
    let names = cards.clone().map(|card| &card.name).chain(cards.filter_map(|card| card.note.as_ref()));
    let costs = hand.clone().flat_map(|hand| &hand.costs);
    let prices = costs.clone().map(|cost| &cost.name);
    let parts = costs.flat_map(|cost| &cost.parts).map(|part| &part.text);
    let notes = hand.flat_map(|hand| &hand.notes);
    let all = figures.chain(names).chain(prices).chain(parts).chain(notes).chain(&overview.goal);
    all.map(String::as_str).collect()
}

fn icons(overview: &Overview) -> impl Iterator<Item = Icon> {
    let figures = overview.players.iter().flat_map(|player| &player.figures).map(|figure| figure.icon);
    let hand = overview.hand.iter();
    let cards = hand.clone().flat_map(|hand| &hand.cards).map(|card| card.icon);
    let costs = hand.flat_map(|hand| &hand.costs);
    let parts = costs.clone().flat_map(|cost| &cost.parts).map(|part| part.icon);
    figures.chain(cards).chain(costs.map(|cost| cost.icon)).chain(parts)
}

fn the_figures_are_those_of_the_game<R: Render + Bots>(rules: &R, listed: &[Icon]) {
    let mut told = BTreeSet::new();
    for (state, viewer) in scenes(rules, R::Options::default(), 4, 5) {
        let overview = seen(rules, &state, viewer, "en");
        let points: Vec<i32> = overview.players.iter().map(|player| player.points).collect();
        assert_eq!(points, rules.points(&state), "the public points in seat order");
        assert!(overview.players.iter().zip(0..).all(|(player, seat)| player.seat == seat));
        let is_over = rules.outcome(&state).is_some();
        let of = |is_one: fn(&rules::render::PlayerOverview) -> bool| -> Vec<u8> {
            overview.players.iter().filter(|player| is_one(player)).map(|player| player.seat).collect()
        };
        let active = if is_over { vec![] } else { vec![rules.turn(&state).1] };
        assert_eq!(of(|player| player.is_active), active);
        let asked = rules.awaiting(&state).into_iter().filter(|decision| decision.blocking);
        let asked: BTreeSet<u8> = asked.map(|decision| decision.seat).collect();
        assert!(of(|player| player.is_awaited).into_iter().eq(asked), "who is awaited");
        assert_eq!(overview.goal.is_none(), is_over);
        assert_eq!(overview.hand.is_some(), viewer.is_some());
        for player in &overview.players {
            assert!((3..=5).contains(&player.figures.len()), "few figures a player");
        }
        assert!(icons(&overview).all(|icon| listed.contains(&icon)), "an icon that is not listed");
        told.extend(icons(&overview).map(|icon| icon.name));
    }
    assert!(told.len() * 2 > listed.len(), "few icons are used: {told:?}");
}

#[test]
fn the_figures_are_those_of_the_game_in_every_ruleset() {
    the_figures_are_those_of_the_game(&Landnam::default(), &landnam::render::ICONS);
    the_figures_are_those_of_the_game(&Settlers::default(), &settlers::render::ICONS);
    the_figures_are_those_of_the_game(&Nord::default(), &nord::render::ICONS);
}

/// A viewer who can't tell two games apart sees the same figures of both.
fn nothing_hidden_shows<R: Conformance>(rules: &R) {
    let mut dice = ChaCha8Rng::from_seed([3; 32]);
    for (state, viewer) in scenes(rules, R::Options::default(), 3, 7) {
        if rules.outcome(&state).is_some() {
            continue;
        }
        let other = rules.randomize_hidden(&state, viewer, &mut dice);
        assert_eq!(seen(rules, &state, viewer, "en"), seen(rules, &other, viewer, "en"));
        // Everybody sees the same of the players.
        assert_eq!(seen(rules, &state, viewer, "en").players, seen(rules, &state, None, "en").players);
    }
}

#[test]
fn nothing_that_is_hidden_shows_in_the_figures() {
    nothing_hidden_shows(&Landnam::default());
    nothing_hidden_shows(&Settlers::default());
    nothing_hidden_shows(&Nord::default());
}

fn every_text_is_there<R: Render + Bots>(rules: &R) {
    pseudolocale::add();
    for (state, viewer) in scenes(rules, R::Options::default(), 4, 5) {
        for language in LANGUAGES {
            for text in said(&seen(rules, &state, viewer, language)) {
                assert!(!text.is_empty());
                assert_eq!(wrong_word(language, text), None, "{text:?} in {language}");
            }
        }
        for text in said(&seen(rules, &state, viewer, pseudolocale::CODE)) {
            assert_eq!(plain_words(text), Vec::<&str>::new(), "{text:?} is from no catalogue");
        }
    }
}

#[test]
fn every_figure_has_words_in_every_language() {
    every_text_is_there(&Landnam::default());
    every_text_is_there(&Settlers::default());
    every_text_is_there(&Nord::default());
}

/// The light of a colour `#rrggbb`, as WCAG 2 has it.
fn luminance(colour: &str) -> f64 {
    let part = |at: usize| {
        let part = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour")) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

fn icons_can_be_read(icons: &[Icon]) {
    let names: BTreeSet<&str> = icons.iter().map(|icon| icon.name).collect();
    assert_eq!(names.len(), icons.len(), "each has a name of its own");
    for Icon { name, ground, ink, path } in icons {
        let mut lights = [luminance(ground), luminance(ink)];
        lights.sort_by(f64::total_cmp);
        let contrast = (lights[1] + 0.05) / (lights[0] + 0.05);
        assert!(contrast >= 4.5, "{name}: {contrast:.1}");
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-12 -12 24 24\" width=\"24\" height=\"24\">\
             <path d=\"{path}\"/></svg>"
        );
        let tree = Tree::from_str(&svg, &Options::default()).expect("a path");
        let drawn = tree.root().abs_bounding_box();
        assert!(drawn.left() >= 0.0 && drawn.right() <= 24.0, "{name}: {drawn:?}");
        assert!(drawn.top() >= 0.0 && drawn.bottom() <= 24.0, "{name}: {drawn:?}");
        assert!(drawn.width().max(drawn.height()) > 15.0, "{name} is small: {drawn:?}");
        assert!(path.len() < 500, "{name} is long");
    }
    if let Ok(folder) = std::env::var("PICTURES") {
        std::fs::write(format!("{folder}/icons-{}.svg", icons.len()), sheet(icons)).expect("a file");
    }
}

/// All of them, in the size of a page and in a large one.
fn sheet(icons: &[Icon]) -> String {
    let mut drawn = String::new();
    for (index, Icon { name, ground, ink, path }) in icons.iter().enumerate() {
        let (x, y) = (50 + index % 7 * 100, 50 + index / 7 * 120);
        for (left, scale) in [(x, 2.5), (x + 44, 20.0 / 24.0)] {
            drawn.push_str(&format!(
                "<g transform=\"translate({left} {y}) scale({scale})\">\
                 <rect x=\"-12\" y=\"-12\" width=\"24\" height=\"24\" rx=\"5\" fill=\"{ground}\"/>\
                 <path d=\"{path}\" fill=\"{ink}\"/></g>"
            ));
        }
        drawn.push_str(&format!("<text x=\"{}\" y=\"{}\" font-size=\"11\">{name}</text>", x - 40, y + 45));
    }
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"500\">{drawn}</svg>")
}

#[test]
fn icons_can_be_read_in_every_ruleset() {
    icons_can_be_read(&landnam::render::ICONS);
    icons_can_be_read(&settlers::render::ICONS);
    icons_can_be_read(&nord::render::ICONS);
}

fn action_types(rules: &impl Texts) -> BTreeSet<String> {
    let catalogue: Value = serde_json::from_str(rules.texts("en").expect("a catalogue")).expect("JSON");
    catalogue["actions"].as_object().expect("the types of actions").keys().cloned().collect()
}

fn type_of(action: &impl serde::Serialize) -> String {
    let action = serde_json::to_value(action).expect("JSON");
    action["type"].as_str().expect("a type").to_owned()
}

/// What a page knows about actions names existing types, and all of them.
fn actions_have_their_order<R: Render + Bots + Texts>(rules: &R, plain: &[&str]) {
    let order = rules.usual_order();
    let named: BTreeSet<String> = order.iter().map(|kind| (*kind).to_owned()).collect();
    assert_eq!(named.len(), order.len(), "each once");
    assert_eq!(named, action_types(rules));
    let mut seen = BTreeSet::new();
    for (state, _) in scenes(rules, R::Options::default(), 4, 1) {
        for legal in (0..4).flat_map(|seat| rules.legal(&state, seat)) {
            let plain = legal.actions.iter().filter(|action| rules.is_plain(action));
            seen.extend(plain.map(type_of));
            let shapes =
                legal.shapes.iter().map(|shape| &shape.action).filter(|action| rules.is_plain(action));
            seen.extend(shapes.map(type_of));
        }
    }
    assert!(seen.iter().all(|kind| plain.contains(&kind.as_str())), "{seen:?}");
    assert!(seen.len() * 2 >= plain.len(), "few are seen: {seen:?}");
}

#[test]
fn one_press_does_what_its_name_says_and_can_be_taken_back() {
    let landnam = [
        "age_hex",
        "build_farm",
        "build_harbour",
        "build_ship_on_outer",
        "build_town",
        "build_unit",
        "decline_harvest_card",
        "decline_offer",
        "decline_suit",
        "end_movement",
        "end_trade",
        "end_turn",
        "exchange_fate_card",
        "name_first",
        "offer_trade",
        "trade_with_supply",
        "withdraw_hand_over",
        "withdraw_offer",
        "yield",
    ];
    actions_have_their_order(&Landnam::default(), &landnam);
    let settlers = [
        "build_city",
        "build_road",
        "build_settlement",
        "counter_trade",
        "end_turn",
        "maritime_trade",
        "offer_trade",
        "place_free_road",
        "reject_trade",
        "roll",
        "withdraw_trade",
    ];
    actions_have_their_order(&Settlers::default(), &settlers);
    actions_have_their_order(&Nord::default(), &[]);
}

fn comes_before<R: Render>(rules: &R, first: &str, then: &str) {
    let place = |kind: &str| rules.usual_order().iter().position(|one| *one == kind);
    assert!(place(first).is_some() && place(first) < place(then), "{first} and {then}");
}

#[test]
fn the_usual_answer_stands_first() {
    let landnam = Landnam::default();
    comes_before(&landnam, "raise", "concede");
    comes_before(&landnam, "concede", "hand_over");
    comes_before(&landnam, "step", "exchange_fate_card");
    comes_before(&landnam, "build_farm", "trade_with_supply");
    comes_before(&Settlers::default(), "build_settlement", "maritime_trade");
    comes_before(&Nord::default(), "place_workers", "play_treasure");
}

/// Is the element inside one that has this attribute?
fn is_inside(node: &Node<'_, '_>, name: &str) -> bool {
    node.ancestors().any(|outer| outer.has_attribute(name))
}

/// What stands above a board has letters of at least 11 pixels where a phone shows the picture 358 pixels wide.
fn it_can_be_read_on_a_phone<R: Render + Bots>(rules: &R, seats: usize) {
    let least = 11.0 * 600.0 / 358.0;
    let mut read = 0;
    for (index, (state, viewer)) in scenes(rules, R::Options::default(), seats, 9).into_iter().enumerate() {
        let language = LANGUAGES[index % LANGUAGES.len()];
        let options = RenderOptions { parts: PictureParts::Upper, ..options(language, &LONG_NAMES) };
        let svg = rules.render(&rules.view(&state, viewer), &options).svg;
        let document = Document::parse(&svg).expect("a picture");
        let players = document.descendants().filter(|node| node.has_attribute("data-player")).count();
        assert_eq!(players, seats, "each in the strip once");
        for text in document.descendants().filter(|node| node.has_tag_name("text")) {
            if ["data-player", "data-own", "data-turn"].iter().any(|name| is_inside(&text, name)) {
                let size: f32 =
                    text.attribute("font-size").map_or(14.0, |size| size.parse().expect("a size"));
                assert!(size + 0.1 >= least, "{:?} is {size} high", text.text());
                read += 1;
            }
        }
    }
    assert!(read > 200, "only {read} texts");
}

#[test]
fn what_stands_above_a_board_can_be_read_on_a_phone() {
    it_can_be_read_on_a_phone(&Landnam::default(), 5);
    it_can_be_read_on_a_phone(&Settlers::default(), 4);
    it_can_be_read_on_a_phone(&Nord::default(), 3);
}

/// A resource is found on the board by the colour of its card.
fn cards_have_the_colour_of_their_terrain<R: Render + Bots>(rules: &R, resources: usize) {
    let (state, _) = scenes(rules, R::Options::default(), 3, 40).pop().expect("a last state");
    let hand = seen(rules, &state, Some(0), "en").hand.expect("a hand");
    let options = RenderOptions { parts: PictureParts::Board, ..options("en", &SHORT_NAMES) };
    let board = rules.render(&rules.view(&state, Some(0)), &options).svg;
    assert!(hand.cards.len() >= resources, "one of each kind that pays for something");
    for card in &hand.cards[..resources] {
        assert!(board.contains(card.icon.ground), "{} lies on another ground", card.name);
    }
}

#[test]
fn resources_have_the_colour_of_their_terrain() {
    cards_have_the_colour_of_their_terrain(&Landnam::default(), 4);
    cards_have_the_colour_of_their_terrain(&Settlers::default(), 5);
}
