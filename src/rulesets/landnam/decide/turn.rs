//! From phase to phase and from turn to turn (rules page §3, §9, B57, B59).

use crate::rules::Seat;
use crate::rulesets::landnam::event::{Event, GameEnded, MovementBegun, TradeBegun, TurnBegun, TurnEnded};
use crate::rulesets::landnam::points;
use crate::rulesets::landnam::scribe::Scribe;
use crate::rulesets::landnam::state::Ending;

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
        None => begin_next(scribe, seat),
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
    (table.turn >= limit).then_some(Ending::TurnLimit)
}

fn begin_next(scribe: &mut Scribe<'_>, seat: Seat) {
    let turn = scribe.table().turn + 1;
    let seat = (seat + 1) % scribe.table().seats().max(1);
    scribe.tell(Event::TurnBegun(TurnBegun { turn, seat }));
}
