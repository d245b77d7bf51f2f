//! What the hexes with the rolled number give, and which of them may age (rules page §4).

use super::board::Place;
use super::card::FateCard;
use super::event::HexYield;
use super::number::Number;
use super::state::Table;
use rules::Seat;

/// Cards for a settler on the hex.
const SETTLER: u8 = 2;

/// A harvest card that was played, with its hex where it has one.
pub type Played = Option<(FateCard, Option<Place>)>;

/// The number rolled; `None` for a 7, or before the roll.
pub fn rolled(table: &Table) -> Option<Number> {
    let [one, other] = table.roll?;
    Number::try_from(one + other).ok()
}

/// What each hex with the rolled number is due to give, in the order of hexes, then seats. Those who have given up are
/// due nothing, but their settlers take everything from the buildings around all the same.
pub fn dues(table: &Table, played: Played) -> Vec<HexYield> {
    let Some(number) = rolled(table) else { return Vec::new() };
    let mut dues = Vec::new();
    for (hex, tile) in table.tiles.iter() {
        let (Some(resource), true) = (tile.terrain.yields(), tile.number == Some(number)) else { continue };
        let times = times(hex, played);
        let shares = table.playing().map(|seat| (seat, times * share(table, hex, seat)));
        let given = shares.filter(|(_, cards)| *cards > 0);
        dues.extend(given.map(|(seat, cards)| HexYield { hex, seat, resource, cards }));
    }
    dues
}

/// A settler takes everything, and the buildings around get nothing.
fn share(table: &Table, hex: Place, seat: Seat) -> u8 {
    match table.unit_at(hex) {
        Some(unit) if unit.seat == seat => SETTLER,
        Some(_) => 0,
        None => {
            let own = table.buildings_at(hex).filter(|(_, building)| building.seat == seat);
            own.map(|(_, building)| building.kind.houses()).sum()
        }
    }
}

/// `good_year` doubles every due of its hex, `blight` lets it give nothing (B3, B4).
fn times(hex: Place, played: Played) -> u8 {
    match played {
        Some((FateCard::GoodYear, Some(named))) if named == hex => 2,
        Some((FateCard::Blight, Some(named))) if named == hex => 0,
        _ => 1,
    }
}

/// The hexes that are due to give at least one card, in order.
pub fn due_hexes(dues: &[HexYield]) -> Vec<Place> {
    let mut hexes: Vec<Place> = dues.iter().map(|due| due.hex).collect();
    hexes.dedup();
    hexes
}

/// The hexes of which one ages: those with a settler, if there are any, else those that gave most (B7).
pub fn aging_candidates(table: &Table, yields: &[HexYield]) -> Vec<Place> {
    let hexes = due_hexes(yields);
    let settled: Vec<Place> = hexes.iter().copied().filter(|&hex| table.unit_at(hex).is_some()).collect();
    if !settled.is_empty() {
        return settled;
    }
    let gave =
        |hex: Place| yields.iter().filter(|given| given.hex == hex).map(|given| u16::from(given.cards)).sum();
    let most: u16 = hexes.iter().copied().map(gave).max().unwrap_or(0);
    hexes.into_iter().filter(|&hex| gave(hex) == most).collect()
}
