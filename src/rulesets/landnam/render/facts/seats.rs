//! What everybody knows of a seat.

use crate::landnam::render::scene::Scene;
use crate::landnam::render::words::{self, counted, listed};
use crate::landnam::resource::{Bundle, Resource};
use crate::landnam::state::{BuildingKind, Player};
use crate::landnam::validate::supply_trade::ORDINARY_RATE;
use crate::landnam::view::SeatView;

pub fn standing(seat: &SeatView) -> String {
    let (points, cards) = (counted(seat.points, "point"), counted(seat.cards, "card"));
    format!("{points}, {cards}, {}", counted(seat.fate_cards, "fate card"))
}

/// Tokens won, and where the first ship came ashore.
pub fn tokens(player: Player) -> String {
    let first = player.first_side.map(|side| format!("; first landing on side {side}"));
    let (white, red, black) = (player.white, player.red, player.black);
    format!("tokens: {white} white, {red} red, {black} black{}", first.unwrap_or_default())
}

/// What can still be built, and the rates of the supply.
pub fn supplies(seat: &SeatView) -> String {
    let houses = counted(seat.houses_left, "house");
    let (ships, settlers) = (counted(seat.ships_left, "ship"), counted(seat.settlers_left, "settler"));
    format!("left: {houses}, {ships}, {settlers}; supply: {}", rates(seat.rates))
}

/// The ordinary rate, and the kinds of which fewer will do.
fn rates(rates: Bundle) -> String {
    let better = Resource::ALL.into_iter().filter(|&kind| rates.get(kind) < ORDINARY_RATE);
    let better = better.map(|kind| format!(", {} {} for 1", rates.get(kind), kind.name()));
    let better: String = better.collect();
    format!("{ORDINARY_RATE} for 1{better}")
}

/// The units and where they stand.
pub fn units(scene: &Scene<'_>, seat: &SeatView) -> String {
    let units: Vec<String> =
        scene.units_of(seat.seat).map(|unit| format!("{} on {}", scene.unit(unit), unit.place)).collect();
    if units.is_empty() { "no units".to_owned() } else { listed(units) }
}

pub fn buildings(scene: &Scene<'_>, seat: &SeatView) -> Option<String> {
    let kinds = [BuildingKind::Town, BuildingKind::Farm].into_iter().filter_map(|kind| {
        let own = scene.buildings_of(seat.seat).filter(|(_, building)| building.kind == kind);
        let corners: Vec<String> = own.map(|(corner, _)| corner.to_string()).collect();
        let plural = if corners.len() > 1 { "s" } else { "" };
        (!corners.is_empty()).then(|| format!("{}{plural} at {}", words::building(kind), corners.join(" ")))
    });
    let kinds: Vec<String> = kinds.collect();
    (!kinds.is_empty()).then(|| kinds.join("; "))
}
