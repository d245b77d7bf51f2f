//! Turns, the end of the game and giving up (rules page §8, §9.5, §11, §14).
//!
//! A seat that gives up keeps its men, fighters and jarl on the board: they count in every comparison, and what removes
//! men removes them too; but it never acts again, takes no treasure, and its score stays what it is. Its turns are
//! skipped, the one case of passing there is. If it is its turn, the turn ends where it is: attacks that are still open
//! do not happen, and a large dragon boat that is full is scored. If it has not chosen where to begin, it begins in the
//! first free settlement.

use super::components::Components;
use super::event::{Event, Recorder};
use super::state::{EndedBy, Links, Phase, State, Table, ThisTurn};
use super::view::PlayerView;
use super::{jarls, placement, scoring, start, treasures};
use rules::{Applied, Apply, Chance, Outcome, RankedSeat, Seat, outcome, wire};

/// The number of the next scoring once all are done.
const ALL_DONE: u8 = 5;

/// The game is over with fewer players than this.
const MIN_PLAYERS: usize = 2;

/// The seat may play a treasure, then places workers or defeats a jarl.
#[wire(Nord)]
pub struct TurnBegun {
    /// Counted from 1, skipped turns of seats that gave up included.
    pub turn: u32,
    pub seat: Seat,
    /// The settlements that are linked as the turn begins.
    pub links: Links,
}

/// A scoring or the next turn follows.
#[wire(Nord)]
pub struct TurnEnded {
    pub seat: Seat,
}

/// Its pieces stay, its turns are skipped, and its score stays what it is.
#[wire(Nord)]
pub struct SeatGivenUp {
    pub seat: Seat,
}

/// The outcome has the ranking.
#[wire(Nord)]
pub struct GameEnded {
    pub ended_by: EndedBy,
}

/// A turn is over: a full large dragon boat is scored, and the next seat follows.
pub fn end(recorder: &mut Recorder<'_>, seat: Seat) {
    if recorder.table.free_places() == 0 {
        scoring::run(recorder, None);
    }
    if end_game_if_done(recorder) {
        return;
    }
    recorder.record(TurnEnded { seat });
    begin_after(recorder, seat);
}

/// The first turn of the game: the first seat's, or the next one's where that has given up already.
pub fn begin_first(recorder: &mut Recorder<'_>) {
    let last = recorder.table.seats() - 1;
    begin_after(recorder, last);
}

/// The turn of the next seat begins. A seat that can do nothing forces a scoring with it, and the next one follows
/// (§11).
fn begin_after(recorder: &mut Recorder<'_>, mut before: Seat) {
    loop {
        let table = &recorder.table;
        let (seat, turns) = rules::next_seat(table.seats(), before, |seat| table.has_resigned(seat));
        if begin(recorder, seat, turns.into()) == TurnStart::Possible {
            return;
        }
        scoring::run(recorder, Some(seat));
        if end_game_if_done(recorder) {
            return;
        }
        recorder.record(TurnEnded { seat });
        before = seat;
    }
}

/// What a seat finds when its turn begins.
#[derive(PartialEq, Eq)]
enum TurnStart {
    /// There is something that it can do.
    Possible,
    /// There is nothing, which forces a scoring (§11).
    Nothing,
}

/// Begins the turn of a seat, whose number is `turns` higher than that of the turn before.
fn begin(recorder: &mut Recorder<'_>, seat: Seat, turns: u32) -> TurnStart {
    let connections = recorder.table.connections();
    let turn = recorder.table.turn + turns;
    recorder.record(TurnBegun { turn, seat, links: connections.links() });
    let player = PlayerView::after(recorder, seat);
    let can_act = placement::is_possible(&player, &connections, player.own_settlements())
        || !jarls::defeatable(&player, &connections).is_empty();
    if can_act { TurnStart::Possible } else { TurnStart::Nothing }
}

/// Ends the game after the fourth scoring, with the scoring of the treasures; returns whether it did.
fn end_game_if_done(recorder: &mut Recorder<'_>) -> bool {
    if recorder.table.next_scoring < ALL_DONE {
        return false;
    }
    treasures::score(recorder);
    recorder.record(GameEnded { ended_by: EndedBy::FinalScoring });
    true
}

/// What follows when `seat` gives up; nothing if it has done so already or the game is over.
pub fn resign(components: &Components, state: &State, seat: Seat, chance: &mut Chance) -> Vec<Event> {
    let table = &state.table;
    let is_over = matches!(table.phase, Phase::Blank {} | Phase::Over { .. });
    if is_over || seat >= table.seats() || table.has_resigned(seat) {
        return Vec::new();
    }
    let mut after = state.clone();
    let mut recorder = Recorder::new(components, &mut after, chance);
    recorder.record(SeatGivenUp { seat });
    if recorder.table.playing().count() < MIN_PLAYERS {
        recorder.record(GameEnded { ended_by: EndedBy::Resignations });
    } else if matches!(recorder.table.phase, Phase::ChooseStart {}) {
        start::continue_setup(&mut recorder);
    } else if recorder.table.active == seat {
        end(&mut recorder, seat);
    }
    recorder.into_events()
}

impl Apply<State> for TurnBegun {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        table.turn = self.turn;
        table.active = self.seat;
        table.phase = Phase::Turn {};
        table.acts = 0;
        table.this_turn = ThisTurn { start_links: self.links, ..ThisTurn::default() };
        Ok(())
    }
}

impl Apply<State> for TurnEnded {}

impl Apply<State> for SeatGivenUp {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.player_mut(self.seat)?.resigned = true;
        Ok(())
    }
}

impl Apply<State> for GameEnded {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.phase = Phase::Over { ended_by: self.ended_by };
        Ok(())
    }
}

/// Every seat, best first: most points win, then most treasures; seats that are equal in both share a rank (§14).
pub fn rank(table: &Table) -> Vec<RankedSeat> {
    let strength = |seat| {
        let player = table.player(seat);
        (!player.resigned, player.score, player.treasures)
    };
    outcome::rank(table.seats(), strength, |seat| table.player(seat).score)
}

pub fn outcome(table: &Table) -> Option<Outcome> {
    let Phase::Over { ended_by } = table.phase else { return None };
    Some(Outcome { ended_by: ended_by.to_string(), ranking: rank(table) })
}
