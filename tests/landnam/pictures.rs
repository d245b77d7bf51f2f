//! What is drawn: every public fact, in the picture and in the text, and nothing that the viewer does not see.

use conformance::Conformance;
use conformance::playout::{self, Observer, Seating, seed_of};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use roxmltree::{Document, Node};
use rules::render::RenderOptions;
use rules::{Entry, Rules, Seat, Viewer};
use rules::{Render, Texts};
use rulesets::landnam::Landnam;
use rulesets::landnam::Options;
use rulesets::landnam::event::Event;
use rulesets::landnam::state::State;
use serde_json::Value;

/// One state in so many is looked at.
const ONE_IN: usize = 23;

struct Album(Vec<State>);

impl Observer<Landnam> for Album {
    fn wrote(
        &mut self,
        state: &State,
        _entries: &[Entry<rulesets::landnam::action::Action, Event>],
    ) -> Result<(), String> {
        self.0.push(state.clone());
        Ok(())
    }
}

fn names() -> Vec<String> {
    ["Ada", "Bjørn", "Цветана", "דוד", "<b>&\"'"].map(str::to_owned).into()
}

fn options() -> RenderOptions {
    RenderOptions { names: names(), ..RenderOptions::default() }
}

/// The English word for a kind.
fn word(kind: &Value) -> String {
    let catalogue: Value = serde_json::from_str(Landnam::default().texts("en").unwrap()).unwrap();
    text(&catalogue["words"][text(kind)])
}

/// What a place is called in a sentence.
fn place(name: &Value) -> String {
    if name == "outer" { word(name) } else { text(name) }
}

/// The states of a game between bots.
fn states(seats: usize, seed: u64) -> Vec<State> {
    let bots = vec!["steady".to_owned(); seats];
    let seating = Seating { options: Options::default(), bots, seed: seed_of(seed, 1), leaves: vec![] };
    let mut album = Album(Vec::new());
    playout::play(&Landnam::default(), &seating, &mut album).unwrap();
    album.0
}

/// Early, middle and late states of games of three, four and five, each with the one whose turn it is, and a spectator.
fn scenes() -> Vec<(State, Viewer)> {
    let games = [(3, 1), (4, 2), (5, 3)].into_iter().map(|(seats, seed)| states(seats, seed));
    let some = games.flat_map(|states| {
        let special = |state: &State| {
            !state.table.red_tokens.is_empty() && state.table.movement().is_some()
                || state.table.suit().is_some()
                || state.table.trading().is_some_and(|trading| !trading.offers.is_empty())
        };
        let rare: Vec<State> = states.iter().filter(|state| special(state)).step_by(5).cloned().collect();
        let last = states.last().cloned();
        states.into_iter().step_by(ONE_IN).chain(rare).chain(last)
    });
    some.flat_map(|state| [(state.clone(), Some(state.table.active)), (state, None)]).collect()
}

fn drawn(state: &State, viewer: Viewer) -> (Value, String, String) {
    let rules = Landnam::default();
    let view = rules.view(state, viewer);
    let drawing = rules.render(&view, &options());
    (serde_json::to_value(&view).unwrap(), drawing.svg, drawing.text)
}

/// The one element with that attribute.
fn one<'d>(document: &'d Document<'_>, name: &str, value: &str) -> Node<'d, 'd> {
    let mut found = document.descendants().filter(|node| node.attribute(name) == Some(value));
    let first = found.next().unwrap_or_else(|| panic!("nothing has {name}={value}"));
    assert!(found.next().is_none(), "two things have {name}={value}");
    first
}

/// Is that text in an element, or in what it shows of what is kept for several?
fn shows(document: &Document<'_>, node: Node<'_, '_>, wanted: &str) -> bool {
    node.descendants().any(|inner| {
        let shown = inner.attribute("href").and_then(|name| name.strip_prefix('#'));
        let kept = document.descendants().find(|kept| shown.is_some() && kept.attribute("id") == shown);
        (inner.is_text() && inner.text() == Some(wanted))
            || kept.is_some_and(|kept| kept.descendants().any(|text| text.text() == Some(wanted)))
    })
}

