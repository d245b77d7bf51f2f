//! Folding in what happened in trade (rules page §7).

use crate::landnam::event::*;
use crate::landnam::resource::Bundle;
use crate::landnam::state::{Offer, OfferId, Phase, State, Table, Trading};
use rules::Seat;

/// Phase 3 begins.
pub fn trade_begun(state: &mut State) {
    let seats = state.table.players.len();
    state.table.phase =
        Phase::Trading(Trading { made_by: vec![0; seats], trade_acts: vec![0; seats], ..Trading::default() });
}

/// Cards went to the supply and one came back.
pub fn supply_traded(state: &mut State, event: &SupplyTraded) {
    state.secret.take(event.seat, Bundle::of(event.give, event.rate));
    state.secret.give(event.seat, Bundle::of(event.get, 1));
    acted(&mut state.table);
}

pub fn trade_offered(state: &mut State, event: &TradeOffered) {
    count_offer_act(&mut state.table, event.seat);
    let Some(trading) = trading(&mut state.table) else { return };
    trading.offers_made += 1;
    if let Some(made) = trading.made_by.get_mut(usize::from(event.seat)) {
        *made = made.saturating_add(1);
    }
    trading.offers.push(Offer {
        id: event.offer,
        maker: event.seat,
        to: event.to.clone(),
        give: event.give,
        want: event.want,
        declined: Vec::new(),
    });
}

/// One seat will not have it.
pub fn offer_declined(state: &mut State, event: &OfferDeclined) {
    let active = state.table.active;
    let Some(trading) = trading(&mut state.table) else { return };
    if let Some(offer) = trading.offers.iter_mut().find(|offer| offer.id == event.offer) {
        offer.declined.push(event.seat);
    }
    if event.seat == active {
        trading.acts += 1;
    }
}

/// An offer is gone. Taking one's own back is an act; the other reasons are not.
pub fn offer_closed(state: &mut State, event: &OfferClosed) {
    if event.why == Closing::Withdrawn {
        count_offer_act(&mut state.table, event.seat);
    }
    forget(&mut state.table, event.offer);
}

pub fn trade_made(state: &mut State, event: &TradeMade) {
    let secret = &mut state.secret;
    secret.take(event.maker, event.give);
    secret.take(event.seat, event.want);
    secret.give(event.maker, event.want);
    secret.give(event.seat, event.give);
    forget(&mut state.table, event.offer);
    if event.seat == state.table.active {
        acted(&mut state.table);
    }
}

pub fn trade_ended(state: &mut State) {
    if let Some(trading) = trading(&mut state.table) {
        trading.closed = true;
        trading.acts += 1;
    }
}

/// The data of phase 3.
pub(super) fn trading(table: &mut Table) -> Option<&mut Trading> {
    match &mut table.phase {
        Phase::Trading(trading) => Some(trading),
        _ => None,
    }
}

/// The active player has acted, so that his question has a new name.
pub(super) fn acted(table: &mut Table) {
    if let Some(trading) = trading(table) {
        trading.acts += 1;
    }
}

fn count_offer_act(table: &mut Table, seat: Seat) {
    let active = table.active;
    let Some(trading) = trading(table) else { return };
    if seat == active {
        trading.acts += 1;
    } else if let Some(acts) = trading.trade_acts.get_mut(usize::from(seat)) {
        *acts += 1;
    }
}

fn forget(table: &mut Table, id: OfferId) {
    if let Some(trading) = trading(table) {
        trading.offers.retain(|offer| offer.id != id);
    }
}
