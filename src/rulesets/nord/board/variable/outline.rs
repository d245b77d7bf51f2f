//! The outline of a variable island: tiles laid around the small dragon boat.

use std::collections::BTreeSet;

use super::lot::Lot;
use crate::nord::board::check::check_land;
use crate::nord::board::{Field, LaidTile, Rotation};

/// From how many places for a tile the one that keeps the island closest together is taken.
const PLACES: usize = 5;

/// Tiles that meet H1 to H5.
pub struct Outline {
    pub tiles: Vec<LaidTile>,
    /// How far it is from what is preferred: not stretched (S1), the boat near the middle (S5).
    pub faults: usize,
}

/// How many outlines are grown for one that leaves nothing to wish for.
const OUTLINES: usize = 40;

/// The best of several outlines of tiles that are given by their sides.
pub fn best(sides: &[char], boat: Field, lot: &mut Lot) -> Option<Outline> {
    let mut best: Option<Outline> = None;
    for _ in 0..OUTLINES {
        let Some(outline) = grow(sides, boat, lot) else { continue };
        if outline.faults == 0 {
            return Some(outline);
        }
        if best.as_ref().is_none_or(|best| outline.faults < best.faults) {
            best = Some(outline);
        }
    }
    best
}

/// Lays the tiles one after the other.
fn grow(sides: &[char], boat: Field, lot: &mut Lot) -> Option<Outline> {
    let count = sides.len();
    let mut tiles: Vec<LaidTile> = Vec::with_capacity(count);
    let mut land: BTreeSet<Field> = BTreeSet::new();
    for &side in sides {
        let edge = if tiles.is_empty() { boat.neighbours().to_vec() } else { shore(&land, boat) };
        let next = place(side, &edge, &land, boat, lot)?;
        land.extend(next.fields());
        tiles.push(next);
    }
    check_land(&tiles, boat, count).ok()?;
    let faults = stretched(&land) + off_middle(&land, boat);
    Some(Outline { tiles, faults })
}

/// The sea fields beside the land, without that of the small dragon boat.
fn shore(land: &BTreeSet<Field>, boat: Field) -> Vec<Field> {
    let near: BTreeSet<Field> = land.iter().flat_map(|field| field.neighbours()).collect();
    near.into_iter().filter(|field| !land.contains(field) && *field != boat).collect()
}

/// A tile that covers a field of the shore: of a few places drawn, the one closest to the small dragon boat.
fn place(
    side: char,
    shore: &[Field],
    land: &BTreeSet<Field>,
    boat: Field,
    lot: &mut Lot,
) -> Option<LaidTile> {
    let mut best: Option<(u32, LaidTile)> = None;
    for _ in 0..PLACES {
        let covered = lot.one(shore)?;
        let rotation = lot.one(&Rotation::ALL)?;
        let (wide, high) = rotation.size();
        let corner = covered.moved(-(lot.below(wide as usize) as i16), -(lot.below(high as usize) as i16));
        let tile = LaidTile { side, x: corner.x, y: corner.y, rotation };
        if tile.fields().any(|field| land.contains(&field) || field == boat) {
            continue;
        }
        let far: u32 = tile.fields().map(|field| field.distance(boat)).sum();
        if best.is_none_or(|(known, _)| far < known) {
            best = Some((far, tile));
        }
    }
    best.map(|(_, tile)| tile)
}

/// Is the island longer than 1.4 times its width?
fn stretched(land: &BTreeSet<Field>) -> usize {
    let (across, down) = (span(land.iter().map(|field| field.x)), span(land.iter().map(|field| field.y)));
    let (short, long) = (across.1.min(down.1), across.1.max(down.1));
    usize::from(5 * long > 7 * short)
}

/// How many steps farther than two the small dragon boat lies from the middle, where nobody steps over half a field.
fn off_middle(land: &BTreeSet<Field>, boat: Field) -> usize {
    let off =
        |(least, length): (i16, i16), at: i16| usize::from((2 * (at - least) + 1 - length).unsigned_abs());
    let across = off(span(land.iter().map(|field| field.x)), boat.x);
    let down = off(span(land.iter().map(|field| field.y)), boat.y);
    ((across + down) / 2).saturating_sub(2)
}

/// The least of these numbers, and how many there are up to the greatest.
fn span(numbers: impl Iterator<Item = i16> + Clone) -> (i16, i16) {
    let (least, most) = (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0));
    (least, most - least + 1)
}
