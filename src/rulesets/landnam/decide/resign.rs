//! A seat gives up.
//!
//! Its units and buildings stay: they block and count in the others' plans as before, and the others may sue and chase
//! them. But it never acts again and gains nothing: its turns are skipped, its hexes give it no cards, it draws no fate
//! cards, it concedes the suit that it fights and every one that is brought against it, its chased units flee to the first
//! place there is, and no token becomes its point. If it is its turn, what is left of that happens as for an absent seat
//! (`lapse`), in the same entry.

use super::{hand_over, suit, tell_supply, trade};
use crate::rules::{Chance, Seat};
use crate::rulesets::landnam::action::{DeclineOffer, DeclineSuit};
use crate::rulesets::landnam::components::Components;
use crate::rulesets::landnam::event::{Event, GameEnded, SeatGivenUp};
use crate::rulesets::landnam::scribe::Scribe;
use crate::rulesets::landnam::state::{Ending, OfferId, Phase, Side, State};
use crate::rulesets::landnam::{lapse, question};

/// The fewest who can play.
const FEWEST: usize = 2;

/// What follows when `seat` gives up; nothing if it has done so already or the game is over.
pub fn resign(components: &Components, state: &State, seat: Seat, chance: &mut Chance) -> Vec<Event> {
    let table = &state.table;
    let is_over = matches!(table.phase, Phase::SetUp | Phase::Over { .. });
    if is_over || seat >= table.seats() || table.has_resigned(seat) {
        return Vec::new();
    }
    let mut scribe = Scribe::new(components, state);
    leave_trade(&mut scribe, seat);
    leave_suit(&mut scribe, seat);
    scribe.tell(Event::SeatGivenUp(SeatGivenUp { seat }));
    if scribe.table().playing().count() < FEWEST {
        scribe.tell(Event::GameEnded(GameEnded { ended_by: Ending::Resignations }));
        return scribe.events();
    }
    concede(&mut scribe, seat);
    answer_for_the_resigned(&mut scribe, chance);
    tell_supply(&mut scribe, &state.secret.run_out());
    scribe.events()
}

/// Answers whatever the game would wait for those who have given up to answer.
pub fn answer_for_the_resigned(scribe: &mut Scribe<'_>, chance: &mut Chance) {
    loop {
        let table = scribe.table();
        let open = question::open(table).into_iter().find(|(seat, _)| table.has_resigned(*seat));
        let Some((seat, question)) = open else { return };
        let Some(action) = lapse::lapse(table, &question.decision(table, seat)) else { return };
        // A lapse is never refused; if it were, the game would wait, and the checks of the rules would say so.
        if super::answer(scribe, seat, &action, chance).is_err() {
            return;
        }
    }
}

/// The suit in which it leads a side is lost.
fn concede(scribe: &mut Scribe<'_>, seat: Seat) {
    if let Some(open) = scribe.table().suit().cloned()
        && let Some(side) = open.side_led_by(seat)
    {
        suit::lose(scribe, &open, side);
    }
}

/// Its own offer is taken back, and offers made to it are declined.
fn leave_trade(scribe: &mut Scribe<'_>, seat: Seat) {
    trade::withdraw_offer_of(scribe, seat);
    let Some(trading) = scribe.table().trading() else { return };
    let asking = trading.offers.iter().filter(|offer| offer.asks(seat));
    let asking: Vec<OfferId> = asking.map(|offer| offer.id).collect();
    for offer in asking {
        // It is asked, so nothing is refused.
        let _ = trade::decline(scribe, seat, &DeclineOffer { offer });
    }
}

/// Nobody is asked any longer to take its side over, and it takes none over itself.
fn leave_suit(scribe: &mut Scribe<'_>, seat: Seat) {
    let Some(suit) = scribe.table().suit().cloned() else { return };
    for side in Side::BOTH {
        if suit.party(side).principal == seat {
            hand_over::close(scribe, &suit, side);
        } else if suit.party(side).offer == Some(seat) {
            // It is asked, so nothing is refused.
            let _ = hand_over::decline(scribe, seat, &DeclineSuit { side });
        }
    }
}
