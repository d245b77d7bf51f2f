//! The page of text: a map in characters, then everything in sentences, in an order that makes sense when read aloud.

use super::{Scene, facts, listed, pending};
use crate::landnam::board::Place;
use crate::landnam::state::{BuildingKind, UnitKind};
use crate::landnam::terrain::Terrain;
use crate::landnam::view::SeatView;
use rules::render::{HexMap, page_part, paragraph};

/// The whole page, in lines of at most 78 columns.
pub fn page(scene: &Scene<'_>) -> String {
    let heading = facts::heading(scene);
    let mut out = String::new();
    let mut say = |text: &str| out.push_str(&paragraph(text));
    say(&format!("{}. {}. {}.", heading.turn, heading.whose, heading.phase));
    heading.rolled().iter().for_each(|rolled| say(rolled));
    pending::public_facts(scene).iter().for_each(|line| say(line));
    facts::own(scene).iter().for_each(|line| say(line));
    out.push('\n');
    out.push_str(&map(scene));
    MAP_KEY.iter().for_each(|line| out.push_str(&paragraph(line)));
    page_part(&mut out, "Players", &players(scene));
    page_part(&mut out, "Hexes, from the north, each row from the west", &hexes(scene));
    page_part(&mut out, "Buildings", &buildings(scene));
    page_part(&mut out, "Supply", &facts::supply(scene));
    page_part(&mut out, "May be answered, but nobody waits", &pending::invited(scene));
    out
}

fn players(scene: &Scene<'_>) -> Vec<String> {
    let seat = |seat: &SeatView| {
        let player = scene.table.players.get(usize::from(seat.seat)).copied().unwrap_or_default();
        let name = scene.name(seat.seat);
        let mut parts = vec![format!("Seat {}, {name}: {}", seat.seat, facts::score(seat))];
        parts.push(facts::tokens(player));
        parts.push(facts::units(scene, seat));
        parts.extend(facts::buildings(scene, seat));
        parts.push(facts::supplies(seat));
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
        let hexes = listed(corner.places());
        format!("{corner}: {} {}, at the hexes {hexes}", scene.whose(building.seat), building.kind)
    })
    .collect()
}

/// The distance of the outermost hexes from the middle.
const RADIUS: i8 = 4;
/// How the map is read; the sentences below it say the same in words.
const MAP_KEY: [&str; 4] = [
    "In a hex: its name; terrain and number, H:i H:g H:t H:w for a harbour of iron, grain, timber, wool; @4:0 is settler 4 of seat 0, ~5:1 ship 5 of \
     seat 1; ! marks an outlaw, * a hex with a red token.",
    "At a corner: F0 is a farm of seat 0, T1 a town of seat 1.",
    "A corner is called after the hex whose northern (N) or southern (S) tip it is: 0,-1,N is the upper tip of hex 0,-1.",
    "The outer sea around the map is called outer. The sentences below hold everything that the map shows.",
];

/// The map, at most 78 columns wide.
fn map(scene: &Scene<'_>) -> String {
    let mut map = HexMap::new(RADIUS);
    for (place, hex) in scene.in_reading_order() {
        map.inside(hex, &[&hex.to_string(), &ground(scene, place), &piece(scene, place)]);
    }
    for (corner, building) in scene.table.buildings.iter() {
        let kind = match building.kind {
            BuildingKind::Farm => 'F',
            BuildingKind::Town => 'T',
        };
        map.corner(corner.name(), &format!("{kind}{}", building.seat));
    }
    map.to_string()
}

fn ground(scene: &Scene<'_>, place: Place) -> String {
    if place.is_rim() {
        return "sea".to_owned();
    }
    let Some(tile) = scene.table.tile(place) else { return "?".to_owned() };
    let after = tile.number.map(|number| format!(" {}", number.value()));
    let after = after.or_else(|| tile.harbour.map(|kind| format!(" H:{}", &kind.name()[..1])));
    format!("{}{}", abbreviation(tile.terrain), after.unwrap_or_default())
}

const fn abbreviation(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Sea => "sea",
        Terrain::Bog => "bog",
        Terrain::Field => "fld",
        Terrain::Pasture => "pas",
        Terrain::Forest => "for",
        Terrain::Mountain => "mtn",
    }
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
