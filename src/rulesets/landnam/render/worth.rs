//! How much comes from a place, so that a mail can name the best of many: what houses there get, and unknown hexes. No
//! advice: what a place is for the plans of a seat is not weighed.

use crate::landnam::action::Action;
use crate::landnam::board::{Corner, Place};
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
    (known.yields_at(corner, &[1.0; 4]) * SCALE) as i32
}

/// The best site for a farm there.
fn of_hex(known: &SeatKnowledge<'_>, hex: Place) -> i32 {
    if hex.is_interior() && known.table.tile(hex).is_none() {
        return UNKNOWN;
    }
    let sites = hex.corners().iter().filter(|&&corner| known.is_site(corner));
    sites.map(|&corner| of_corner(known, corner)).max().unwrap_or(0)
}
