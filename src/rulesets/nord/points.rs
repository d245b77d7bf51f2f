//! Ranking and the end (rules page §14).
//!
//! Most points win, then most treasures; seats that are equal in both share a place.

use super::state::{EndedBy, Phase, State};
use rules::{Outcome, Place, Seat, outcome};

/// The points of a seat so far.
pub fn points(state: &State, seat: Seat) -> i32 {
    state.table.player(seat).score
}

/// Every seat, best first.
pub fn rank(state: &State) -> Vec<Place> {
    let standing = |seat| {
        let player = state.table.player(seat);
        (!player.resigned, player.score, player.treasures)
    };
    outcome::rank(state.table.seats(), standing, |seat| points(state, seat))
}

/// `Some` once the game is over.
pub fn outcome(state: &State) -> Option<Outcome> {
    let Phase::Over { ended_by } = state.table.phase else { return None };
    Some(Outcome { ended_by: EndedBy::word(ended_by).to_owned(), ranking: rank(state) })
}
