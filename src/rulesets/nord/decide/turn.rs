//! Turns, forced scorings and the end (rules page §8, §9.5, §11, §14).

use crate::nord::connections::Connections;
use crate::nord::event::{Event, GameEnded, TurnBegun, TurnEnded};
use crate::nord::recorder::Recorder;
use crate::nord::scoring;
use crate::nord::state::EndedBy;
use crate::nord::validate::{jarls, placement};
use rules::Seat;

/// The number of the next scoring once all are done.
const ALL_DONE: u8 = 5;

/// A turn is over: a full large dragon boat is scored, and the next seat follows.
pub fn end(recorder: &mut Recorder<'_>, seat: Seat) {
    if recorder.table().free_places() == 0 {
        scoring::run(recorder, None);
    }
    if ends_game(recorder) {
        return;
    }
    recorder.record(Event::TurnEnded(TurnEnded { seat }));
    begin(recorder, next(recorder, seat));
}

/// The first turn of the game: the first seat's, or the next one's where that has given up already.
pub fn begin_first(recorder: &mut Recorder<'_>) {
    let before = recorder.table().seats().saturating_sub(1);
    begin(recorder, next(recorder, before));
}

/// The seat after one, and how many turns on that is: those who have given up are passed over.
type Next = (Seat, u32);

/// A turn begins. Who can do nothing forces a scoring with it, and the next one follows.
fn begin(recorder: &mut Recorder<'_>, (mut seat, mut turns): Next) {
    while !act(recorder, seat, turns) {
        scoring::run(recorder, Some(seat));
        if ends_game(recorder) {
            return;
        }
        recorder.record(Event::TurnEnded(TurnEnded { seat }));
        (seat, turns) = next(recorder, seat);
    }
}

/// The turn of a seat begins, so many turns after the one before; can it do anything?
fn act(recorder: &mut Recorder<'_>, seat: Seat, turns: u32) -> bool {
    let board = recorder.table().board.clone();
    let connections = Connections::of(&board, &recorder.table().workers);
    let turn = recorder.table().turn + turns;
    recorder.record(Event::TurnBegun(TurnBegun { turn, seat, links: connections.links() }));
    let player = recorder.player_view(seat);
    placement::is_possible(&player, &connections, player.own())
        || !jarls::defeatable(&player, &connections).is_empty()
}

/// Turns that are skipped are counted, so that the number of a turn always says whose it is.
fn next(recorder: &Recorder<'_>, seat: Seat) -> Next {
    let table = recorder.table();
    let seats = table.seats().max(1);
    let after = |turns: u8| (seat + turns) % seats;
    let turns = (1..=seats).find(|turns| !table.has_resigned(after(*turns))).unwrap_or(1);
    (after(turns), turns.into())
}

/// After the fourth scoring the treasures are scored, and the game is over; is it?
fn ends_game(recorder: &mut Recorder<'_>) -> bool {
    if recorder.table().next_scoring < ALL_DONE {
        return false;
    }
    scoring::treasures::score(recorder);
    recorder.record(Event::GameEnded(GameEnded { ended_by: EndedBy::FinalScoring }));
    true
}
