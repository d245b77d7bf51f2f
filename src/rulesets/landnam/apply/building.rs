//! Folding in what was built (rules page §8).

use super::trade::{acted, trading};
use crate::landnam::event::*;
use crate::landnam::resource::Bundle;
use crate::landnam::state::{Building, BuildingKind, State, Unit, UnitKind};

/// A new unit stands on the board; it does nothing in this turn.
pub fn unit_built(state: &mut State, event: &UnitBuilt) {
    state.secret.take(event.seat, event.cost);
    let unit = Unit { id: event.unit, seat: event.seat, kind: event.kind, place: event.hex };
    let units = &mut state.table.units;
    units.insert(units.partition_point(|other| other.id < unit.id), unit);
    let Some(trading) = trading(&mut state.table) else { return };
    trading.acts += 1;
    trading.new_units.push(event.unit);
    let Some(corner) = event.corner else { return };
    match trading.made_at.iter_mut().find(|(there, _)| *there == corner) {
        Some((_, count)) => *count += 1,
        None => trading.made_at.push((corner, 1)),
    }
}

/// A unit became a farm. Its hex and its piece stay out of use until the turn ends (B53).
pub fn farm_built(state: &mut State, event: &FarmBuilt) {
    state.secret.take(event.seat, event.cost);
    state.table.units.retain(|unit| unit.id != event.unit);
    state.table.buildings.put(event.corner, Building { seat: event.seat, kind: BuildingKind::Farm });
    let Some(trading) = trading(&mut state.table) else { return };
    trading.acts += 1;
    trading.new_buildings.push(event.corner);
    trading.vacated.push(event.hex);
    match event.kind {
        UnitKind::Ship => trading.ships_spent += 1,
        UnitKind::Settler => trading.settlers_spent += 1,
    }
}

pub fn town_built(state: &mut State, event: &TownBuilt) {
    state.secret.take(event.seat, event.cost);
    state.table.buildings.put(event.corner, Building { seat: event.seat, kind: BuildingKind::Town });
    if let Some(trading) = trading(&mut state.table) {
        trading.acts += 1;
        trading.new_buildings.push(event.corner);
    }
}

/// A sea hex has a harbour.
pub fn harbour_built(state: &mut State, event: &HarbourBuilt) {
    state.secret.take(event.seat, event.cost);
    state.table.supply.harbours -= Bundle::of(event.resource, 1);
    if let Some(tile) = state.table.tiles.get_mut(event.hex) {
        tile.harbour = Some(event.resource);
    }
    if let Some(trading) = trading(&mut state.table) {
        trading.acted.push(event.unit);
    }
    acted(&mut state.table);
}

/// A hex has another number, and its old marker is free.
pub fn hex_aged_for_pay(state: &mut State, event: &HexAgedForPay) {
    state.secret.take(event.seat, event.cost);
    let table = &mut state.table;
    table.supply.return_number(event.from);
    table.supply.take_number(event.to);
    if let Some(tile) = table.tiles.get_mut(event.hex) {
        tile.number = Some(event.to);
    }
    if let Some(trading) = trading(table) {
        trading.acted.push(event.unit);
    }
    acted(table);
}
