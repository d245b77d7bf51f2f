//! A seat gives up.
//!
//! Its units and buildings stay: they block and count in the others' plans as before, and the others may sue and chase
//! them. But it never acts again and gains nothing: its turns are skipped, its hexes give it no cards, it draws no fate
//! cards, it concedes the suit that it fights and every one that is brought against it, its chased units flee to the first
//! place there is, and no token becomes its point. If it is its turn, what is left of that happens as for an absent seat
//! (`lapse`), in the same entry.

use super::{hand_over, suit, tell_supply, trade};
use crate::landnam::action::{DeclineOffer, DeclineSuit};
use crate::landnam::components::Components;
use crate::landnam::event::{Event, GameEnded, SeatGivenUp};
use crate::landnam::recorder::Recorder;
use crate::landnam::state::{Ending, OfferId, Phase, Side, State};
use crate::landnam::{lapse, question};
use rules::{Chance, Seat};

const FEWEST: usize = 2;

/// What follows when `seat` gives up; nothing if it has done so already or the game is over.
pub fn resign(components: &Components, state: &State, seat: Seat, chance: &mut Chance) -> Vec<Event> {
    let table = &state.table;
    let is_over = matches!(table.phase, Phase::SetUp | Phase::Over { .. });
    if is_over || seat >= table.seats() || table.has_resigned(seat) {
        return Vec::new();
    }
    let mut recorder = Recorder::new(components, state);
    leave_trade(&mut recorder, seat);
    leave_suit(&mut recorder, seat);
    recorder.record(Event::SeatGivenUp(SeatGivenUp { seat }));
    if recorder.table().playing().count() < FEWEST {
        recorder.record(Event::GameEnded(GameEnded { ended_by: Ending::Resignations }));
        return recorder.events();
    }
    concede(&mut recorder, seat);
    answer_for_the_resigned(&mut recorder, chance);
    tell_supply(&mut recorder, &state.secret.run_out());
    recorder.events()
}

/// Answers whatever the game would wait for those who have given up to answer.
pub fn answer_for_the_resigned(recorder: &mut Recorder<'_>, chance: &mut Chance) {
    loop {
        let table = recorder.table();
        let open = question::open(table).into_iter().find(|(seat, _)| table.has_resigned(*seat));
        let Some((seat, question)) = open else { return };
        let Some(action) = lapse::lapse(table, &question.decision(table, seat)) else { return };
        // A lapse is never refused; if it were, the game would wait, and the checks of the rules would say so.
        if super::answer(recorder, seat, &action, chance).is_err() {
            return;
        }
    }
}

/// The suit in which it leads a side is lost.
fn concede(recorder: &mut Recorder<'_>, seat: Seat) {
    if let Some(open) = recorder.table().suit().cloned()
        && let Some(side) = open.side_led_by(seat)
    {
        suit::lose(recorder, &open, side);
    }
}

/// Its own offer is taken back, and offers made to it are declined.
fn leave_trade(recorder: &mut Recorder<'_>, seat: Seat) {
    trade::withdraw_offer_of(recorder, seat);
    let Some(trading) = recorder.table().trading() else { return };
    let asking = trading.offers.iter().filter(|offer| offer.asks(seat));
    let asking: Vec<OfferId> = asking.map(|offer| offer.id).collect();
    for offer in asking {
        // It is asked, so nothing is refused.
        let _ = trade::decline(recorder, seat, &DeclineOffer { offer });
    }
}

/// Nobody is asked any longer to take its side over, and it takes none over itself.
fn leave_suit(recorder: &mut Recorder<'_>, seat: Seat) {
    let Some(suit) = recorder.table().suit().cloned() else { return };
    for side in Side::BOTH {
        if suit.party(side).principal == seat {
            hand_over::close(recorder, &suit, side);
        } else if suit.party(side).offer == Some(seat) {
            // It is asked, so nothing is refused.
            let _ = hand_over::decline(recorder, seat, &DeclineSuit { side });
        }
    }
}
