//! What a seat can do, and what it brings about (rules page §8.1). Each action has its struct, its validation and its
//! decision in the file of its subject.
//!
//! These types are the API: unknown fields are refused by name.

use super::components::Components;
use super::event::Recorder;
use super::question;
use super::refusals::{self as no, Validation, refuse};
use super::state::{Phase, State, Table};
use rules::{Actor, Chance, Refusal, Seat};

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

/// What an action does, recorded; nothing of it is in `state`.
pub fn record<'r>(
    components: &'r Components,
    state: &State,
    actor: Actor,
    action: &Action,
    chance: &'r mut Chance,
) -> Result<Recorder<'r>, Refusal> {
    let Some(seat) = actor else { return Err(refuse(no::NOT_AWAITED)) };
    ensure_open(&state.table, seat, action)?;
    let mut recorder = Recorder::new(components, state, chance);
    action.decide(&mut recorder, seat)?;
    Ok(recorder)
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
