//! From phase to phase and from turn to turn (rules page §3, §9, B57, B59).

use super::event::Recorder;
use super::movement::MovementBegun;
use super::refusals::Validation;
use super::resource::Resource;
use super::scoring::{self, GameEnded};
use super::state::{Phase, State};
use super::trade::{self, TradeBegun};
use rules::{Applied, Apply, Seat, wire};

/// Passes the turn to the next seat.
#[wire]
pub struct EndTurn {}

/// The dice of the turn are rolled next.
#[wire]
pub struct TurnBegun {
    /// Counted from 1, skipped turns of seats that gave up included.
    pub turn: u32,
    pub seat: Seat,
}

/// Units that became farms return to the supply.
#[wire]
pub struct TurnEnded {
    pub seat: Seat,
}

/// The supply has no card of this kind left. How many it has of the others stays secret.
#[wire]
pub struct SupplyRanOut {
    pub resource: Resource,
}

/// The supply has cards of this kind again.
#[wire]
pub struct SupplyRefilled {
    pub resource: Resource,
}

pub fn begin_movement(recorder: &mut Recorder<'_>) {
    let seat = recorder.table.active;
    recorder.record(MovementBegun { seat });
}

pub fn begin_trade(recorder: &mut Recorder<'_>) {
    let seat = recorder.table.active;
    recorder.record(TradeBegun { seat });
}

pub fn begin_first(recorder: &mut Recorder<'_>) {
    let seat = recorder.table.active;
    recorder.record(TurnBegun { turn: 1, seat });
}

impl EndTurn {
    /// The turn ends: the game is over, or the next seat's turn begins. Points are compared only now (B57).
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        trade::close_offers(recorder);
        recorder.record(TurnEnded { seat });
        let table = &recorder.table;
        let (next, turns) = rules::next_seat(table.seats(), seat, |seat| table.has_resigned(seat));
        let turn = table.turn + u32::from(turns);
        match scoring::ending(recorder.components, &recorder.table, turn) {
            Some(ended_by) => recorder.record(GameEnded { ended_by }),
            None => recorder.record(TurnBegun { turn, seat: next }),
        }
        Ok(())
    }
}

/// Which kinds have run out is public (B41), so it is recorded when that changes.
pub fn record_supply_changes(recorder: &mut Recorder<'_>, before: &[bool; 4]) {
    let now = recorder.secret.run_out();
    for resource in Resource::ALL {
        match (before[resource.index()], now[resource.index()]) {
            (false, true) => recorder.record(SupplyRanOut { resource }),
            (true, false) => recorder.record(SupplyRefilled { resource }),
            _ => {}
        }
    }
}

impl Apply<State> for TurnBegun {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        table.turn = self.turn;
        table.active = self.seat;
        table.roll = None;
        table.phase = Phase::Roll;
        table.offers_taken_back = 0;
        Ok(())
    }
}

impl Apply<State> for TurnEnded {}
impl Apply<State> for SupplyRanOut {}
impl Apply<State> for SupplyRefilled {}
