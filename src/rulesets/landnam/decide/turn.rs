//! From phase to phase and from turn to turn (rules page §3, §9, B57, B59).

use crate::landnam::event::{Event, GameEnded, MovementBegun, TradeBegun, TurnBegun, TurnEnded};
use crate::landnam::points;
use crate::landnam::recorder::Recorder;
use crate::landnam::state::{Ending, Table};
use rules::Seat;

/// Phase 2 begins.
pub(super) fn begin_movement(recorder: &mut Recorder<'_>) {
    let seat = recorder.table().active;
    recorder.record(Event::MovementBegun(MovementBegun { seat }));
}

/// Phase 3 begins.
pub(super) fn begin_trade(recorder: &mut Recorder<'_>) {
    let seat = recorder.table().active;
    recorder.record(Event::TradeBegun(TradeBegun { seat }));
}

/// The first turn of the game.
pub fn begin_first(recorder: &mut Recorder<'_>) {
    let seat = recorder.table().active;
    recorder.record(Event::TurnBegun(TurnBegun { turn: 1, seat }));
}

/// The turn ends: the game is over, or the next seat's turn begins. Points are looked at only now (B57).
pub(super) fn end(recorder: &mut Recorder<'_>) {
    let seat = recorder.table().active;
    recorder.record(Event::TurnEnded(TurnEnded { seat }));
    match ending(recorder) {
        Some(ended_by) => recorder.record(Event::GameEnded(GameEnded { ended_by })),
        None => begin_next(recorder),
    }
}

fn ending(recorder: &Recorder<'_>) -> Option<Ending> {
    let (components, table) = (recorder.components, recorder.table());
    let enough = i32::from(components.victory_points);
    if table.playing().any(|seat| points::of(table, seat) >= enough) {
        return Some(Ending::Points);
    }
    // Everybody has played so many turns (B59).
    let limit = u32::from(components.turn_limit_per_player) * u32::from(table.seats());
    (next(table).1 > limit).then_some(Ending::TurnLimit)
}

/// Whose turn follows the active seat's, and its number. Those who have given up are passed over; their turns are counted,
/// so that the turn limit comes when it should.
fn next(table: &Table) -> (Seat, u32) {
    let seats = table.seats().max(1);
    let after = |turns: u8| (table.active + turns) % seats;
    let turns = (1..=seats).find(|turns| !table.has_resigned(after(*turns))).unwrap_or(1);
    (after(turns), table.turn + u32::from(turns))
}

fn begin_next(recorder: &mut Recorder<'_>) {
    let (seat, turn) = next(recorder.table());
    recorder.record(Event::TurnBegun(TurnBegun { turn, seat }));
}
