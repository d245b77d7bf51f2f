//! The terrain of a variable island: which tiles, which sides, and how they are turned and exchanged within the outline.

use std::collections::BTreeMap;

use super::lot::Lot;
use crate::nord::board::{Field, LaidTile};
use crate::nord::components::Components;
use crate::nord::options::Sides;
use crate::nord::terrain::Terrain;

const CHANGES: usize = 300;

/// So many of the tiles, in an order that the lot gives, by the sides that are up.
pub fn choose(components: &Components, count: usize, sides: Sides, lot: &mut Lot) -> Vec<char> {
    let tiles = lot.shuffled((0..components.tiles.len()).collect());
    tiles.into_iter().take(count).map(|tile| side(tile, is_back(sides, lot))).collect()
}

fn is_back(sides: Sides, lot: &mut Lot) -> bool {
    match sides {
        Sides::Front => false,
        Sides::Mixed => lot.below(2) == 1,
        Sides::Back => true,
    }
}

fn side(tile: usize, back: bool) -> char {
    char::from(if back { b'A' } else { b'1' } + tile as u8)
}

/// Turns tiles around, exchanges them and turns them over, as long as it makes nothing worse. The outline stays.
/// Returns the tiles and how much is left to wish for.
pub fn arrange(
    components: &Components,
    mut tiles: Vec<LaidTile>,
    sites: &[Field],
    sides: Sides,
    lot: &mut Lot,
) -> (Vec<LaidTile>, usize) {
    let mut faults = rough(components, &tiles, sites);
    for _ in 0..CHANGES {
        if faults == 0 {
            break;
        }
        let mut changed = tiles.clone();
        change(&mut changed, sides, lot);
        let left = rough(components, &changed, sites);
        if left <= faults {
            (tiles, faults) = (changed, left);
        }
    }
    (tiles, faults)
}

fn change(tiles: &mut [LaidTile], sides: Sides, lot: &mut Lot) {
    let (one, other) = (lot.below(tiles.len()), lot.below(tiles.len()));
    let way = lot.below(3);
    if way == 0 && one != other {
        let upper = tiles.get(other).map(|tile| tile.side);
        let lower = tiles.get_mut(one).zip(upper).map(|(tile, side)| std::mem::replace(&mut tile.side, side));
        if let Some((tile, side)) = tiles.get_mut(other).zip(lower) {
            tile.side = side;
        }
        return;
    }
    let Some(tile) = tiles.get_mut(one) else { return };
    if way == 1 && sides == Sides::Mixed {
        tile.side = tile.tile().map_or(tile.side, |(number, back)| side(number, !back));
        return;
    }
    tile.rotation = tile.rotation.opposite();
}

/// The open land fields without a neighbour of their terrain (S2), and the settlements on a cairn (S3).
fn rough(components: &Components, tiles: &[LaidTile], sites: &[Field]) -> usize {
    let letters = tiles.iter().filter_map(|tile| Some(tile.letters(components.side(tile)?))).flatten();
    let land: BTreeMap<Field, (Terrain, bool)> =
        letters.filter_map(|(field, letter)| Some((field, Terrain::of_letter(letter)?))).collect();
    let on_cairns = sites.iter().filter(|site| land.get(site).is_some_and(|(_, cairn)| *cairn)).count();
    let terrain = |field: &Field| {
        if sites.contains(field) { None } else { land.get(field).map(|(terrain, _)| *terrain) }
    };
    let alone = |field: &&Field| {
        let own = terrain(field);
        own.is_some() && field.neighbours().iter().all(|near| terrain(near) != own)
    };
    land.keys().filter(alone).count() + on_cairns
}
