//! Points, ranking and the end (rules page §9).

use super::state::{Phase, State, Table};
use rules::{Outcome, Place, Seat, outcome};

/// The victory points of a seat: tokens that were awarded, and a point for each house.
pub fn of(table: &Table, seat: Seat) -> i32 {
    let tokens = table
        .players
        .get(usize::from(seat))
        .map_or(0, |player| i32::from(player.white) + i32::from(player.red) + i32::from(player.black));
    tokens + i32::from(table.houses(seat))
}

/// What decides between seats, the most important first.
type Standing = (bool, i32, u8, u8, u8, u8, u16);

/// Who has given up comes after all who play on; then points; then black tokens, red, white, points from houses, number of resource cards.
fn standing(state: &State, seat: Seat) -> Standing {
    let table = &state.table;
    let player = table.players.get(usize::from(seat)).copied().unwrap_or_default();
    let cards = state.secret.hand_size(seat);
    (!player.resigned, of(table, seat), player.black, player.red, player.white, table.houses(seat), cards)
}

/// Every seat, best first. Seats that are equal in everything share a place.
pub fn rank(state: &State) -> Vec<Place> {
    outcome::rank(state.table.seats(), |seat| standing(state, seat), |seat| of(&state.table, seat))
}

/// `Some` once the game is over.
pub fn outcome(state: &State) -> Option<Outcome> {
    let Phase::Over { ended_by } = state.table.phase else { return None };
    Some(Outcome { ended_by: ended_by.word().to_owned(), ranking: rank(state) })
}
