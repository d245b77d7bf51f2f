//! Variable islands (rules page §6.2): each has a number, and the number decides everything.
//!
//! May know: tiles and the conditions of an island. May not know: chance, since the set-up draws the number and nothing
//! else. First the outline grows tile by tile around the small dragon boat, then settlements are found for it, then
//! tiles change places until the terrain pleases.

use std::collections::{BTreeMap, BTreeSet};
use strum::VariantArray;

use super::field::{Field, Rectangle};
use super::island::{Island, IslandPlan, LaidTile, Rotation, Sites, Terrain, check_land, is_apart, is_coast};
use super::settlement::Settlement;
use crate::nord::components::Components;
use crate::nord::options::Sides;
use rules::Spot;

pub const NUMBERS: u32 = 1_000_000;

/// How many outlines are tried for one that leaves nothing to wish for; the best of them is taken.
const ATTEMPTS: usize = 24;

/// What is laid before it is written down.
struct Draft {
    tiles: Vec<LaidTile>,
    sites: Vec<Field>,
    /// How much is left to wish for (S1 to S3, S5).
    faults: usize,
}

/// Where the small dragon boat lies while an island is laid.
const BOAT: Field = Field::new(0, 0);

/// The island of that number for a number of players; `None` if no attempt gives one, which happens with no number of
/// the components in this source.
pub fn island(components: &Components, players: u8, sides: Sides, number: u32) -> Option<Island> {
    let mut numbers = NumberSequence::of(u64::from(number) << 16 | u64::from(players) << 8 | sides as u64);
    let mut best: Option<Draft> = None;
    for _ in 0..ATTEMPTS {
        let Some(draft) = draft(components, players, sides, &mut numbers) else { continue };
        let is_faultless = draft.faults == 0;
        if best.as_ref().is_none_or(|best| draft.faults < best.faults) {
            best = Some(draft);
        }
        if is_faultless {
            break;
        }
    }
    let Draft { tiles, sites, .. } = best?;
    let settlements = in_reading_order(sites);
    let plan = IslandPlan { tiles, dragon_boat: BOAT, settlements, starts: Vec::new() };
    plan.check(components.tiles_for(players)).ok()?;
    Some(plan.build(components))
}

fn draft(components: &Components, players: u8, sides: Sides, numbers: &mut NumberSequence) -> Option<Draft> {
    let count = components.tiles_for(players);
    let chosen = choose_sides(components, count, sides, numbers);
    let outline = best_outline(&chosen, numbers)?;
    let sites = find_sites(&outline.tiles, numbers)?;
    let (tiles, rough) = arrange(components, outline.tiles, &sites, sides, numbers);
    Some(Draft { tiles, sites, faults: rough + outline.faults })
}

fn in_reading_order(mut fields: Vec<Field>) -> Sites {
    fields.sort_unstable();
    let mut sites = Sites::default();
    Settlement::all().zip(fields).for_each(|(settlement, field)| sites.put(settlement, field));
    sites
}

const CHANGES: usize = 300;

/// `count` of the tiles, in an order that the numbers give, by the sides that are up.
fn choose_sides(
    components: &Components,
    count: usize,
    sides: Sides,
    numbers: &mut NumberSequence,
) -> Vec<char> {
    let tiles = numbers.shuffled((0..components.tiles.len()).collect());
    tiles.into_iter().take(count).map(|tile| side(tile, is_back(sides, numbers))).collect()
}

fn is_back(sides: Sides, numbers: &mut NumberSequence) -> bool {
    match sides {
        Sides::Front => false,
        Sides::Mixed => numbers.below(2) == 1,
        Sides::Back => true,
    }
}

fn side(tile: usize, back: bool) -> char {
    char::from(if back { b'A' } else { b'1' } + tile as u8)
}

/// From how many places for a tile the one that keeps the island closest together is taken.
const PLACES: usize = 5;

/// Tiles that meet H1 to H5.
struct Outline {
    tiles: Vec<LaidTile>,
    /// How far it is from what is preferred: not stretched (S1), the boat near the middle (S5).
    faults: usize,
}

/// How many outlines are grown for one that leaves nothing to wish for.
const OUTLINES: usize = 40;

/// The best of several outlines of tiles that are given by their sides.
fn best_outline(sides: &[char], numbers: &mut NumberSequence) -> Option<Outline> {
    let mut best: Option<Outline> = None;
    for _ in 0..OUTLINES {
        let Some(outline) = grow_outline(sides, numbers) else { continue };
        if outline.faults == 0 {
            return Some(outline);
        }
        if best.as_ref().is_none_or(|best| outline.faults < best.faults) {
            best = Some(outline);
        }
    }
    best
}

fn grow_outline(sides: &[char], numbers: &mut NumberSequence) -> Option<Outline> {
    let count = sides.len();
    let mut tiles: Vec<LaidTile> = Vec::with_capacity(count);
    let mut land: BTreeSet<Field> = BTreeSet::new();
    for &side in sides {
        let edge = if tiles.is_empty() { BOAT.neighbours().to_vec() } else { shore(&land) };
        let next = lay_tile(side, &edge, &land, numbers)?;
        land.extend(next.fields());
        tiles.push(next);
    }
    check_land(&tiles, BOAT, count).ok()?;
    let faults = stretched(&land) + off_middle(&land);
    Some(Outline { tiles, faults })
}

