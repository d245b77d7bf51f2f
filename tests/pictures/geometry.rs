//! What clients are told of a board is what the pictures are drawn with: each place of the geometry lies where the picture
//! marks it, after one shift and one factor; colours and emblems are those of the pictures; and nothing of the components
//! that a game stores is lost.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};
use rules::render::{Marks, PictureParts, RenderOptions, Theme};
use rules::{BoardGeometry, Bots, Render, Rules};
use rulesets::landnam::Landnam;
use rulesets::nord::Nord;
use rulesets::settlers::Settlers;
use serde_json::Value;

use super::{SHORT_NAMES, album, options};

type At = (f32, f32);
/// Places by the names that marks use.
type Places = BTreeMap<String, At>;

/// Pictures have one place behind the point, and geometries are rounded to whole numbers.
const ROUNDED: f32 = 0.16;

fn shown<R: Rules>() -> Value {
    let ruleset = rulesets::find(R::ID).expect("a ruleset of the registry");
    serde_json::from_str(ruleset.shown_components().expect("JSON").get()).expect("JSON")
}

fn list<'v>(value: &'v Value, member: &str) -> &'v [Value] {
    value[member].as_array().map_or(&[], Vec::as_slice)
}

fn at(place: &Value) -> At {
    let part = |name: &str| place[name].as_i64().expect("a whole number") as f32;
    (part("x"), part("y"))
}

fn name(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn numbers(text: &str) -> Vec<f32> {
    let mut apart = String::new();
    for sign in text.chars() {
        if sign == '-' || !(sign.is_ascii_digit() || sign == '.') {
            apart.push(' ');
        }
        if sign == '-' || sign == '.' || sign.is_ascii_digit() {
            apart.push(sign);
        }
    }
    apart.split_whitespace().map(|number| number.parse().expect("a number")).collect()
}

/// The corners of a path whose steps are relative.
fn corners(path: Node<'_, '_>) -> Vec<At> {
    let steps = numbers(path.attribute("d").unwrap_or_default());
    let mut here = (0.0, 0.0);
    let step = |step: &[f32]| {
        here = (here.0 + step[0], here.1 + step[1]);
        here
    };
    steps.chunks_exact(2).map(step).collect()
}

fn mean(points: &[At]) -> At {
    let count = points.len() as f32;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    (x / count, y / count)
}

/// The middle of the first thing that an element draws.
fn middle(element: Node<'_, '_>) -> Option<At> {
    let first = element.descendants().find(|node| ["use", "path"].contains(&node.tag_name().name()))?;
    let part = |axis| first.attribute(axis).map_or(0.0, |number| number.parse().expect("a number"));
    Some(if first.has_tag_name("use") { (part("x"), part("y")) } else { mean(&corners(first)) })
}

/// The picture of a state in which all these places are marked.
fn picture<R: Render>(rules: &R, state: &R::State, places: &Places, theme: Theme) -> String {
    let marks = Marks { legal: places.keys().cloned().collect(), ..Marks::default() };
    let options = RenderOptions { parts: PictureParts::Board, theme, marks, ..options("en", &SHORT_NAMES) };
    rules.render(&rules.view(state, None), &options).svg
}

/// What leads from the coordinates of the geometry to those of the picture.
struct Fit {
    /// Where one place lies in the geometry, and in the picture.
    from: At,
    to: At,
    factor: f32,
}

impl Fit {
    /// Taken from the two places that are farthest apart.
    fn of(places: &Places, drawn: &Places) -> Self {
        let along = |at: &At| at.0 + at.1;
        let by_place = |one: &(&String, &At), other: &(&String, &At)| along(one.1).total_cmp(&along(other.1));
        let (least, from) = places.iter().min_by(by_place).expect("places");
        let (most, end) = places.iter().max_by(by_place).expect("places");
        let factor = (along(&drawn[most]) - along(&drawn[least])) / (along(end) - along(from));
        Self { from: *from, to: drawn[least], factor }
    }

    fn drawn(&self, (x, y): At) -> At {
        (self.to.0 + (x - self.from.0) * self.factor, self.to.1 + (y - self.from.1) * self.factor)
    }
}

fn is_near(one: At, other: At) -> bool {
    (one.0 - other.0).abs() < ROUNDED && (one.1 - other.1).abs() < ROUNDED
}

/// Every place lies where the picture marks it: the picture, and what leads there.
fn every_place_lies_as_drawn<R: Render>(rules: &R, state: &R::State, places: &Places) -> (String, Fit) {
    let svg = picture(rules, state, places, Theme::Light);
    let document = Document::parse(&svg).expect("a picture");
    let marks = document.descendants().filter(|node| node.has_attribute("data-legal"));
    let drawn: Places = marks
        .map(|mark| (mark.attribute("data-legal").unwrap().to_owned(), middle(mark).expect("a mark")))
        .collect();
    assert!(places.keys().eq(drawn.keys()), "{:?} instead of {:?}", drawn.keys(), places.keys());
    let fit = Fit::of(places, &drawn);
    for (name, at) in places {
        let told = fit.drawn(*at);
        assert!(is_near(told, drawn[name]), "{name}: {told:?} instead of {:?}", drawn[name]);
    }
    (svg, fit)
}

/// The colours of the grounds and seats are in the pictures, by theme.
fn colours_are_those_of_the_pictures<R: Render + BoardGeometry>(
    rules: &R,
    state: &R::State,
    grounds: &[&str],
) {
    let components = shown::<R>();
    let known: Vec<String> = list(&components, "colours").iter().map(|one| name(&one["ground"])).collect();
    for (theme, kind) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let svg = picture(rules, state, &Places::new(), theme);
        for colour in list(&components, "colours") {
            let fill = format!("fill=\"{}\"", colour[kind].as_str().unwrap());
            let is_there = svg.contains(&fill);
            assert!(is_there || !grounds.contains(&colour["ground"].as_str().unwrap()), "{kind} {colour}");
        }
        for seat in &list(&components, "seats")[..3] {
            assert!(svg.contains(&format!("fill=\"{}\"", seat["colour"].as_str().unwrap())), "{seat}");
        }
    }
    assert!(grounds.iter().all(|ground| known.iter().any(|one| one == ground)), "{known:?}");
    assert_eq!(list(&components, "seats").len(), usize::from(*rules.players().end()));
}

