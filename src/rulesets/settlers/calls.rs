//! Who is called for offers and their answers, beyond the questions themselves (rules page §7.1).
//!
//! May know: everything. What a call depends on is told to nobody but the seat that is called.

use super::components::Components;
use super::event::{Closing, Event};
use super::player_view::PlayerView;
use super::question::{Question, of_seat};
use super::state::{Offer, State, Table};
use super::validate::offers;
use rules::{Decision, Seat};

/// Is it worth a call? An offer is if the seat can accept it, or if it answers one of the seat's own; an acceptance is if
/// the seat can confirm it.
pub fn deserves(components: &Components, state: &State, decision: &Decision) -> bool {
    let (table, seat) = (&state.table, decision.seat);
    let question = of_seat(table, seat).find(|question| question.decision(table, seat).id == decision.id);
    let player = PlayerView::of(components, state, seat);
    match question {
        Some(Question::TradeAnswer(id)) => {
            let is_counter = table.offer(id).is_some_and(|offer| offer.answers.is_some());
            is_counter || offers::acceptance(&player, id).is_ok()
        }
        Some(Question::ConfirmTrade(id)) => {
            table.offer(id).is_some_and(|offer| player.hand.covers(&offer.give))
        }
        _ => true,
    }
}

/// The maker of an offer that was carried out, fell through or was rejected by all.
pub fn answered(table: &Table, event: &Event) -> Option<Seat> {
    match event {
        Event::TradeMade(made) => Some(made.maker),
        Event::OfferClosed(closed) if closed.why == Closing::CardsMissing => Some(closed.maker),
        Event::TradeRejected(rejected) => {
            table.offer(rejected.offer).filter(|offer| offer.is_rejected()).map(|offer: &Offer| offer.from)
        }
        _ => None,
    }
}