/// Every text of the picture, titles and what is written.
fn said(document: &Document<'_>) -> String {
    let texts = document.descendants().filter(|node| node.is_text()).filter_map(|node| node.text());
    texts.collect::<Vec<_>>().join("\n")
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The board of the view is in the picture, each thing as an element of its own.
fn the_board_is_drawn(view: &Value, document: &Document<'_>) {
    let table = &view["table"];
    for hex in document.descendants().filter_map(|node| Some((node.attribute("data-terrain")?, node))) {
        let (terrain, node) = hex;
        let name = node.attribute("data-hex").unwrap();
        let tile = &table["tiles"][name];
        let known = tile["terrain"].as_str();
        assert!(
            known.is_none_or(|known| known == terrain)
                && (known.is_some() || ["sea", "unknown"].contains(&terrain))
        );
        let number = tile["number"].as_u64().map(|number| number.to_string());
        assert_eq!(node.attribute("data-number"), number.as_deref(), "{name}");
        assert_eq!(node.attribute("data-harbour"), tile["harbour"].as_str(), "{name}");
        let written = |wanted: &str| shows(document, node, wanted);
        assert!(
            written(if name == "outer" { "outer sea" } else { name })
                && number.as_deref().is_none_or(written)
        );
        assert!(tile["harbour"].as_str().is_none_or(|kind| written(&format!("2:1 {kind}"))));
    }
    let hexes = document.descendants().filter(|node| node.has_attribute("data-terrain")).count();
    assert_eq!(hexes, 62, "61 hexes and the outer sea");
    for unit in table["units"].as_array().unwrap() {
        let node = one(document, "data-unit", &text(&unit["id"]));
        for (attribute, field) in [("data-seat", "seat"), ("data-kind", "kind"), ("data-place", "place")] {
            assert_eq!(node.attribute(attribute).unwrap(), text(&unit[field]));
        }
        let condemned =
            table["red_tokens"].as_array().unwrap().iter().any(|token| token["unit"] == unit["id"]);
        assert_eq!(node.attribute("data-outlaw").is_some(), condemned);
    }
    let units = document.descendants().filter(|node| node.has_attribute("data-unit")).count();
    assert_eq!(units, table["units"].as_array().unwrap().len());
    for (corner, building) in table["buildings"].as_object().unwrap() {
        let node = one(document, "data-corner", corner);
        assert_eq!(node.attribute("data-kind").unwrap(), text(&building["kind"]));
        assert_eq!(node.attribute("data-seat").unwrap(), text(&building["seat"]));
    }
    for token in table["red_tokens"].as_array().unwrap() {
        let is_it = |node: &Node<'_, '_>| {
            node.attribute("data-token") == Some(&text(&token["unit"]))
                && node.attribute("data-plaintiff") == Some(&text(&token["plaintiff"]))
                && node.attribute("data-hex") == Some(&text(&token["hex"]))
        };
        assert_eq!(document.descendants().filter(is_it).count(), 1, "{token}");
    }
}

/// The seats of the view are in the picture.
fn the_players_are_drawn(view: &Value, document: &Document<'_>) {
    for seat in view["seats"].as_array().unwrap() {
        let node = one(document, "data-player", &text(&seat["seat"]));
        let player = &view["table"]["players"][seat["seat"].as_u64().unwrap() as usize];
        let joined = |of: &Value, fields: [&str; 3]| fields.map(|field| text(&of[field])).join(",");
        assert_eq!(node.attribute("data-points").unwrap(), text(&seat["points"]));
        assert_eq!(node.attribute("data-cards").unwrap(), text(&seat["cards"]));
        assert_eq!(node.attribute("data-fate-cards").unwrap(), text(&seat["fate_cards"]));
        let details = one(document, "data-details", &text(&seat["seat"]));
        assert_eq!(details.attribute("data-tokens").unwrap(), joined(player, ["white", "red", "black"]));
        let left = joined(seat, ["houses_left", "ships_left", "settlers_left"]);
        assert_eq!(details.attribute("data-left").unwrap(), left);
        if let Some(side) = player.get("first_side") {
            let landed = document.descendants().filter(|node| node.attribute("data-first-side").is_some());
            let mut of_seat = landed.filter(|node| node.attribute("data-seat") == Some(&text(&seat["seat"])));
            assert_eq!(of_seat.next().unwrap().attribute("data-first-side").unwrap(), text(side));
        }
    }
}

/// What both faces say in sentences.
fn the_facts_are_said(state: &State, view: &Value, said: &str) {
    let said = said.replace('\n', " ");
    // A line that was wrapped is one sentence again.
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let has = |wanted: &str| assert!(said.contains(wanted), "{wanted:?} is missing in {said}");
    let table = &view["table"];
    has(&format!("Turn {}", table["turn"]));
    if let Some(dice) = table["roll"].as_array() {
        has(&format!("The dice show {} and {}", dice[0], dice[1]));
    }
    let rules = Landnam::default();
    let awaited = rules.awaiting(state).into_iter().filter(|decision| decision.blocking);
    awaited.for_each(|decision| has(&format!("The game is waiting for {}: ", name(decision.seat))));
    // What is not named among what is left has run out.
    let is_left = |left: &Value| left.as_u64() != Some(0);
    for (terrain, left) in
        table["supply"]["tiles"].as_object().unwrap().iter().filter(|(_, left)| is_left(left))
    {
        has(&format!("{left} {terrain}"));
    }
    for (number, left) in
        table["supply"]["numbers"].as_object().unwrap().iter().filter(|(_, left)| is_left(left))
    {
        has(&format!("{left}×{number}"));
    }
    for (kind, left) in table["supply"]["harbours"].as_object().unwrap() {
        has(&format!("{left} {kind}"));
    }
    view["run_out"].as_array().unwrap().iter().for_each(|kind| has(&text(kind)));
    has(&format!("Fate cards to be drawn: {}", view["pile"]));
    table["discards"].as_array().unwrap().iter().for_each(|card| has(&word(card)));
    for seat in view["seats"].as_array().unwrap() {
        has("supply: 4 for 1");
        let rates = seat["rates"].as_object().unwrap().iter();
        rates.filter(|(_, rate)| *rate != 4).for_each(|(kind, rate)| has(&format!("{rate} {kind} for 1")));
    }
    for leaf in
        leaves(&table["phase"]).into_iter().filter(|leaf| leaf.contains(',') || leaf.parse::<u8>().is_ok())
    {
        has(&leaf);
    }
    if let Some(suit) = table["phase"].get("suit") {
        has(&format!("{} staked", suit["plaintiffs"]["total"]));
        has(&format!("{} staked", suit["defendants"]["total"]));
    }
    for offer in table["phase"]["offers"].as_array().into_iter().flatten() {
        has(&format!("Offer {}:", offer["id"]));
    }
    if let Some(own) = view.get("own") {
        for (kind, count) in own["cards"].as_object().unwrap() {
            has(&format!("{count} {kind}"));
        }
        own["fate_cards"].as_array().unwrap().iter().for_each(|card| has(&word(card)));
    }
}

/// Every text and number inside.
fn leaves(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().flat_map(leaves).collect(),
        Value::Object(fields) => fields.values().flat_map(leaves).collect(),
        Value::String(text) => vec![text.clone()],
        Value::Number(number) => vec![number.to_string()],
        Value::Bool(_) | Value::Null => Vec::new(),
    }
}

