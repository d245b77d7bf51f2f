//! The Althing around its suits (rules page §5), and outlaws that leave the board.

use crate::landnam::event::{AlthingOpened, BlackTokenAwarded, FirstNamed, RedTokenAwarded};
use crate::landnam::state::{Althing, Phase, State, UnitId};
use rules::Seat;

/// A unit goes back to its owner's supply, with the tokens that nobody can turn into points any more.
pub(super) fn remove_unit(state: &mut State, unit: UnitId) {
    let table = &mut state.table;
    table.units.retain(|other| other.id != unit);
    // The other tokens become points, by events of their own.
    let gone = |seat: Seat| table.players.get(usize::from(seat)).is_some_and(|player| player.resigned);
    table.red_tokens.retain(|token| token.unit != unit || !gone(token.plaintiff));
}

pub(super) fn token_awarded(state: &mut State, event: &RedTokenAwarded) {
    let table = &mut state.table;
    let laid = table.red_tokens.iter().position(|token| {
        token.unit == event.unit && token.plaintiff == event.seat && token.hex == event.hex
    });
    if let Some(index) = laid {
        table.red_tokens.remove(index);
    }
    if let Some(player) = table.players.get_mut(usize::from(event.seat)) {
        player.red += 1;
    }
}

pub(super) fn opened(state: &mut State, event: &AlthingOpened) {
    state.table.phase = Phase::Althing(Althing { suits: event.suits.clone(), ..Althing::default() });
}

pub(super) fn first_named(state: &mut State, event: &FirstNamed) {
    in_session(state, |althing| althing.first = Some(event.first));
}

pub(super) fn suitor(state: &mut State, suitor: Option<Seat>) {
    in_session(state, |althing| althing.suitor = suitor);
}

pub(super) fn black_token(state: &mut State, event: &BlackTokenAwarded) {
    if let Some(player) = state.table.players.get_mut(usize::from(event.seat)) {
        player.black += 1;
    }
}

/// Changes the Althing, if one is in session.
pub(super) fn in_session(state: &mut State, change: impl FnOnce(&mut Althing)) {
    if let Phase::Althing(althing) = &mut state.table.phase {
        change(althing);
    }
}
