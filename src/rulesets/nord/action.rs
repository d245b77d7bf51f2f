//! What a seat can do, and what it brings about (rules page §8.1). Each action has its struct, its validation and its
//! decision in the file of its subject.
//!
//! These types are the API: unknown fields are refused by name.

use super::event::Recorder;
use super::question;
use super::refusals::{self as no, Validation, refuse};
use super::state::{Phase, Table};
use rules::{Actor, Seat};

rules::list_of! {
/// What a seat does, told apart by `type`.
#[schema(as = NordAction)]
pub enum Action decided with Recorder<'_> {
    start: ChooseStart;
    treasures: PlayTreasure;
    placement: PlaceWorkers;
    attacks: Attack;
    jarls: DefeatJarl;
}
}

/// Checks an action and records what it does.
pub fn record(recorder: &mut Recorder<'_>, actor: Actor, action: &Action) -> Validation {
    let Some(seat) = actor else { return Err(refuse(no::NOT_AWAITED)) };
    ensure_open(&recorder.table, seat, action)?;
    action.decide(recorder, seat)
}

fn ensure_open(table: &Table, seat: Seat, action: &Action) -> Validation {
    if question::answered_by(table, seat, action).is_some() {
        return Ok(());
    }
    Err(refuse(match (&table.phase, action) {
        (Phase::Over { .. }, _) => no::GAME_OVER,
        _ if table.active != seat => no::NOT_YOUR_TURN,
        (Phase::Attack {}, Action::PlayTreasure(_)) => no::ALREADY_PLACED,
        (Phase::Turn {}, Action::Attack(_)) => no::NO_ATTACK,
        _ => no::WRONG_PHASE,
    }))
}
