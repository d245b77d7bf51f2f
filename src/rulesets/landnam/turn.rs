//! From phase to phase and from turn to turn (rules page §3, §9, B57, B59).

use super::decide::{Recorder, Verdict};
use super::event::Apply;
use super::movement::MovementBegun;
use super::resource::Resource;
use super::scoring::{self, GameEnded};
use super::state::{Phase, State, Table};
use super::trade::{self, TradeBegun};
use rules::Seat;

wire_types! {
    /// Ends the own turn, and with it trade.
    pub struct EndTurn {}

    /// The turn of a seat begins.
    pub struct TurnBegun {
        /// Its number, counted from 1; turns that are skipped, because a seat has given up, are counted.
        pub turn: u32,
        /// The seat whose turn it is.
        pub seat: Seat,
    }

    /// The turn of a seat ends.
    pub struct TurnEnded {
        /// The seat whose turn it was.
        pub seat: Seat,
    }

    /// The supply has no card of a kind any more. How many it has of the others stays secret.
    pub struct SupplyRanOut {
        /// The kind that has run out.
        pub resource: Resource,
    }

    /// The supply has cards of a kind again.
    pub struct SupplyRefilled {
        /// The kind that is there again.
        pub resource: Resource,
    }
}

/// Phase 2 begins.
pub fn begin_movement(recorder: &mut Recorder<'_>) {
    let seat = recorder.table().active;
    recorder.record(MovementBegun { seat });
}

/// Phase 3 begins.
pub fn begin_trade(recorder: &mut Recorder<'_>) {
    let seat = recorder.table().active;
    recorder.record(TradeBegun { seat });
}

/// The first turn of the game.
pub fn begin_first(recorder: &mut Recorder<'_>) {
    let seat = recorder.table().active;
    recorder.record(TurnBegun { turn: 1, seat });
}

/// The turn ends: the game is over, or the next seat's turn begins. Points are looked at only now (B57).
pub fn end(recorder: &mut Recorder<'_>) -> Verdict {
    trade::close_offers(recorder);
    let seat = recorder.table().active;
    recorder.record(TurnEnded { seat });
    let (next, turn) = next(recorder.table());
    match scoring::ending(recorder.components, recorder.table(), turn) {
        Some(ended_by) => recorder.record(GameEnded { ended_by }),
        None => recorder.record(TurnBegun { turn, seat: next }),
    }
    Ok(())
}

/// The seat whose turn follows the active seat's, and the number of that turn. Those who have given up are passed over;
/// their turns are counted, so that the turn limit comes when it should.
fn next(table: &Table) -> (Seat, u32) {
    let seats = table.seats().max(1);
    let after = |turns: u8| (table.active + turns) % seats;
    let turns = (1..=seats).find(|turns| !table.has_resigned(after(*turns))).unwrap_or(1);
    (after(turns), table.turn + u32::from(turns))
}

/// Which kinds have run out is public (B41), so it is recorded when that changes.
pub fn record_supply_changes(recorder: &mut Recorder<'_>, before: &[bool; 4]) {
    let now = recorder.state().secret.run_out();
    for resource in Resource::ALL {
        match (before[resource.index()], now[resource.index()]) {
            (false, true) => recorder.record(SupplyRanOut { resource }),
            (true, false) => recorder.record(SupplyRefilled { resource }),
            _ => {}
        }
    }
}

impl Apply for TurnBegun {
    fn apply(&self, state: &mut State) {
        let table = &mut state.table;
        table.turn = self.turn;
        table.active = self.seat;
        table.roll = None;
        table.phase = Phase::Roll;
    }
}

impl Apply for TurnEnded {}
impl Apply for SupplyRanOut {}
impl Apply for SupplyRefilled {}
