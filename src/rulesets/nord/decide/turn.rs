//! Turns, forced scorings and the end (rules page §8, §9.5, §11, §14).

use crate::rules::Seat;
use crate::rulesets::nord::connections::Connections;
use crate::rulesets::nord::event::{Event, GameEnded, TurnBegun, TurnEnded};
use crate::rulesets::nord::judge::{jarls, placement};
use crate::rulesets::nord::scoring;
use crate::rulesets::nord::scribe::Scribe;
use crate::rulesets::nord::state::EndedBy;

/// The number of the next scoring once all are done.
const ALL_DONE: u8 = 5;

/// A turn is over: a full large dragon boat is scored, and the next seat follows.
pub fn end(scribe: &mut Scribe<'_>, seat: Seat) {
    if scribe.table().free_places() == 0 {
        scoring::run(scribe, None);
    }
    if ends_game(scribe) {
        return;
    }
    scribe.tell(Event::TurnEnded(TurnEnded { seat }));
    begin(scribe, next(scribe, seat));
}

/// The first turn of the game: the first seat's, or the next one's where that has given up already.
pub fn begin_first(scribe: &mut Scribe<'_>) {
    let before = scribe.table().seats().saturating_sub(1);
    begin(scribe, next(scribe, before));
}

/// The seat after one, and how many turns on that is: those who have given up are passed over.
type Next = (Seat, u32);

/// A turn begins. Who can do nothing forces a scoring with it, and the next one follows.
fn begin(scribe: &mut Scribe<'_>, (mut seat, mut turns): Next) {
    while !act(scribe, seat, turns) {
        scoring::run(scribe, Some(seat));
        if ends_game(scribe) {
            return;
        }
        scribe.tell(Event::TurnEnded(TurnEnded { seat }));
        (seat, turns) = next(scribe, seat);
    }
}

/// The turn of a seat begins, so many turns after the one before; can it do anything?
fn act(scribe: &mut Scribe<'_>, seat: Seat, turns: u32) -> bool {
    let board = scribe.table().board.clone();
    let connections = Connections::of(&board, &scribe.table().workers);
    let turn = scribe.table().turn + turns;
    scribe.tell(Event::TurnBegun(TurnBegun { turn, seat, links: connections.links() }));
    let sight = scribe.sight(seat);
    placement::is_possible(&sight, &connections, sight.own())
        || !jarls::defeatable(&sight, &connections).is_empty()
}

/// Turns that are skipped are counted, so that the number of a turn always says whose it is.
fn next(scribe: &Scribe<'_>, seat: Seat) -> Next {
    let table = scribe.table();
    let seats = table.seats().max(1);
    let after = |turns: u8| (seat + turns) % seats;
    let turns = (1..=seats).find(|turns| !table.has_resigned(after(*turns))).unwrap_or(1);
    (after(turns), turns.into())
}

/// After the fourth scoring the treasures are scored, and the game is over; is it?
fn ends_game(scribe: &mut Scribe<'_>) -> bool {
    if scribe.table().next_scoring < ALL_DONE {
        return false;
    }
    scoring::treasures::score(scribe);
    scribe.tell(Event::GameEnded(GameEnded { ended_by: EndedBy::FinalScoring }));
    true
}
