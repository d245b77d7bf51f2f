//! Turns, giving up, and the end of the game (rules page §6.1, §11).
//!
//! A seat that gives up leaves its pieces, which stay and block; its hand stays and can be taken from it, and a bonus
//! card that it holds is its own until another seat beats it. But it never acts again and gains nothing: its turns and
//! what it had still to found are skipped, its buildings produce nothing, a seven takes nothing from it, and no bonus
//! card goes to it. If it is its turn, the turn ends where it is; a robber that it had to move stays.

use super::components::Components;
use super::development::DevelopmentCard;
use super::event::{Event, Recorder};
use super::refusals::Validation;
use super::state::{EndedBy, Phase, State, Table};
use super::trade::{self, offers};
use super::{founding, robber, scoring};
use rules::{Applied, Apply, Chance, Seat, wire};

/// Passes the turn to the next seat.
#[wire(Settlers)]
pub struct EndTurn {}

/// The seat may play a card and must roll.
#[wire(Settlers)]
pub struct TurnBegun {
    /// Counted from 1, skipped turns of seats that gave up included.
    pub turn: u32,
    pub seat: Seat,
}

/// The next seat follows.
#[wire(Settlers)]
pub struct TurnEnded {
    pub seat: Seat,
}

/// Its pieces stay, its turns are skipped, and it gains nothing any more.
#[wire(Settlers)]
pub struct SeatGivenUp {
    pub seat: Seat,
}

/// All cards are shown; the outcome has the ranking.
#[wire(Settlers)]
pub struct GameEnded {
    pub ended_by: EndedBy,
    /// Missing if the turn limit or resignations ended the game.
    pub winner: Option<Seat>,
    /// How many victory point cards each seat held, in seat order.
    pub victory_point_cards: Vec<u8>,
}

/// With fewer seats left the game ends.
const MIN_SEATS: usize = 2;

impl EndTurn {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        end(recorder, seat);
        Ok(())
    }
}

/// Ends the turn; ends the game at the turn limit, else begins the next seat's turn.
pub fn end(recorder: &mut Recorder<'_>, seat: Seat) {
    trade::close(recorder);
    recorder.record(TurnEnded { seat });
    let table = &recorder.table;
    let most = u32::from(recorder.components.turn_limit_per_player) * u32::from(table.seats());
    let next = turn_after(table, seat);
    if next.turn > most {
        end_game(recorder, EndedBy::TurnLimit, None);
    } else {
        recorder.record(next);
    }
}

pub fn begin_first(recorder: &mut Recorder<'_>) {
    let (first, seats) = (recorder.table.first_seat, recorder.table.seats());
    let turn = turn_after(&recorder.table, (first + seats - 1) % seats);
    recorder.record(turn);
}

fn turn_after(table: &Table, seat: Seat) -> TurnBegun {
    let (seat, turns) = rules::next_seat(table.seats(), seat, |seat| table.has_resigned(seat));
    TurnBegun { turn: table.turn + u32::from(turns), seat }
}

/// The active player wins as soon as they have the points, at the start of their turn or after any action in it.
pub fn end_if_won(recorder: &mut Recorder<'_>) {
    let table = &recorder.table;
    if matches!(table.phase, Phase::Founding(_) | Phase::Blank {} | Phase::Over { .. }) {
        return;
    }
    let active = table.active;
    let has_won = scoring::total_points(recorder, active) >= i32::from(table.victory_points);
    if has_won && !table.has_resigned(active) {
        end_game(recorder, EndedBy::Points, Some(active));
    }
}

fn end_game(recorder: &mut Recorder<'_>, ended_by: EndedBy, winner: Option<Seat>) {
    let count = |seat| recorder.secret.development_of(seat).get(DevelopmentCard::VictoryPoint);
    let victory_point_cards = (0..recorder.table.seats()).map(count).collect();
    recorder.record(GameEnded { ended_by, winner, victory_point_cards });
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
    offers::leave(&mut recorder, seat);
    recorder.record(SeatGivenUp { seat });
    if recorder.table.playing().count() < MIN_SEATS {
        end_game(&mut recorder, EndedBy::Resignations, None);
        return recorder.into_events();
    }
    scoring::settle_route(&mut recorder);
    robber::settle_discards(&mut recorder);
    continue_without(&mut recorder, seat);
    end_if_won(&mut recorder);
    recorder.into_events()
}

/// If it was the seat's turn, that ends, or the set-up goes on without it. A turn in which others still owe cards ends
/// when they have given them.
fn continue_without(recorder: &mut Recorder<'_>, seat: Seat) {
    match recorder.table.phase {
        Phase::Founding(_) => founding::begin_first_turn_if_founded(recorder),
        Phase::Roll {} | Phase::Robber { .. } | Phase::FreeRoads { .. } | Phase::Main {} => {
            if recorder.table.active == seat {
                end(recorder, seat);
            }
        }
        Phase::Blank {} | Phase::Discard { .. } | Phase::Over { .. } => {}
    }
}

impl Apply<State> for TurnBegun {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        table.turn = self.turn;
        table.active = self.seat;
        table.phase = Phase::Roll {};
        table.dice = None;
        table.card_played = false;
        table.trading_open = false;
        table.acts = 0;
        table.trading_begun = false;
        table.players.iter_mut().for_each(|player| player.trade_acts = 0);
        state.secret.bought = Default::default();
        Ok(())
    }
}

// What changes with the turn changes when the next one begins.
impl Apply<State> for TurnEnded {}

impl Apply<State> for SeatGivenUp {
    fn apply(&self, state: &mut State) -> Applied {
        let table: &mut Table = &mut state.table;
        table.player_mut(self.seat)?.resigned = true;
        match &mut table.phase {
            Phase::Discard { owed } => owed.retain(|owed| owed.seat != self.seat),
            Phase::Founding(_) if table.active == self.seat => founding::pass_on(table)?,
            _ => {}
        }
        Ok(())
    }
}

impl Apply<State> for GameEnded {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.phase = Phase::Over { ended_by: self.ended_by, winner: self.winner };
        Ok(())
    }
}