/// What the game stores is shown as it is stored.
fn components_are_whole<R: Rules>(rules: &R) {
    let components = shown::<R>();
    let stored: Value = serde_json::from_str(rules.components()).expect("JSON");
    for (member, value) in stored.as_object().expect("an object") {
        assert_eq!(&components[member], value, "{member}");
    }
    assert_eq!(components["ruleset"], R::ID);
}

fn last<R: Bots>(rules: &R, options: R::Options, seats: usize) -> R::State {
    album(rules, options, seats, 3).0.pop().expect("a game").0
}

#[test]
fn the_geometry_of_the_settlers_is_that_of_the_picture() {
    let rules = Settlers::default();
    let state = last(&rules, Default::default(), 3);
    let components = shown::<Settlers>();
    let geometry = &components["geometry"];
    let mut places = Places::new();
    for (member, kind) in [("hexes", "hex"), ("vertices", "vertex")] {
        let named = list(geometry, member).iter().map(|one| (format!("{kind}.{}", one[kind]), at(one)));
        places.extend(named);
    }
    assert_eq!(places.len(), 19 + 54);
    let vertex = |number: &Value| places[&format!("vertex.{number}")];
    for hex in list(geometry, "hexes") {
        let corners: Vec<At> = list(hex, "vertices").iter().map(vertex).collect();
        let (x, y) = mean(&corners);
        assert!((x - at(hex).0).abs() < 1.0 && (y - at(hex).1).abs() < 1.0, "{hex}");
        // Clockwise from the north, each a side away from the one before.
        assert!(corners[0].1 < y - 999.0 && corners[1].0 > x, "{hex}");
        let next = corners.iter().cycle().skip(1);
        let sides = corners.iter().zip(next).map(|(one, other)| (one.0 - other.0).hypot(one.1 - other.1));
        assert!(sides.into_iter().all(|side| (side - 1000.0).abs() < 1.5), "{hex}");
    }
    let edges = list(geometry, "edges").iter().map(|edge| {
        let ends: Vec<At> = list(edge, "vertices").iter().map(vertex).collect();
        (format!("edge.{}", edge["edge"]), mean(&ends))
    });
    let edges: Places = edges.collect();
    assert_eq!(edges.len(), 72);
    let all: Places = places.clone().into_iter().chain(edges).collect();
    let (svg, fit) = every_place_lies_as_drawn(&rules, &state, &all);
    // A harbour has a pier from each corner that it serves.
    let document = Document::parse(&svg).expect("a picture");
    for harbour in list(geometry, "harbours") {
        let site = name(&harbour["site"]);
        let drawn =
            document.descendants().find(|node| node.attribute("data-harbour") == Some(&site)).unwrap();
        let piers = drawn.children().filter(|node| node.has_tag_name("path")).take(2);
        let ends: Vec<At> = piers.map(|pier| corners(pier)[0]).collect();
        let served = list(harbour, "vertices").iter().map(|number| fit.drawn(vertex(number)));
        assert!(served.zip(&ends).all(|(served, end)| is_near(served, *end)), "{harbour}: {ends:?}");
        let edge = &list(geometry, "edges")[harbour["edge"].as_u64().unwrap() as usize];
        assert_eq!(edge["vertices"], harbour["vertices"]);
    }
    let grounds = ["forest", "pasture", "fields", "hills", "mountains", "desert", "sea"];
    colours_are_those_of_the_pictures(&rules, &state, &grounds);
    components_are_whole(&rules);
}

