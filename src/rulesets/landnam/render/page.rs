//! The page of text: a map in characters, then everything in sentences, in an order that makes sense when read aloud.

use super::{Scene, facts, pending};
use crate::landnam::board::Place;
use crate::landnam::resource::Resource;
use crate::landnam::state::{BuildingKind, UnitKind};
use crate::landnam::view::SeatView;
use rules::render::{HexMap, page_part, paragraph};

/// The whole page, in lines of at most 78 columns.
pub fn page(scene: &Scene<'_>) -> String {
    let heading = facts::heading(scene);
    let mut out = String::new();
    let mut say = |text: &str| out.push_str(&paragraph(text));
    say(&format!("{}.", heading.line()));
    heading.rolled(scene).iter().for_each(|rolled| say(rolled));
    pending::public_facts(scene).iter().for_each(|line| say(line));
    facts::own(scene).iter().for_each(|line| say(line));
    out.push('\n');
    out.push_str(&map(scene));
    map_key(scene).iter().for_each(|line| out.push_str(&paragraph(line)));
    let mut part = |key: &str, lines: &[String]| page_part(&mut out, &scene.phrases.text(key), lines);
    part("players", &players(scene));
    part("hexes", &hexes(scene));
    part("buildings", &buildings(scene));
    part("supply", &facts::supply(scene));
    part("invited_title", &pending::invited(scene));
    out
}

fn players(scene: &Scene<'_>) -> Vec<String> {
    let seat = |seat: &SeatView| {
        let player = scene.table.player(seat.seat);
        let mut parts = vec![facts::score(scene, seat)];
        parts.push(facts::tokens(scene, player));
        parts.push(facts::units(scene, seat));
        parts.extend(facts::buildings(scene, seat));
        parts.push(facts::supplies(scene, seat));
        format!("{}.", parts.join("; "))
    };
    scene.view.seats.iter().map(seat).collect()
}

/// The interior, then what is on the rim, then the outer sea.
fn hexes(scene: &Scene<'_>) -> Vec<String> {
    let all = scene.in_reading_order();
    let shown = all.iter().filter(|(place, _)| {
        place.is_interior()
            || scene.table.unit_at(*place).is_some()
            || scene.tokens_on(*place).next().is_some()
    });
    let lines = shown.map(|&(place, hex)| facts::hex(scene, place, hex));
    lines.chain([facts::outer(scene)]).collect()
}

fn buildings(scene: &Scene<'_>) -> Vec<String> {
    let all = scene.table.buildings.iter();
    all.map(|(corner, building)| {
        scene.say(
            "building_at",
            &[
                ("corner", &corner),
                ("name", &scene.name(building.seat)),
                ("kind", &scene.phrases.word(building.kind)),
                ("hexes", &scene.places(&corner.places())),
            ],
        )
    })
    .collect()
}

/// How the map is read; the sentences below it say the same in words.
fn map_key(scene: &Scene<'_>) -> Vec<String> {
    let harbours = scene.phrases.joined(Resource::ALL.map(|kind| harbour(scene, kind)), " ", "none");
    let kinds = scene.listed(Resource::ALL.map(|kind| scene.phrases.word(kind)));
    let mut lines = vec![scene.say("map_key_hex", &[("harbours", &harbours), ("kinds", &kinds)])];
    lines.extend(["map_key_corner", "map_key_names", "map_rest"].map(|key| scene.phrases.text(key)));
    lines
}

/// A harbour on the map, by the first letter of its kind.
fn harbour(scene: &Scene<'_>, kind: Resource) -> String {
    let letter: String = scene.phrases.word(kind).chars().take(1).collect();
    format!("{}:{}", scene.phrases.text("harbour_letter"), letter.to_lowercase())
}

/// The distance of the outermost hexes from the middle.
const RADIUS: i8 = 4;
/// The map, at most 78 columns wide.
fn map(scene: &Scene<'_>) -> String {
    let mut map = HexMap::new(RADIUS);
    for (place, hex) in scene.in_reading_order() {
        map.inside(hex, &[&hex.to_string(), &ground(scene, place), &piece(scene, place)]);
    }
    for (corner, building) in scene.table.buildings.iter() {
        let kind = match building.kind {
            BuildingKind::Farm => "farm_letter",
            BuildingKind::Town => "town_letter",
        };
        let letter = scene.phrases.text(kind);
        map.corner(corner.name(), &format!("{letter}{}", building.seat));
    }
    map.to_string()
}

fn ground(scene: &Scene<'_>, place: Place) -> String {
    let tile = scene.table.tile(place);
    let Some(terrain) = scene.table.terrain(place) else { return "?".to_owned() };
    let after = tile.and_then(|tile| tile.number).map(|number| format!(" {}", number.value()));
    let kind = tile.and_then(|tile| tile.harbour);
    let after = after.or_else(|| kind.map(|kind| format!(" {}", harbour(scene, kind))));
    // No two terrains begin alike in any language.
    let short: String = scene.phrases.word(terrain).chars().take(3).collect();
    format!("{}{}", short.to_lowercase(), after.unwrap_or_default())
}

fn piece(scene: &Scene<'_>, place: Place) -> String {
    let token = if scene.tokens_on(place).next().is_some() { "*" } else { "" };
    let Some(unit) = scene.table.unit_at(place) else { return token.to_owned() };
    let kind = match unit.kind {
        UnitKind::Ship => '~',
        UnitKind::Settler => '@',
    };
    let outlaw = if scene.table.is_outlaw(unit.id) { "!" } else { "" };
    format!("{kind}{}:{}{outlaw}{token}", unit.id.0, unit.seat)
}
