//! The suits that are possible at an Althing, determined from the board alone (rules page §5.3, B11).

use super::resource::Resource;
use super::state::{Althing, PossibleSuit, Table, Unit};
use rules::Seat;

/// So many possible suits against a player of which none is brought give a black token (rules page §5.10).
const FOR_A_BLACK_TOKEN: usize = 3;

/// Every pair of a plaintiff and a unit, in the order of hexes, then plaintiffs.
pub fn possible_suits(table: &Table) -> Vec<PossibleSuit> {
    let mut units: Vec<Unit> = table.units.clone();
    units.sort_by_key(|unit| unit.place);
    let mut suits = Vec::new();
    for unit in units {
        let Some(resource) = disputed(table, unit) else { continue };
        let plaintiffs =
            (0..table.seats()).filter(|&seat| seat != unit.seat && table.has_building_at(seat, unit.place));
        suits.extend(plaintiffs.map(|plaintiff| PossibleSuit {
            plaintiff,
            unit: unit.id,
            defendant: unit.seat,
            hex: unit.place,
            resource,
            brought: false,
        }));
    }
    suits
}

/// The disputed kind: what a numbered hex yields, or the harbour's resource.
fn disputed(table: &Table, unit: Unit) -> Option<Resource> {
    let tile = table.tile(unit.place)?;
    tile.terrain.yields().or(tile.harbour)
}

/// The seats with at least three possible suits against their units and none brought (B23).
pub fn unsued(althing: &Althing, seats: u8) -> Vec<Seat> {
    let against = |seat: Seat| althing.suits.iter().filter(move |suit| suit.defendant == seat);
    let spared =
        |seat: &Seat| against(*seat).count() >= FOR_A_BLACK_TOKEN && against(*seat).all(|suit| !suit.brought);
    (0..seats).filter(spared).collect()
}