#[test]
fn every_public_fact_is_in_the_picture() {
    for (state, viewer) in scenes() {
        let (view, svg, _) = drawn(&state, viewer);
        let document = Document::parse(&svg).unwrap();
        the_board_is_drawn(&view, &document);
        the_players_are_drawn(&view, &document);
        the_facts_are_said(&state, &view, &said(&document));
    }
}

#[test]
fn every_public_fact_is_in_the_text() {
    for (state, viewer) in scenes() {
        let (view, _, page) = drawn(&state, viewer);
        the_facts_are_said(&state, &view, &page);
        let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
        let has = |wanted: String| assert!(flat.contains(&wanted), "{wanted:?} is missing in {page}");
        let table = &view["table"];
        for (hex, tile) in table["tiles"].as_object().unwrap() {
            let number = tile["number"].as_u64().map_or(String::new(), |number| format!(" {number}"));
            let harbour =
                tile["harbour"].as_str().map_or(String::new(), |kind| format!(", harbour: 2 {kind} for 1"));
            has(format!("- {hex}: {}{number}{harbour}", text(&tile["terrain"])));
        }
        for unit in table["units"].as_array().unwrap() {
            let outlaw =
                table["red_tokens"].as_array().unwrap().iter().any(|token| token["unit"] == unit["id"]);
            let outlaw = if outlaw { " (outlaw)" } else { "" };
            has(format!("{} {}{outlaw} on {}", text(&unit["kind"]), unit["id"], place(&unit["place"])));
        }
        for (corner, building) in table["buildings"].as_object().unwrap() {
            let of = state.table.buildings.iter().find(|(at, _)| at.to_string() == *corner).unwrap().1.seat;
            has(format!("- Corner {corner}: {}'s {}", name(of), text(&building["kind"])));
        }
        for token in table["red_tokens"].as_array().unwrap() {
            let plaintiff = name(token["plaintiff"].as_u64().unwrap() as Seat);
            has(format!("{plaintiff}'s red token on unit {}", token["unit"]));
        }
        for seat in view["seats"].as_array().unwrap() {
            has(format!(
                "Seat {}, {}: {} point",
                seat["seat"],
                name(seat["seat"].as_u64().unwrap() as Seat),
                seat["points"]
            ));
        }
        assert!(page.lines().all(|line| line.chars().count() <= 78), "{page}");
    }
}

