//! A seat gives up.
//!
//! Its men stay, and its turns go on, for there is no passing: whatever the game would wait for it to answer is answered
//! as for an absent seat (`lapse`), by the server and at once. It does not win any more, whatever it has.

use crate::rules::Seat;
use crate::rulesets::nord::apply::apply;
use crate::rulesets::nord::event::{Event, GameEnded, SeatGivenUp};
use crate::rulesets::nord::state::{EndedBy, Phase, State};

/// The fewest who can play.
const FEWEST: usize = 2;

/// What follows when `seat` gives up; nothing if it has done so already or the game is over.
pub fn resign(state: &State, seat: Seat) -> Vec<Event> {
    let table = &state.table;
    let is_over = matches!(table.phase, Phase::Blank {} | Phase::Over { .. });
    if is_over || seat >= table.seats() || table.has_resigned(seat) {
        return Vec::new();
    }
    let mut events = vec![Event::SeatGivenUp(SeatGivenUp { seat })];
    let mut after = state.clone();
    events.iter().for_each(|event| apply(&mut after, event));
    if after.table.playing().count() < FEWEST {
        events.push(Event::GameEnded(GameEnded { ended_by: EndedBy::Resignations }));
    }
    events
}
