//! Turns and the end (rules page §6.1, §11).

use super::{Verdict, trade};
use crate::settlers::development::DevelopmentCard;
use crate::settlers::event::{Event, GameEnded, TurnBegun, TurnEnded};
use crate::settlers::points;
use crate::settlers::recorder::Recorder;
use crate::settlers::state::{EndedBy, Phase, Table};
use rules::Seat;

/// The turn ends, and with it the game if so many were played; else the next seat's begins.
pub fn end(recorder: &mut Recorder<'_>, seat: Seat) -> Verdict {
    trade::close(recorder);
    recorder.record(Event::TurnEnded(TurnEnded { seat }));
    let table = recorder.table();
    let most = u32::from(recorder.components.turn_limit_per_player) * u32::from(table.seats());
    let next = after(table, seat);
    if next.turn > most {
        game_over(recorder, EndedBy::TurnLimit, None);
    } else {
        recorder.record(Event::TurnBegun(next));
    }
    Ok(())
}

/// The first turn of the game.
pub fn begin_first(recorder: &mut Recorder<'_>) {
    let (first, seats) = (recorder.table().first_seat, recorder.table().seats().max(1));
    let turn = after(recorder.table(), (first + seats - 1) % seats);
    recorder.record(Event::TurnBegun(turn));
}

/// The turn after that of a seat. Those who have given up are passed over; their turns are counted, so that the turn limit
/// comes when it should.
fn after(table: &Table, seat: Seat) -> TurnBegun {
    let seats = table.seats().max(1);
    let after = |turns: u8| (seat + turns) % seats;
    let turns = (1..=seats).find(|turns| !table.has_resigned(after(*turns))).unwrap_or(1);
    TurnBegun { turn: table.turn + u32::from(turns), seat: after(turns) }
}

/// `seat` has given up: if it was its turn, that ends, or the set-up goes on without it. A turn in which others still owe
/// cards ends when they have given them.
pub fn go_on_without(recorder: &mut Recorder<'_>, seat: Seat) {
    let table = recorder.table();
    match table.phase {
        Phase::Founding(founding) => {
            if founding.placed >= 2 * table.seats() {
                begin_first(recorder);
            }
        }
        Phase::Roll {} | Phase::Robber { .. } | Phase::FreeRoads { .. } | Phase::Main {} => {
            if table.active == seat {
                // Nothing about the end of a turn is refused.
                let _ = end(recorder, seat);
            }
        }
        Phase::Blank {} | Phase::Discard { .. } | Phase::Over { .. } => {}
    }
}

/// The active player wins as soon as he has the points, at the start of his turn or after any action in it.
pub fn end_if_won(recorder: &mut Recorder<'_>) {
    let table = recorder.table();
    if matches!(table.phase, Phase::Founding(_) | Phase::Blank {} | Phase::Over { .. }) {
        return;
    }
    let active = table.active;
    let has_won = points::total(recorder.state(), active) >= i32::from(table.victory_points);
    if has_won && !table.has_resigned(active) {
        game_over(recorder, EndedBy::Points, Some(active));
    }
}

/// The game is over, and the hidden points are shown.
pub fn game_over(recorder: &mut Recorder<'_>, ended_by: EndedBy, winner: Option<Seat>) {
    let shown = |seat| recorder.state().secret.development_of(seat).get(DevelopmentCard::VictoryPoint);
    let victory_point_cards = (0..recorder.table().seats()).map(shown).collect();
    recorder.record(Event::GameEnded(GameEnded { ended_by, winner, victory_point_cards }));
}
