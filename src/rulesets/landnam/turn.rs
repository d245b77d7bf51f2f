//! From phase to phase and from turn to turn (rules page §3, §9, B57, B59), and giving up.
//!
//! When a seat gives up, its units and buildings stay: they block and count in the others' plans as before, and the
//! others may sue and chase them. But it never acts again and gains nothing: its turns are skipped, its hexes give it no
//! cards, it draws no fate cards, it concedes the suit that it fights and every one that is brought against it, its
//! chased units flee to the first place there is, and no token becomes its point. If it is its turn, what is left of
//! that happens as for an absent seat (`lapse`), in the same entry.

use super::components::Components;
use super::event::{Event, Recorder};
use super::movement::MovementBegun;
use super::question;
use super::refusals::Validation;
use super::resource::Resource;
use super::scoring::{self, GameEnded};
use super::state::{Ending, OfferId, Phase, Side, State};
use super::suits::{self, DeclineSuit};
use super::trade::{self, Closing, DeclineOffer, TradeBegun};
use rules::{Applied, Apply, Chance, Seat, wire};

/// With fewer seats than this playing on, the game is over.
const MIN_SEATS: usize = 2;

/// Passes the turn to the next seat.
#[wire]
pub struct EndTurn {}

/// The dice of the turn are rolled next.
#[wire]
pub struct TurnBegun {
    /// Counted from 1, skipped turns of seats that gave up included.
    pub turn: u32,
    pub seat: Seat,
}

/// Units that became farms return to the supply.
#[wire]
pub struct TurnEnded {
    pub seat: Seat,
}

/// Its pieces stay, its turns are skipped, and it gains nothing any more.
#[wire]
pub struct SeatGivenUp {
    pub seat: Seat,
}

/// The supply has no card of this kind left. How many it has of the others stays secret.
#[wire]
pub struct SupplyRanOut {
    pub resource: Resource,
}

/// The supply has cards of this kind again.
#[wire]
pub struct SupplyRefilled {
    pub resource: Resource,
}

pub fn begin_movement(recorder: &mut Recorder<'_>) {
    let seat = recorder.table.active;
    recorder.record(MovementBegun { seat });
}

pub fn begin_trade(recorder: &mut Recorder<'_>) {
    let seat = recorder.table.active;
    recorder.record(TradeBegun { seat });
}

pub fn begin_first(recorder: &mut Recorder<'_>) {
    let seat = recorder.table.active;
    recorder.record(TurnBegun { turn: 1, seat });
}

impl EndTurn {
    /// The turn ends: the game is over, or the next seat's turn begins. Points are compared only now (B57).
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        trade::close_offers(recorder);
        recorder.record(TurnEnded { seat });
        let table = &recorder.table;
        let (next, turns) = rules::next_seat(table.seats(), seat, |seat| table.has_resigned(seat));
        let turn = table.turn + u32::from(turns);
        match scoring::ending(recorder.components, &recorder.table, turn) {
            Some(ended_by) => recorder.record(GameEnded { ended_by }),
            None => recorder.record(TurnBegun { turn, seat: next }),
        }
        Ok(())
    }
}

/// Which kinds have run out is public (B41), so it is recorded when that changes.
pub fn record_supply_changes(recorder: &mut Recorder<'_>, before: &[bool; 4]) {
    let now = recorder.secret.run_out();
    for resource in Resource::ALL {
        match (before[resource.index()], now[resource.index()]) {
            (false, true) => recorder.record(SupplyRanOut { resource }),
            (true, false) => recorder.record(SupplyRefilled { resource }),
            _ => {}
        }
    }
}

/// What follows when `seat` gives up; nothing if it has done so already or the game is over.
pub fn resign(components: &Components, state: &State, seat: Seat, chance: &mut Chance) -> Vec<Event> {
    let table = &state.table;
    let is_over = matches!(table.phase, Phase::SetUp | Phase::Over { .. });
    if is_over || seat >= table.seats() || table.has_resigned(seat) {
        return Vec::new();
    }
    let mut after = state.clone();
    let mut recorder = Recorder::new(components, &mut after, chance);
    leave_trade(&mut recorder, seat);
    leave_suit(&mut recorder, seat);
    recorder.record(SeatGivenUp { seat });
    if recorder.table.playing().count() < MIN_SEATS {
        recorder.record(GameEnded { ended_by: Ending::Resignations });
        return recorder.into_events();
    }
    concede(&mut recorder, seat);
    answer_for_the_resigned(&mut recorder);
    record_supply_changes(&mut recorder, &state.secret.run_out());
    recorder.into_events()
}

/// Answers whatever the game would wait for those who have given up to answer.
pub fn answer_for_the_resigned(recorder: &mut Recorder<'_>) {
    // A quick check first: this runs in every action of a game.
    if !recorder.table.players.iter().any(|player| player.resigned) {
        return;
    }
    loop {
        let table = &recorder.table;
        let open = question::open(table).into_iter().find(|(seat, _)| table.has_resigned(*seat));
        let Some((seat, question)) = open else { return };
        let Some(action) = question::lapse(table, &question.decision(table, seat)) else { return };
        // A lapse is never refused; if it were, the game would wait, and the checks of the rules would say so.
        if action.decide(recorder, seat).is_err() {
            return;
        }
    }
}

/// The suit in which it leads a side is lost.
fn concede(recorder: &mut Recorder<'_>, seat: Seat) {
    if let Some(open) = recorder.table.suit().cloned()
        && let Some(side) = open.side_led_by(seat)
    {
        suits::lose(recorder, &open, side);
    }
}

/// Its own offer is taken back, and offers made to it are declined.
fn leave_trade(recorder: &mut Recorder<'_>, seat: Seat) {
    trade::close_offer_of(recorder, seat, Closing::Withdrawn);
    let Some(trading) = recorder.table.trading() else { return };
    let asking = trading.offers.iter().filter(|offer| offer.asks(seat));
    let asking: Vec<OfferId> = asking.map(|offer| offer.id).collect();
    for offer in asking {
        // It has this decision, so nothing is refused.
        let _ = DeclineOffer { offer }.decide(recorder, seat);
    }
}

/// Its side is no longer offered to another seat, and it takes none over itself.
fn leave_suit(recorder: &mut Recorder<'_>, seat: Seat) {
    let Some(suit) = recorder.table.suit().cloned() else { return };
    for side in Side::BOTH {
        if suit.party(side).principal == seat {
            suits::close_hand_over(recorder, &suit, side);
        } else if suit.party(side).offer == Some(seat) {
            // It has this decision, so nothing is refused.
            let _ = DeclineSuit { side }.decide(recorder, seat);
        }
    }
}

impl Apply<State> for TurnBegun {
    fn apply(&self, state: &mut State) -> Applied {
        let table = &mut state.table;
        table.turn = self.turn;
        table.active = self.seat;
        table.roll = None;
        table.phase = Phase::Roll;
        table.offers_taken_back = 0;
        Ok(())
    }
}

impl Apply<State> for TurnEnded {}
impl Apply<State> for SupplyRanOut {}
impl Apply<State> for SupplyRefilled {}

impl Apply<State> for SeatGivenUp {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.player_mut(self.seat)?.resigned = true;
        Ok(())
    }
}
