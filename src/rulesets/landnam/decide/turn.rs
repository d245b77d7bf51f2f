//! From phase to phase and from turn to turn (rules page §3, §9, B57, B59).

use crate::rules::Seat;
use crate::rulesets::landnam::event::{Event, GameEnded, MovementBegun, TradeBegun, TurnBegun, TurnEnded};
use crate::rulesets::landnam::points;
use crate::rulesets::landnam::scribe::Scribe;
use crate::rulesets::landnam::state::{Ending, Table};

/// Phase 2 begins.
pub(super) fn begin_movement(scribe: &mut Scribe<'_>) {
    let seat = scribe.table().active;
    scribe.tell(Event::MovementBegun(MovementBegun { seat }));
}

/// Phase 3 begins.
pub(super) fn begin_trade(scribe: &mut Scribe<'_>) {
    let seat = scribe.table().active;
    scribe.tell(Event::TradeBegun(TradeBegun { seat }));
}

/// The first turn of the game.
pub fn begin_first(scribe: &mut Scribe<'_>) {
    let seat = scribe.table().active;
    scribe.tell(Event::TurnBegun(TurnBegun { turn: 1, seat }));
}

/// The turn ends: the game is over, or the next seat's turn begins. Points are looked at only now (B57).
pub(super) fn end(scribe: &mut Scribe<'_>) {
    let seat = scribe.table().active;
    scribe.tell(Event::TurnEnded(TurnEnded { seat }));
    match ending(scribe) {
        Some(ended_by) => scribe.tell(Event::GameEnded(GameEnded { ended_by })),
        None => begin_next(scribe),
    }
}

fn ending(scribe: &Scribe<'_>) -> Option<Ending> {
    let (components, table) = (scribe.components, scribe.table());
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

fn begin_next(scribe: &mut Scribe<'_>) {
    let (seat, turn) = next(scribe.table());
    scribe.tell(Event::TurnBegun(TurnBegun { turn, seat }));
}
