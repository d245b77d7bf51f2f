//! The beginning of turns and the end of the game.

use crate::landnam::event::{GameEnded, SeatGivenUp, TurnBegun};
use crate::landnam::state::{Phase, State};

pub(super) fn begun(state: &mut State, event: &TurnBegun) {
    let table = &mut state.table;
    table.turn = event.turn;
    table.active = event.seat;
    table.roll = None;
    table.phase = Phase::Roll;
}

pub(super) fn given_up(state: &mut State, event: &SeatGivenUp) {
    if let Some(player) = state.table.players.get_mut(usize::from(event.seat)) {
        player.resigned = true;
    }
}

pub(super) fn game_ended(state: &mut State, event: &GameEnded) {
    state.table.phase = Phase::Over { ended_by: event.ended_by };
}
