//! Where the settlements of a variable island stand: one on each tile, by going back where it leads nowhere.

use std::collections::BTreeSet;

use super::lot::Lot;
use crate::nord::board::check::is_apart;
use crate::nord::board::{Field, LaidTile};

/// How often a settlement is set before the outline is given up.
const STEPS: usize = 4000;

/// A field for each tile, so that H7 and H8 hold.
pub fn find(tiles: &[LaidTile], boat: Field, lot: &mut Lot) -> Option<Vec<Field>> {
    let land: BTreeSet<Field> = tiles.iter().flat_map(LaidTile::fields).collect();
    let at_sea = |field: &Field| field.neighbours().iter().any(|near| !land.contains(near));
    let fit = |field: &Field| at_sea(field) && is_apart(*field, boat, &[]);
    let choices: Vec<Vec<Field>> =
        tiles.iter().map(|tile| lot.shuffled(tile.fields().filter(fit).collect())).collect();
    let mut chosen = Vec::with_capacity(tiles.len());
    let mut steps = STEPS;
    set(&choices, boat, &mut chosen, &mut steps).then_some(chosen)
}

fn set(choices: &[Vec<Field>], boat: Field, chosen: &mut Vec<Field>, steps: &mut usize) -> bool {
    let Some(fields) = choices.get(chosen.len()) else { return true };
    for field in fields {
        *steps = steps.saturating_sub(1);
        if *steps == 0 {
            return false;
        }
        if is_apart(*field, boat, chosen) && !chosen.contains(field) {
            chosen.push(*field);
            if set(choices, boat, chosen, steps) {
                return true;
            }
            chosen.pop();
        }
    }
    false
}
