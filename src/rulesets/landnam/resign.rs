//! A seat gives up.
//!
//! Its units and buildings stay: they block and count in the others' plans as before, and the others may sue and chase
//! them. But it never acts again and gains nothing: its turns are skipped, its hexes give it no cards, it draws no fate
//! cards, it concedes the suit that it fights and every one that is brought against it, its chased units flee to the
//! first place there is, and no token becomes its point. If it is its turn, what is left of that happens as for an
//! absent seat (`lapse`), in the same entry.

use super::components::Components;
use super::event::{Event, Recorder};
use super::scoring::GameEnded;
use super::state::{Ending, OfferId, Phase, Side, State};
use super::suits::{self, DeclineSuit};
use super::trade::{self, Closing, DeclineOffer};
use super::{automatic, question, turn};
use rules::{Applied, Apply, Chance, Seat, wire};

/// With fewer seats than this playing on, the game is over.
const MIN_SEATS: usize = 2;

/// Its pieces stay, its turns are skipped, and it gains nothing any more.
#[wire]
pub struct SeatGivenUp {
    pub seat: Seat,
}

/// What follows when `seat` gives up; nothing if it has done so already or the game is over.
pub fn resign(components: &Components, state: &State, seat: Seat, chance: &mut Chance) -> Vec<Event> {
    let table = &state.table;
    let is_over = matches!(table.phase, Phase::SetUp | Phase::Over { .. });
    if is_over || seat >= table.seats() || table.has_resigned(seat) {
        return Vec::new();
    }
    let mut recorder = Recorder::new(components, state, chance);
    leave_trade(&mut recorder, seat);
    leave_suit(&mut recorder, seat);
    recorder.record(SeatGivenUp { seat });
    if recorder.table.playing().count() < MIN_SEATS {
        recorder.record(GameEnded { ended_by: Ending::Resignations });
        return recorder.into_events();
    }
    concede(&mut recorder, seat);
    answer_for_the_resigned(&mut recorder);
    turn::record_supply_changes(&mut recorder, &state.secret.run_out());
    recorder.into_events()
}

/// Answers whatever the game would wait for those who have given up to answer.
pub fn answer_for_the_resigned(recorder: &mut Recorder<'_>) {
    loop {
        let table = &recorder.table;
        let open = question::open(table).into_iter().find(|(seat, _)| table.has_resigned(*seat));
        let Some((seat, question)) = open else { return };
        let Some(action) = automatic::lapse(table, &question.decision(table, seat)) else { return };
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

impl Apply<State> for SeatGivenUp {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.player_mut(self.seat)?.resigned = true;
        Ok(())
    }
}
