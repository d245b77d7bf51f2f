//! A seat gives up.
//!
//! Its pieces stay and block, its hand stays and can be taken from it, and a bonus card that it holds is its own until
//! somebody beats it. But it never acts again and gains nothing: its turns and what it had still to found are skipped, its
//! buildings produce nothing (else the bank would run dry for the others), a seven takes nothing from it, for a choice made
//! for it would tell what it holds, and no bonus card goes to it. If it is its turn, the turn ends where it is; a robber
//! that it had to move stays.

use super::{bonus, robber, trade, turn};
use crate::settlers::action::{RejectTrade, WithdrawTrade};
use crate::settlers::components::Components;
use crate::settlers::event::{Event, SeatGivenUp};
use crate::settlers::recorder::Recorder;
use crate::settlers::state::{EndedBy, Offer, OfferId, Phase, Reply, State};
use rules::{Chance, Seat};

const FEWEST: usize = 2;

/// What follows when `seat` gives up; nothing if it has done so already or the game is over.
pub fn resign(components: &Components, state: &State, seat: Seat, _chance: &mut Chance) -> Vec<Event> {
    let table = &state.table;
    let is_over = matches!(table.phase, Phase::Blank {} | Phase::Over { .. });
    if is_over || seat >= table.seats() || table.has_resigned(seat) {
        return Vec::new();
    }
    let mut recorder = Recorder::new(components, state);
    leave_trade(&mut recorder, seat);
    recorder.record(Event::SeatGivenUp(SeatGivenUp { seat }));
    if recorder.table().playing().count() < FEWEST {
        turn::game_over(&mut recorder, EndedBy::Resignations, None);
        return recorder.events();
    }
    bonus::settle_route(&mut recorder);
    robber::settle_discards(&mut recorder);
    turn::go_on_without(&mut recorder, seat);
    turn::end_if_won(&mut recorder);
    recorder.events()
}

/// Its own offers are taken back, and it rejects those made to it.
fn leave_trade(recorder: &mut Recorder<'_>, seat: Seat) {
    let of = |wanted: &dyn Fn(&Offer) -> bool| -> Vec<OfferId> {
        recorder.table().offers.iter().filter(|offer| wanted(offer)).map(|offer| offer.id).collect()
    };
    let own = of(&|offer| offer.from == seat);
    let asking = of(&|offer| matches!(offer.reply_of(seat), Some(Reply::Pending | Reply::Accepted)));
    // They are open, so nothing is refused.
    for offer in own {
        let _ = trade::withdraw(recorder, seat, &WithdrawTrade { offer });
    }
    for offer in asking {
        let _ = trade::reject(recorder, seat, &RejectTrade { offer });
    }
}