#[test]
fn the_geometry_of_landnam_is_that_of_the_picture() {
    let rules = Landnam::default();
    let state = last(&rules, Default::default(), 3);
    let components = shown::<Landnam>();
    let geometry = &components["geometry"];
    let hexes: Places = list(geometry, "hexes").iter().map(|hex| (name(&hex["hex"]), at(hex))).collect();
    let corners: Places =
        list(geometry, "corners").iter().map(|corner| (name(&corner["corner"]), at(corner))).collect();
    assert_eq!((hexes.len(), corners.len()), (61, 96));
    let outline: Vec<At> = list(geometry, "outline").iter().map(at).collect();
    assert_eq!(outline.len(), 6);
    for hex in list(geometry, "hexes") {
        let (x, y) = at(hex);
        for corner in list(hex, "corners") {
            let there = corners[&name(corner)];
            let is_there = |(right, down): &At| (x + right - there.0).hypot(y + down - there.1) < 2.0;
            assert!(outline.iter().any(is_there), "{hex}: {corner}");
        }
        let built = list(hex, "corners").len();
        assert!(if hex["rim"] == true { built == 2 || built == 3 } else { built == 6 }, "{hex}");
    }
    for corner in list(geometry, "corners") {
        let near = list(corner, "hexes").iter().filter_map(|hex| hexes.get(&name(hex)));
        let far = near.map(|hex| (hex.0 - at(corner).0).hypot(hex.1 - at(corner).1));
        assert!(far.into_iter().all(|far| (far - 1000.0).abs() < 1.5), "{corner}");
    }
    let all: Places = hexes.into_iter().chain(corners).collect();
    every_place_lies_as_drawn(&rules, &state, &all);
    colours_are_those_of_the_pictures(&rules, &state, &["sea", "outer", "pasture", "mountain"]);
    components_are_whole(&rules);
}

#[test]
fn the_geometry_of_nord_is_that_of_the_picture() {
    let rules = Nord::default();
    let components = shown::<Nord>();
    for seats in 2..=4 {
        let state = last(&rules, Default::default(), seats);
        let told = &components["geometry"]["islands"][seats.to_string()];
        let view = serde_json::to_value(rules.view(&state, None)).unwrap();
        assert_eq!(told["island"], view["table"]["board"], "{seats} seats");
        let fields: Places =
            list(told, "fields").iter().map(|field| (name(&field["field"]), at(field))).collect();
        every_place_lies_as_drawn(&rules, &state, &fields);
        for field in list(told, "fields") {
            let (x, y) = at(field);
            assert_eq!(field["field"], format!("{x},{y}"));
            let letter = &told["island"]["rows"][y as usize].as_str().unwrap()[x as usize..=x as usize];
            let letters = list(&components["geometry"], "letters");
            let known = letters.iter().find(|known| known["letter"] == letter).unwrap();
            assert_eq!((&known["terrain"], &known["cairn"]), (&field["terrain"], &field["cairn"]));
        }
    }
    let state = last(&rules, Default::default(), 3);
    colours_are_those_of_the_pictures(&rules, &state, &["mountain", "forest", "karst", "sea"]);
    components_are_whole(&rules);
}
