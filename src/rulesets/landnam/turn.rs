//! From phase to phase and from turn to turn (rules page §3, §9, B57, B59).

use super::event::Recorder;
use super::movement::MovementBegun;
use super::refusals::Validation;
use super::resource::Resource;
use super::scoring::{self, GameEnded};
use super::state::{Phase, State};
use super::trade::{self, TradeBegun};
use rules::{Apply, Seat, wire};

/// Ends your turn, and with it trade.
#[wire]
pub struct EndTurn {}

/// The turn of a seat begins.
#[wire]
pub struct TurnBegun {
    /// Its number, counted from 1; turns that are skipped, because a seat has given up, are counted.
    pub turn: u32,
    /// The seat whose turn it is.
    pub seat: Seat,
}

/// The turn of a seat ends.
#[wire]
pub struct TurnEnded {
    /// The seat whose turn it was.
    pub seat: Seat,
}

/// The supply has no card of a kind any more. How many it has of the others stays secret.
#[wire]
pub struct SupplyRanOut {
    /// The kind that has run out.
    pub resource: Resource,
}

/// The supply has cards of a kind again.
#[wire]
pub struct SupplyRefilled {
    /// The kind that is there again.
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
    fn apply(&self, state: &mut State) {
        let table = &mut state.table;
        table.turn = self.turn;
        table.active = self.seat;
        table.roll = None;
        table.phase = Phase::Roll;
        table.offers_taken_back = 0;
    }
}

impl Apply<State> for TurnEnded {}
impl Apply<State> for SupplyRanOut {}
impl Apply<State> for SupplyRefilled {}