fn shore(land: &BTreeSet<Field>) -> Vec<Field> {
    let near: BTreeSet<Field> = land.iter().flat_map(|field| field.neighbours()).collect();
    near.into_iter().filter(|field| !land.contains(field) && *field != BOAT).collect()
}

/// A tile that covers a field of the shore: of a few places drawn, the one closest to the small dragon boat.
fn lay_tile(
    side: char,
    shore: &[Field],
    land: &BTreeSet<Field>,
    numbers: &mut NumberSequence,
) -> Option<LaidTile> {
    let mut best: Option<(u32, LaidTile)> = None;
    for _ in 0..PLACES {
        let covered = numbers.one(shore)?;
        let rotation = numbers.one(Rotation::VARIANTS)?;
        let (wide, high) = rotation.size();
        let corner =
            covered.moved(-(numbers.below(wide as usize) as i16), -(numbers.below(high as usize) as i16));
        let tile = LaidTile { side, x: corner.x, y: corner.y, rotation };
        if tile.fields().any(|field| land.contains(&field) || field == BOAT) {
            continue;
        }
        let far: u32 = tile.fields().map(|field| field.distance(BOAT)).sum();
        if best.is_none_or(|(known, _)| far < known) {
            best = Some((far, tile));
        }
    }
    best.map(|(_, tile)| tile)
}

/// Is the island longer than 1.4 times its width?
fn stretched(land: &BTreeSet<Field>) -> usize {
    let Rectangle { columns, rows, .. } = Rectangle::around(land.iter().copied(), 0);
    usize::from(5 * columns.max(rows) > 7 * columns.min(rows))
}

/// How many steps farther than two the small dragon boat lies from the middle, where half a field is no step.
fn off_middle(land: &BTreeSet<Field>) -> usize {
    let Rectangle { left, top, columns, rows } = Rectangle::around(land.iter().copied(), 0);
    // In half fields.
    let off = |least: i16, length: u16, at: i16| usize::from((2 * (at - least) + 1).abs_diff(length as i16));
    // Two steps are allowed.
    ((off(left, columns, BOAT.x) + off(top, rows, BOAT.y)) / 2).saturating_sub(2)
}

/// How often a settlement is set before the outline is given up.
const STEPS: usize = 4000;

/// A field for each tile, so that H7 and H8 are met.
fn find_sites(tiles: &[LaidTile], numbers: &mut NumberSequence) -> Option<Vec<Field>> {
    let land: BTreeSet<Field> = tiles.iter().flat_map(LaidTile::fields).collect();
    let fit = |field: &Field| is_coast(*field, &land) && is_apart(*field, BOAT, &[]);
    let choices: Vec<Vec<Field>> =
        tiles.iter().map(|tile| numbers.shuffled(tile.fields().filter(fit).collect())).collect();
    let mut chosen = Vec::with_capacity(tiles.len());
    let mut steps = STEPS;
    set_sites(&choices, &mut chosen, &mut steps).then_some(chosen)
}

fn set_sites(choices: &[Vec<Field>], chosen: &mut Vec<Field>, steps: &mut usize) -> bool {
    let Some(fields) = choices.get(chosen.len()) else { return true };
    for field in fields {
        if *steps <= 1 {
            return false;
        }
        *steps -= 1;
        if is_apart(*field, BOAT, chosen) && !chosen.contains(field) {
            chosen.push(*field);
            if set_sites(choices, chosen, steps) {
                return true;
            }
            chosen.pop();
        }
    }
    false
}

/// Turns tiles around, exchanges them and turns them over, as long as it makes nothing worse. The outline stays.
/// Returns the tiles and how much is left to wish for.
fn arrange(
    components: &Components,
    mut tiles: Vec<LaidTile>,
    sites: &[Field],
    sides: Sides,
    numbers: &mut NumberSequence,
) -> (Vec<LaidTile>, usize) {
    let mut faults = rough(components, &tiles, sites);
    for _ in 0..CHANGES {
        if faults == 0 {
            break;
        }
        let mut changed = tiles.clone();
        change(&mut changed, sides, numbers);
        let left = rough(components, &changed, sites);
        if left <= faults {
            (tiles, faults) = (changed, left);
        }
    }
    (tiles, faults)
}

fn change(tiles: &mut [LaidTile], sides: Sides, numbers: &mut NumberSequence) {
    let (one, other) = (numbers.below(tiles.len()), numbers.below(tiles.len()));
    let way = numbers.below(3);
    if way == 0 && one != other {
        let upper = tiles[other].side;
        tiles[other].side = std::mem::replace(&mut tiles[one].side, upper);
        return;
    }
    let tile = &mut tiles[one];
    match tile.tile() {
        Some((number, back)) if way == 1 && sides == Sides::Mixed => tile.side = side(number, !back),
        _ => tile.rotation = tile.rotation.opposite(),
    }
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

/// A sequence of numbers that the number of an island gives (SplitMix64). It never changes, so that a number gives the
/// same island for ever.
#[derive(Debug, Clone)]
struct NumberSequence(u64);

impl NumberSequence {
    const fn of(number: u64) -> Self {
        Self(number)
    }

    /// One of `0..count`; 0 if there is nothing to choose from.
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        // The high half of the product spreads evenly without a division.
        ((u128::from(mixed) * count as u128) >> 64) as usize
    }

    fn one<T: Copy>(&mut self, things: &[T]) -> Option<T> {
        things.get(self.below(things.len())).copied()
    }

    fn shuffled<T>(&mut self, mut things: Vec<T>) -> Vec<T> {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
        things
    }
}
