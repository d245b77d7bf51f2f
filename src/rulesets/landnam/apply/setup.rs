//! The set-up and the fate cards (rules page §3, §10).

use crate::landnam::board::Place;
use crate::landnam::event::{
    FateCardDrawn, FatePileLaid, FatePileReshuffled, FirstFateCardDealt, GameStarted,
};
use crate::landnam::state::{State, Unit, UnitKind};

/// One ship of each seat on the outer sea, and the first resource cards.
pub(super) fn started(state: &mut State, event: &GameStarted) {
    state.table.active = event.start;
    for seat in 0..state.table.seats() {
        let id = state.table.next_unit_id();
        state.table.units.push(Unit { id, seat, kind: UnitKind::Ship, place: Place::OUTER });
        state.secret.give(seat, event.cards);
    }
}

pub(super) fn dealt(state: &mut State, event: &FirstFateCardDealt) {
    if let Some(cards) = state.secret.fate_cards.get_mut(usize::from(event.seat)) {
        cards.push(event.card);
    }
}

pub(super) fn laid(state: &mut State, event: &FatePileLaid) {
    state.secret.pile.clone_from(&event.pile);
}

pub(super) fn reshuffled(state: &mut State, event: &FatePileReshuffled) {
    state.secret.pile.clone_from(&event.pile);
    state.table.discards.clear();
}

/// The event names the card, so that old games stay what they were whatever the pile holds.
pub(super) fn drawn(state: &mut State, event: &FateCardDrawn) {
    let secret = &mut state.secret;
    if let Some(top) = secret.pile.iter().position(|card| *card == event.card) {
        secret.pile.remove(top);
    }
    if let Some(cards) = secret.fate_cards.get_mut(usize::from(event.seat)) {
        cards.push(event.card);
    }
}
