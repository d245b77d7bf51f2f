//! A seat gives up.
//!
//! Its pieces stay: they block and produce, its bonus cards can be taken from it, and it can be stolen from. Its turns go
//! on for the dice's sake. Whatever the game would wait for it to answer is answered as for an absent seat (`lapse`), by
//! the server and at once; only a seven takes no cards from it, for the choice would tell what it holds. It does not win
//! any more, whatever it has.

use super::{robber, trade, turn};
use crate::rules::Seat;
use crate::rulesets::settlers::action::{RejectTrade, WithdrawTrade};
use crate::rulesets::settlers::components::Components;
use crate::rulesets::settlers::event::{Event, SeatGivenUp};
use crate::rulesets::settlers::scribe::Scribe;
use crate::rulesets::settlers::state::{EndedBy, Offer, OfferId, Phase, Reply, State};

/// The fewest who can play.
const FEWEST: usize = 2;

/// What follows when `seat` gives up; nothing if it has done so already or the game is over.
pub fn resign(components: &Components, state: &State, seat: Seat) -> Vec<Event> {
    let table = &state.table;
    let is_over = matches!(table.phase, Phase::Blank {} | Phase::Over { .. });
    if is_over || seat >= table.seats() || table.has_resigned(seat) {
        return Vec::new();
    }
    let mut scribe = Scribe::new(components, state);
    leave_trade(&mut scribe, seat);
    scribe.tell(Event::SeatGivenUp(SeatGivenUp { seat }));
    robber::settle_discards(&mut scribe);
    if scribe.table().playing().count() < FEWEST {
        turn::game_over(&mut scribe, EndedBy::Resignations, None);
    }
    scribe.events()
}

/// Its own offers are taken back, and it rejects those made to it.
fn leave_trade(scribe: &mut Scribe<'_>, seat: Seat) {
    let of = |wanted: &dyn Fn(&Offer) -> bool| -> Vec<OfferId> {
        scribe.table().offers.iter().filter(|offer| wanted(offer)).map(|offer| offer.id).collect()
    };
    let own = of(&|offer| offer.from == seat);
    let asking = of(&|offer| matches!(offer.reply_of(seat), Some(Reply::Pending | Reply::Accepted)));
    // They are open, so nothing is refused.
    for offer in own {
        let _ = trade::withdraw(scribe, seat, &WithdrawTrade { offer });
    }
    for offer in asking {
        let _ = trade::reject(scribe, seat, &RejectTrade { offer });
    }
}
