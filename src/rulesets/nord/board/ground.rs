//! What a field is: sea, land of an area, or covered by a settlement or the small dragon boat.

use std::collections::BTreeMap;

use super::field::Field;
use super::island::Island;
use super::settlement::Settlement;
use crate::nord::terrain::Terrain;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// Sea, where a fishing boat can lie.
    Sea,
    Land(Land),
    /// Covered by a settlement.
    Settlement(Settlement),
    /// Covered by the small dragon boat.
    Boat,
    /// The edge of the world, which no worker reaches.
    Rim,
}

/// A land field that no settlement covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Land {
    pub terrain: Terrain,
    /// Is there a cairn, where treasures lie?
    pub cairn: bool,
    /// The number of its area, in the order of their first fields.
    pub area: u8,
}

/// An area: neighbouring land fields of one terrain (§4.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AreaFields {
    pub terrain: Terrain,
    /// The fields, in reading order.
    pub fields: Vec<Field>,
}

/// What every field of an island is that is not sea, with its areas.
pub(super) fn survey(island: &Island) -> (BTreeMap<Field, Ground>, Vec<AreaFields>) {
    let covered: Vec<Field> = island.settlements.iter().map(|(_, field)| field).collect();
    let open = island.land().filter(|(field, ..)| !covered.contains(field));
    let open: BTreeMap<Field, (Terrain, bool)> =
        open.map(|(field, terrain, cairn)| (field, (terrain, cairn))).collect();
    let mut ground = BTreeMap::new();
    let mut areas: Vec<AreaFields> = Vec::new();
    for &first in open.keys() {
        if ground.contains_key(&first) {
            continue;
        }
        let number = u8::try_from(areas.len()).unwrap_or(u8::MAX);
        let area = spread(first, &open);
        for field in &area.fields {
            let cairn = open.get(field).is_some_and(|(_, cairn)| *cairn);
            ground.insert(*field, Ground::Land(Land { terrain: area.terrain, cairn, area: number }));
        }
        areas.push(area);
    }
    ground
        .extend(island.settlements.iter().map(|(settlement, field)| (field, Ground::Settlement(settlement))));
    ground.insert(island.dragon_boat, Ground::Boat);
    (ground, areas)
}

/// All fields that hang together with `first` by edges and terrain.
fn spread(first: Field, open: &BTreeMap<Field, (Terrain, bool)>) -> AreaFields {
    let terrain_of = |field: &Field| open.get(field).map(|(terrain, _)| *terrain);
    let terrain = terrain_of(&first).unwrap_or(Terrain::Karst);
    let mut fields = vec![first];
    let mut next = 0;
    while let Some(field) = fields.get(next).copied() {
        next += 1;
        for near in field.neighbours() {
            if terrain_of(&near) == Some(terrain) && !fields.contains(&near) {
                fields.push(near);
            }
        }
    }
    fields.sort_unstable();
    AreaFields { terrain, fields }
}
