//! Folding in what happened in phase 2 (rules page §6).

use super::althing;
use crate::landnam::board::Place;
use crate::landnam::card::FateCard;
use crate::landnam::event::*;
use crate::landnam::resource::Bundle;
use crate::landnam::state::{Flight, Movement, Naming, Phase, State, Table, Tile, UnitId};

/// Phase 2 begins; where the outlaws stand is noted, for their tokens may follow at its end (B36).
pub fn movement_begun(state: &mut State) {
    let table = &mut state.table;
    let outlaws = table.units.iter().filter(|unit| table.is_outlaw(unit.id));
    let outlaws = outlaws.map(|unit| (unit.id, unit.place)).collect();
    table.phase = Phase::Movement(Movement { outlaws, ..Movement::default() });
}

/// A movement card was played: it goes to the discards and its effect waits or adds up (B26).
pub fn movement_card_played(state: &mut State, event: &MovementCardPlayed) {
    state.secret.drop_fate_card(event.seat, event.card);
    state.table.discards.push(event.card);
    let Some(movement) = movement(&mut state.table) else { return };
    movement.acts += 1;
    match event.card {
        FateCard::Landfall => movement.landfall = true,
        FateCard::MountainTrail => movement.mountain_trail = true,
        FateCard::DriveOff => movement.drive_off = true,
        FateCard::FairWind => movement.steps = movement.steps.saturating_add(2),
        FateCard::HardRide => movement.steps = movement.steps.saturating_add(1),
        _ => {}
    }
}

/// A fate card became a resource card.
pub fn fate_card_exchanged(state: &mut State, event: &FateCardExchanged) {
    state.secret.drop_fate_card(event.seat, event.card);
    state.table.discards.push(event.card);
    state.secret.give(event.seat, Bundle::of(event.resource, 1));
}

/// The unit of this phase is chosen.
pub fn unit_chosen(state: &mut State, event: &UnitChosen) {
    if let Some(movement) = movement(&mut state.table) {
        movement.unit = Some(event.unit);
        movement.steps = event.steps;
    }
}

/// The unit moved. Entering a hex that it has just discovered uses no further step and is no further act.
pub fn unit_moved(state: &mut State, event: &UnitMoved) {
    let table = &mut state.table;
    relocate(table, event.unit, event.to);
    if event.from == Place::OUTER
        && let Some(player) = table.players.get_mut(usize::from(event.seat))
        && player.first_side.is_none()
    {
        player.first_side = event.to.side();
    }
    let Some(movement) = movement(table) else { return };
    if event.steps < movement.steps {
        movement.acts += 1;
    }
    movement.steps = event.steps;
    movement.landfall &= !event.landfall;
    movement.drive_off &= !event.drive_off;
    movement.stopped_at = None;
    movement.on_outer = event.to == Place::OUTER;
}

/// A unit is chased; from now on only `drive_off` can hit it again in this phase (B35).
pub fn unit_chased(state: &mut State, event: &UnitChased) {
    if let Some(movement) = movement(&mut state.table) {
        movement.chased.push(event.target);
        movement.stopped_at = None;
    }
}

/// The owner of the chased unit chooses.
pub fn flight_awaited(state: &mut State, event: &FlightAwaited) {
    if let Some(movement) = movement(&mut state.table) {
        movement.flight = Some(Flight {
            unit: event.unit,
            hex: event.hex,
            options: event.options.clone(),
            drive_off: event.drive_off,
        });
    }
}

/// The chased unit is away.
pub fn unit_fled(state: &mut State, event: &UnitFled) {
    relocate(&mut state.table, event.unit, event.to);
    if let Some(movement) = movement(&mut state.table) {
        movement.flight = None;
    }
}

/// The chased unit is out of play. Its red tokens are awarded by events of their own.
pub fn unit_removed(state: &mut State, event: &UnitRemoved) {
    althing::remove_unit(state, event.unit);
}

pub fn exploration_card_played(state: &mut State, event: &ExplorationCardPlayed) {
    state.secret.drop_fate_card(event.seat, event.card);
    state.table.discards.push(event.card);
}

/// An unknown hex gets its tile.
pub fn hex_discovered(state: &mut State, event: &HexDiscovered) {
    let table = &mut state.table;
    table.tiles.put(event.hex, Tile::bare(event.terrain));
    let left = &mut table.supply.tiles[event.terrain.index()];
    *left = left.saturating_sub(1);
    if let Some(movement) = movement(table) {
        movement.acts += 1;
        movement.steps = event.steps;
        movement.stopped_at = None;
    }
}

/// The player of an omen is asked for the number.
pub fn number_awaited(state: &mut State, event: &NumberAwaited) {
    if let Some(movement) = movement(&mut state.table) {
        movement.naming = Some(Naming { hex: event.hex, default: event.default });
    }
}

/// A discovered hex gets its number.
pub fn number_laid(state: &mut State, event: &NumberLaid) {
    let table = &mut state.table;
    table.supply.take_number(event.number);
    if let Some(tile) = table.tiles.get_mut(event.hex) {
        tile.number = Some(event.number);
    }
    if let Some(movement) = movement(table) {
        movement.naming = None;
    }
}

pub fn discovery_rewarded(state: &mut State, event: &DiscoveryRewarded) {
    state.secret.give(event.seat, Bundle::of(event.resource, 1));
}

/// The unit stays where it is; a card may still let it in (B28).
pub fn unit_stopped(state: &mut State, event: &UnitStopped) {
    if let Some(movement) = movement(&mut state.table) {
        movement.stopped_at = Some(event.hex);
    }
}

/// A red token lies by another building of its plaintiff.
pub fn red_token_followed(state: &mut State, event: &RedTokenFollowed) {
    let tokens = state.table.red_tokens.iter_mut();
    for token in tokens.filter(|token| token.unit == event.unit && token.plaintiff == event.plaintiff) {
        token.hex = event.to;
    }
}

fn movement(table: &mut Table) -> Option<&mut Movement> {
    match &mut table.phase {
        Phase::Movement(movement) => Some(movement),
        _ => None,
    }
}

fn relocate(table: &mut Table, id: UnitId, to: Place) {
    if let Some(unit) = table.units.iter_mut().find(|unit| unit.id == id) {
        unit.place = to;
    }
}
