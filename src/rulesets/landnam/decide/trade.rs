//! Trade with the supply and between players (rules page §7, B40–B43, B60, B61).

use super::Verdict;
use crate::landnam::action::*;
use crate::landnam::event::*;
use crate::landnam::recorder::Recorder;
use crate::landnam::refusals::{asked, refuse};
use crate::landnam::state::{Offer, OfferId};
use crate::landnam::validate::{self, offers, supply_trade};
use rules::Seat;

pub(super) fn decide(recorder: &mut Recorder<'_>, seat: Seat, action: &Action) -> Verdict {
    match action {
        Action::TradeWithSupply(action) => with_supply(recorder, seat, action),
        Action::OfferTrade(action) => offer(recorder, seat, action),
        Action::AcceptOffer(action) => accept(recorder, seat, action),
        Action::DeclineOffer(action) => decline(recorder, seat, action),
        Action::WithdrawOffer(action) => withdraw(recorder, seat, action),
        Action::EndTrade(_) => end_trade(recorder, seat),
        _ => Err(refuse(asked::WRONG_PHASE)),
    }
}

/// Cards go to the supply at the best rate, and one of another kind comes back.
fn with_supply(recorder: &mut Recorder<'_>, seat: Seat, action: &TradeWithSupply) -> Verdict {
    let TradeWithSupply { give, get } = *action;
    let rate = supply_trade::supply_trade(&recorder.player_view(seat), give, get)?;
    recorder.record(Event::SupplyTraded(SupplyTraded { seat, give, rate, get }));
    hand_changed(recorder, seat);
    Ok(())
}

/// An offer, or a counter-offer, is laid on the table; the maker's former one is gone.
fn offer(recorder: &mut Recorder<'_>, seat: Seat, action: &OfferTrade) -> Verdict {
    let to = offers::offer(&recorder.player_view(seat), action)?;
    close_offer_of(recorder, seat, Closing::Replaced);
    let made = recorder.table().trading().map_or(0, |trading| trading.offers_made);
    let (offer, give, want) = (OfferId(made + 1), action.give, action.want);
    recorder.record(Event::TradeOffered(TradeOffered { offer, seat, to, give, want }));
    Ok(())
}

/// The first acceptance is carried out at once.
fn accept(recorder: &mut Recorder<'_>, seat: Seat, action: &AcceptOffer) -> Verdict {
    let &Offer { id, maker, give, want, .. } = offers::acceptance(&recorder.player_view(seat), action.offer)?;
    recorder.record(Event::TradeMade(TradeMade { offer: id, maker, seat, give, want }));
    hand_changed(recorder, seat);
    Ok(())
}

/// One seat declines. An offer that everybody has declined still stands: each of them may yet accept it (B40).
pub(super) fn decline(recorder: &mut Recorder<'_>, seat: Seat, action: &DeclineOffer) -> Verdict {
    let maker = offers::asked(&recorder.player_view(seat), action.offer)?.maker;
    recorder.record(Event::OfferDeclined(OfferDeclined { offer: action.offer, seat, maker }));
    Ok(())
}

fn withdraw(recorder: &mut Recorder<'_>, seat: Seat, action: &WithdrawOffer) -> Verdict {
    offers::withdrawal(&recorder.player_view(seat), action.offer)?;
    close_offer_of(recorder, seat, Closing::Withdrawn);
    Ok(())
}

fn end_trade(recorder: &mut Recorder<'_>, seat: Seat) -> Verdict {
    validate::open_trade(&recorder.player_view(seat))?;
    close(recorder);
    Ok(())
}

/// Trade is over, if it was not: every open offer goes with it.
pub(super) fn close(recorder: &mut Recorder<'_>) {
    if recorder.table().trading().is_some_and(|trading| !trading.closed) {
        close_offers(recorder);
        let seat = recorder.table().active;
        recorder.record(Event::TradeEnded(TradeEnded { seat }));
    }
}

pub(super) fn close_offers(recorder: &mut Recorder<'_>) {
    let Some(trading) = recorder.table().trading() else { return };
    let makers: Vec<Seat> = trading.offers.iter().map(|offer| offer.maker).collect();
    for maker in makers {
        close_offer_of(recorder, maker, Closing::TradeEnded);
    }
}

/// Any change of the maker's hand withdraws his offer, so that nothing is learnt from one that fails (B40).
fn hand_changed(recorder: &mut Recorder<'_>, seat: Seat) {
    close_offer_of(recorder, seat, Closing::HandChanged);
}

/// The offer of a seat that gives up is taken back.
pub(super) fn withdraw_offer_of(recorder: &mut Recorder<'_>, seat: Seat) {
    close_offer_of(recorder, seat, Closing::Withdrawn);
}

fn close_offer_of(recorder: &mut Recorder<'_>, seat: Seat, why: Closing) {
    let offer = recorder.table().trading().and_then(|trading| trading.offer_of(seat)).map(|offer| offer.id);
    if let Some(offer) = offer {
        recorder.record(Event::OfferClosed(OfferClosed { offer, seat, why }));
    }
}
