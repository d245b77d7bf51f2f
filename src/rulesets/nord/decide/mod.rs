//! What an action does: the events it makes, or why it is refused.
//!
//! May know: everything; draws chance. May not know: anything but the state and the components. A refusal leaves
//! no trace. The predicates that validate an action are those by which `legal` lists it.

mod attack;
mod jarl;
mod placement;
mod resign;
mod start;
mod treasure;
mod turn;

use super::action::Action;
use super::components::Components;
use super::event::Event;
use super::question;
use super::recorder::Recorder;
use super::refusals::{self as no, refuse};
use super::state::{Phase, State, Table};
use rules::{Actor, Chance, Refusal, Seat};

pub use resign::resign;

type Verdict = Result<(), Refusal>;

/// The events of `action`, or a refusal.
pub fn decide(
    components: &Components,
    state: &State,
    actor: Actor,
    action: &Action,
    chance: &mut Chance,
) -> Result<Vec<Event>, Refusal> {
    let Some(seat) = actor else { return Err(refuse(no::NOT_AWAITED)) };
    is_asked(&state.table, seat, action)?;
    let mut recorder = Recorder::new(components, state, chance);
    match action {
        Action::ChooseStart(action) => start::choose(&mut recorder, seat, action),
        Action::PlayTreasure(action) => treasure::play(&mut recorder, seat, action),
        Action::PlaceWorkers(action) => placement::place(&mut recorder, seat, action),
        Action::Attack(action) => attack::attack(&mut recorder, seat, action),
        Action::DefeatJarl(action) => jarl::defeat(&mut recorder, seat, action),
    }?;
    Ok(recorder.events())
}

/// Is a question open for `seat` that `action` answers?
fn is_asked(table: &Table, seat: Seat, action: &Action) -> Verdict {
    if question::find(table, seat, action).is_some() {
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