/// A name as it stands in a sentence.
fn name(seat: Seat) -> String {
    let name = names()[usize::from(seat)].clone();
    if name == "דוד" { format!("\u{2068}{name}\u{2069}") } else { name }
}

#[test]
fn a_name_is_text_and_never_a_part_of_the_picture() {
    let state = states(5, 3).swap_remove(40);
    let (_, svg, _) = drawn(&state, None);
    assert!(!svg.contains("<b>") && svg.contains("&lt;b&gt;&amp;&quot;&#39;"));
    for (_, never) in
        Document::parse(&svg).unwrap().descendants().map(|node| (0, node.tag_name().name().to_owned()))
    {
        assert!(
            !["script", "style", "image", "foreignObject", "a", "b"].contains(&never.as_str()),
            "{never}"
        );
    }
    let names: Vec<String> = (0..5).map(|_| "\u{202e}x\u{0}\n".repeat(400_000)).collect();
    let rules = Landnam::default();
    let options = RenderOptions { names, ..RenderOptions::default() };
    let drawing = rules.render(&rules.view(&state, None), &options);
    assert!(drawing.svg.len() < 200_000 && Document::parse(&drawing.svg).is_ok());
    assert!(!drawing.text.contains('\u{202e}'));
}

#[test]
fn pictures_of_states_that_differ_only_in_secrets_are_the_same_bytes() {
    let rules = Landnam::default();
    let mut dice = ChaCha8Rng::seed_from_u64(5);
    let mut different = 0;
    for (state, viewer) in scenes() {
        let other = rules.randomize_hidden(&state, viewer, &mut dice);
        different += u32::from(other != state);
        let [here, there] =
            [&state, &other].map(|state| rules.render(&rules.view(state, viewer), &options()));
        assert!(here == there, "seen from {viewer:?}");
    }
    assert!(different > 50, "only {different} were different");
}

#[test]
fn a_hand_is_in_its_own_picture_only() {
    let state = states(4, 2).swap_remove(30);
    let holder = 2;
    for viewer in [None, Some(0), Some(1), Some(2), Some(3)] {
        let (_, svg, page) = drawn(&state, viewer);
        assert_eq!(svg.contains("data-own"), viewer.is_some());
        assert_eq!(page.contains("You hold"), viewer.is_some());
        assert_eq!(svg.contains(&format!("data-own=\"{holder}\"")), viewer == Some(holder));
    }
}
