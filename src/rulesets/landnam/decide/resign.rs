//! A seat gives up.
//!
//! Its units and buildings stay: they block, yield and count in the others' plans as before, and the others may sue
//! and chase it. Its turns go on for the dice's sake, from which everybody harvests. Whatever the game would wait for
//! it to answer is answered as for an absent seat (`lapse`), by the server and at once.

use super::{hand_over, trade};
use crate::rules::Seat;
use crate::rulesets::landnam::action::{DeclineOffer, DeclineSuit};
use crate::rulesets::landnam::components::Components;
use crate::rulesets::landnam::event::{Event, GameEnded, SeatGivenUp};
use crate::rulesets::landnam::scribe::Scribe;
use crate::rulesets::landnam::state::{Ending, OfferId, Phase, Side, State};

/// The fewest who can play.
const FEWEST: usize = 2;

/// What follows when `seat` gives up; nothing if it has done so already or the game is over.
pub fn resign(components: &Components, state: &State, seat: Seat) -> Vec<Event> {
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
    }
    scribe.events()
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
