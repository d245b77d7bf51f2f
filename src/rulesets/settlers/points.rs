//! Points, ranking and the end (rules page §11).
//!
//! At the turn limit, where the rules page is silent, more points are better, then more cities, more knights,
//! more
//! resource cards; seats that are equal in all of it share a place. While the game runs, cards that nobody has shown do not
//! count in the ranking.

use super::development::DevelopmentCard;
use super::state::{BuildingKind, EndedBy, Phase, State, Table};
use rules::{Outcome, Place, Seat, outcome};

const BONUS: i32 = 2;

/// The points that everybody sees: buildings and bonus cards.
pub fn public(table: &Table, seat: Seat) -> i32 {
    let buildings: i32 = table.buildings_of(seat).map(|(_, kind)| i32::from(kind.worth())).sum();
    let holds = |holder: Option<Seat>| if holder == Some(seat) { BONUS } else { 0 };
    buildings + holds(table.route.holder) + holds(table.army_holder)
}

/// All points, hidden victory point cards included.
pub fn total(state: &State, seat: Seat) -> i32 {
    let hidden = state.secret.development_of(seat).get(DevelopmentCard::VictoryPoint);
    public(&state.table, seat) + i32::from(hidden)
}

/// The points that everybody may know: all of them once the game is over.
pub fn known(state: &State, seat: Seat) -> i32 {
    if matches!(state.table.phase, Phase::Over { .. }) {
        total(state, seat)
    } else {
        public(&state.table, seat)
    }
}

/// What decides between seats, the most important first.
type Standing = (bool, bool, i32, usize, u8, u8);

fn standing(state: &State, seat: Seat) -> Standing {
    let table = &state.table;
    let winner = matches!(table.phase, Phase::Over { winner, .. } if winner == Some(seat));
    let cities = table.buildings_of(seat).filter(|(_, kind)| *kind == BuildingKind::City).count();
    (
        winner,
        !table.has_resigned(seat),
        known(state, seat),
        cities,
        table.knights(seat),
        table.player(seat).cards,
    )
}

/// Every seat, best first.
pub fn rank(state: &State) -> Vec<Place> {
    outcome::rank(state.table.seats(), |seat| standing(state, seat), |seat| known(state, seat))
}

/// `Some` once the game is over.
pub fn outcome(state: &State) -> Option<Outcome> {
    let Phase::Over { ended_by, .. } = state.table.phase else { return None };
    Some(Outcome { ended_by: EndedBy::word(ended_by).to_owned(), ranking: rank(state) })
}
