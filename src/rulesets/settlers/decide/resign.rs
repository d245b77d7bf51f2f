//! A seat gives up.
//!
//! Its pieces stay and block, its hand stays and can be taken from it, and a bonus card that it holds is its own until
//! somebody beats it. But it never acts again and gains nothing: its turns and what it had still to found are skipped, its
//! buildings produce nothing (else the bank would run dry for the others), a seven takes nothing from it, for a choice made
//! for it would tell what it holds, and no bonus card goes to it. If it is its turn, the turn ends where it is; a robber
//! that it had to move stays.

use super::{bonus, robber, trade, turn};
use crate::rules::{Chance, Seat};
use crate::rulesets::settlers::action::{RejectTrade, WithdrawTrade};
use crate::rulesets::settlers::components::Components;
use crate::rulesets::settlers::event::{Event, SeatGivenUp};
use crate::rulesets::settlers::scribe::Scribe;
use crate::rulesets::settlers::state::{EndedBy, Offer, OfferId, Phase, Reply, State};

/// The fewest who can play.
const FEWEST: usize = 2;

/// What follows when `seat` gives up; nothing if it has done so already or the game is over.
pub fn resign(components: &Components, state: &State, seat: Seat, _chance: &mut Chance) -> Vec<Event> {
    let table = &state.table;
    let is_over = matches!(table.phase, Phase::Blank {} | Phase::Over { .. });
    if is_over || seat >= table.seats() || table.has_resigned(seat) {
        return Vec::new();
    }
    let mut scribe = Scribe::new(components, state);
    leave_trade(&mut scribe, seat);
    scribe.tell(Event::SeatGivenUp(SeatGivenUp { seat }));
    if scribe.table().playing().count() < FEWEST {
        turn::game_over(&mut scribe, EndedBy::Resignations, None);
        return scribe.events();
    }
    bonus::settle_route(&mut scribe);
    robber::settle_discards(&mut scribe);
    turn::go_on_without(&mut scribe, seat);
    turn::end_if_won(&mut scribe);
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
