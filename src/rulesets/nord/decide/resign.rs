//! A seat gives up.
//!
//! Its men, its fighters and its jarl stay and count in every comparison, and what removes men removes them too; but it
//! never acts again, takes no treasure, and its score stays what it is. Its turns are skipped, the one case of passing
//! there is. If it is its turn, the turn ends where it is: attacks that are still open do not happen, and a large dragon
//! boat that is full is scored. If it has not chosen where to begin, it begins in the first free settlement.

use super::{start, turn};
use crate::nord::components::Components;
use crate::nord::event::{Event, GameEnded, SeatGivenUp};
use crate::nord::recorder::Recorder;
use crate::nord::state::{EndedBy, Phase, State};
use rules::{Chance, Seat};

const FEWEST: usize = 2;

/// What follows when `seat` gives up; nothing if it has done so already or the game is over.
pub fn resign(components: &Components, state: &State, seat: Seat, chance: &mut Chance) -> Vec<Event> {
    let table = &state.table;
    let is_over = matches!(table.phase, Phase::Blank {} | Phase::Over { .. });
    if is_over || seat >= table.seats() || table.has_resigned(seat) {
        return Vec::new();
    }
    let mut recorder = Recorder::new(components, state, chance);
    recorder.record(Event::SeatGivenUp(SeatGivenUp { seat }));
    if recorder.table().playing().count() < FEWEST {
        recorder.record(Event::GameEnded(GameEnded { ended_by: EndedBy::Resignations }));
    } else if matches!(recorder.table().phase, Phase::ChooseStart {}) {
        start::go_on(&mut recorder);
    } else if recorder.table().active == seat {
        turn::end(&mut recorder, seat);
    }
    recorder.events()
}
