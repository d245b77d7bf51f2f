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

/// A turn begins. Who can do nothing forces a scoring with it, and the next one follows.
pub fn begin(scribe: &mut Scribe<'_>, seat: Seat) {
    let mut seat = seat;
    while !act(scribe, seat) {
        scoring::run(scribe, Some(seat));
        if ends_game(scribe) {
            return;
        }
        scribe.tell(Event::TurnEnded(TurnEnded { seat }));
        seat = next(scribe, seat);
    }
}

/// The turn of a seat begins; can it do anything?
fn act(scribe: &mut Scribe<'_>, seat: Seat) -> bool {
    let board = scribe.table().board.clone();
    let connections = Connections::of(&board, &scribe.table().workers);
    let turn = scribe.table().turn + 1;
    scribe.tell(Event::TurnBegun(TurnBegun { turn, seat, links: connections.links() }));
    let sight = scribe.sight(seat);
    placement::is_possible(&sight, &connections, sight.own())
        || !jarls::defeatable(&sight, &connections).is_empty()
}

fn next(scribe: &Scribe<'_>, seat: Seat) -> Seat {
    (seat + 1) % scribe.table().seats().max(1)
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
