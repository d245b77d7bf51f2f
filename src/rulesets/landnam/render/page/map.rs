//! The board in characters.

use crate::landnam::board::Place;
use crate::landnam::render::scene::Scene;
use crate::landnam::resource::Resource;
use crate::landnam::state::{BuildingKind, UnitKind};
use crate::landnam::terrain::Terrain;
use rules::render::HexMap;

/// The distance of the outermost hexes from the middle.
const RADIUS: i8 = 4;

/// How the map is read; the sentences below it say the same in words.
pub const KEY: [&str; 4] = [
    "In a hex: its name; terrain and number, H:i H:g H:t H:w for a harbour of iron, grain, timber, wool; @4:0 is settler 4 of seat 0, ~5:1 ship 5 of \
     seat 1; ! marks an outlaw, * a hex with a red token.",
    "At a corner: F0 is a farm of seat 0, T1 a town of seat 1.",
    "A corner is called after the hex whose northern (N) or southern (S) tip it is: 0,-1,N is the upper tip of hex 0,-1.",
    "The outer sea around the map is called outer. The sentences below hold everything that the map shows.",
];

/// The map, at most 78 columns wide.
pub fn map(scene: &Scene<'_>) -> String {
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
    let after = after.or_else(|| tile.harbour.map(|kind| format!(" H:{}", harbour(kind))));
    format!("{}{}", terrain(tile.terrain), after.unwrap_or_default())
}

const fn terrain(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Sea => "sea",
        Terrain::Bog => "bog",
        Terrain::Field => "fld",
        Terrain::Pasture => "pas",
        Terrain::Forest => "for",
        Terrain::Mountain => "mtn",
    }
}

const fn harbour(kind: Resource) -> &'static str {
    match kind {
        Resource::Iron => "i",
        Resource::Grain => "g",
        Resource::Timber => "t",
        Resource::Wool => "w",
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
