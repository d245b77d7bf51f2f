//! The harvest, famine and aging (rules page §4).

use crate::landnam::board::Place;
use crate::landnam::event::{AgingAwaited, FamineStruck, HarvestYielded};
use crate::landnam::number::Number;
use crate::landnam::resource::Bundle;
use crate::landnam::state::{Phase, State};

pub(super) fn card_awaited(state: &mut State) {
    state.table.phase = Phase::HarvestCard;
}

pub(super) fn yielded(state: &mut State, event: &HarvestYielded) {
    for given in &event.yields {
        state.secret.give(given.seat, Bundle::of(given.resource, given.cards));
    }
}

pub(super) fn famine(state: &mut State, event: &FamineStruck) {
    for loss in &event.returned {
        state.secret.take(loss.seat, loss.cards);
    }
}

pub(super) fn aging_awaited(state: &mut State, event: &AgingAwaited) {
    state.table.phase = Phase::Aging { candidates: event.candidates.clone() };
}

/// A hex gets another number marker; its own returns to the supply first.
pub(super) fn relabel(state: &mut State, hex: Place, from: Number, to: Number) {
    let table = &mut state.table;
    table.supply.return_number(from);
    table.supply.take_number(to);
    if let Some(tile) = table.tiles.get_mut(hex) {
        tile.number = Some(to);
    }
}
