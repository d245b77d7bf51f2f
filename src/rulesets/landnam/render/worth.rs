//! How much comes from a place, so that a mail can name the best of many: what houses there get, and unknown hexes. No
//! advice: what a place is for the plans of a seat is not weighed.

use crate::landnam::action::Action;
use crate::landnam::board::{Corner, Place};
use crate::landnam::building::is_too_close;
use crate::landnam::number::Number;
use crate::landnam::state::Table;
use crate::landnam::terrain::Terrain;
use crate::landnam::view::SeatKnowledge;

/// Hundredths of a card a roll.
const SCALE: f32 = 100.0;
/// An unknown hex is found with a card, and most often it is land.
const UNKNOWN: i32 = 30;

pub fn of(known: &SeatKnowledge<'_>, action: &Action) -> Option<i32> {
    match action {
        Action::Step(step) => Some(of_hex(known, step.to)),
        Action::Flee(flee) => Some(of_hex(known, flee.to)),
        Action::BuildUnit(build) => Some(of_hex(known, build.hex)),
        Action::BuildFarm(build) => Some(of_corner(known, build.corner)),
        Action::BuildTown(build) => Some(of_corner(known, build.corner)),
        _ => None,
    }
}

fn of_corner(known: &SeatKnowledge<'_>, corner: Corner) -> i32 {
    (cards_a_roll(known.table, corner) * SCALE) as i32
}

/// The cards that a house there can expect from a roll; a little from hexes that nobody has seen.
fn cards_a_roll(table: &Table, corner: Corner) -> f32 {
    let from = |place: Place| match table.tile(place) {
        Some(tile) => tile.terrain.yields().and(tile.number).map_or(0.0, Number::chance),
        None if place.is_interior() => 0.05,
        None => 0.0,
    };
    corner.places().into_iter().map(from).sum()
}

/// May a farm stand there (rules page §8 Farm, B51, B52)?
fn is_site(table: &Table, corner: Corner) -> bool {
    let is_barren = |place: Place| table.terrain(place).is_some_and(Terrain::is_barren);
    table.buildings.get(corner).is_none()
        && corner.places().iter().any(|&place| table.number(place).is_some())
        && !is_too_close(table, corner, is_barren)
}

/// The best site for a farm there.
fn of_hex(known: &SeatKnowledge<'_>, hex: Place) -> i32 {
    if hex.is_interior() && known.table.tile(hex).is_none() {
        return UNKNOWN;
    }
    let sites = hex.corners().iter().filter(|&&corner| is_site(known.table, corner));
    sites.map(|&corner| of_corner(known, corner)).max().unwrap_or(0)
}
