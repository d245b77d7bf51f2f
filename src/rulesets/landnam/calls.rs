//! Who is called for offers and their answers, beyond the questions themselves (rules page §5.8, B40).
//!
//! May know: everything. What a call depends on is told to nobody but the seat that is called.

use super::components::Components;
use super::event::Event;
use super::player_view::PlayerView;
use super::question::{Question, of_seat};
use super::state::{Offer, State, Table};
use super::validate::offers;
use rules::{Decision, Seat};

/// Is it worth a call? An offer is if the seat can accept it, or if it counters one of the seat's own.
pub fn deserves(components: &Components, state: &State, decision: &Decision) -> bool {
    let (table, seat) = (&state.table, decision.seat);
    let question = of_seat(table, seat).find(|question| question.decision(table, seat).id == decision.id);
    match question {
        Some(Question::TradeAnswer { offer, .. }) => {
            let is_counter = offer_of(table, seat).is_some_and(|own| {
                let open = table.trading().and_then(|trading| trading.offer(offer));
                open.is_some_and(|counter| own.to.contains(&counter.maker))
            });
            is_counter || offers::acceptance(&PlayerView::of(components, state, seat), offer).is_ok()
        }
        _ => true,
    }
}

/// The maker of an offer that was carried out or declined by all, and who asked for a hand-over that is decided.
pub fn answered(table: &Table, event: &Event) -> Option<Seat> {
    match event {
        Event::TradeMade(made) => Some(made.maker),
        Event::OfferDeclined(declined) => {
            let offer = table.trading().and_then(|trading| trading.offer(declined.offer));
            offer.filter(|offer| offer.is_declined()).map(|offer| offer.maker)
        }
        Event::HandOverAccepted(decided) => Some(decided.from),
        Event::HandOverDeclined(decided) => Some(decided.from),
        Event::HandOverVoided(decided) => Some(decided.from),
        _ => None,
    }
}

fn offer_of(table: &Table, seat: Seat) -> Option<&Offer> {
    table.trading().and_then(|trading| trading.offer_of(seat))
}
