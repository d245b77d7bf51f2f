//! Trade with the supply and between players (rules page §7, B40–B43, B60, B61).

use super::Verdict;
use crate::rules::Seat;
use crate::rulesets::landnam::action::*;
use crate::rulesets::landnam::event::*;
use crate::rulesets::landnam::judge::{self, offers, supply_trade};
use crate::rulesets::landnam::refusals::{asked, refuse};
use crate::rulesets::landnam::scribe::Scribe;
use crate::rulesets::landnam::state::{Offer, OfferId};

/// Answers a question of trade.
pub(super) fn decide(scribe: &mut Scribe<'_>, seat: Seat, action: &Action) -> Verdict {
    match action {
        Action::TradeWithSupply(action) => with_supply(scribe, seat, action),
        Action::OfferTrade(action) => offer(scribe, seat, action),
        Action::AcceptOffer(action) => accept(scribe, seat, action),
        Action::DeclineOffer(action) => decline(scribe, seat, action),
        Action::WithdrawOffer(action) => withdraw(scribe, seat, action),
        Action::EndTrade(_) => end_trade(scribe, seat),
        _ => Err(refuse(asked::WRONG_PHASE)),
    }
}

/// Cards go to the supply at the best rate, and one of another kind comes back.
fn with_supply(scribe: &mut Scribe<'_>, seat: Seat, action: &TradeWithSupply) -> Verdict {
    let TradeWithSupply { give, get } = *action;
    let rate = supply_trade::supply_trade(&scribe.sight(seat), give, get)?;
    scribe.tell(Event::SupplyTraded(SupplyTraded { seat, give, rate, get }));
    hand_changed(scribe, seat);
    Ok(())
}

/// An offer, or a counter-offer, is laid on the table; the maker's former one is gone.
fn offer(scribe: &mut Scribe<'_>, seat: Seat, action: &OfferTrade) -> Verdict {
    let to = offers::offer(&scribe.sight(seat), action)?;
    close_offer_of(scribe, seat, Closing::Replaced);
    let made = scribe.table().trading().map_or(0, |trading| trading.offers_made);
    let (offer, give, want) = (OfferId(made + 1), action.give, action.want);
    scribe.tell(Event::TradeOffered(TradeOffered { offer, seat, to, give, want }));
    Ok(())
}

/// The first acceptance is carried out at once.
fn accept(scribe: &mut Scribe<'_>, seat: Seat, action: &AcceptOffer) -> Verdict {
    let &Offer { id, maker, give, want, .. } = offers::acceptance(&scribe.sight(seat), action.offer)?;
    scribe.tell(Event::TradeMade(TradeMade { offer: id, maker, seat, give, want }));
    hand_changed(scribe, seat);
    Ok(())
}

/// One seat declines. An offer that everybody has declined still stands: each of them may yet accept it (B40).
pub(super) fn decline(scribe: &mut Scribe<'_>, seat: Seat, action: &DeclineOffer) -> Verdict {
    let maker = offers::asked(&scribe.sight(seat), action.offer)?.maker;
    scribe.tell(Event::OfferDeclined(OfferDeclined { offer: action.offer, seat, maker }));
    Ok(())
}

/// The maker takes his offer back.
fn withdraw(scribe: &mut Scribe<'_>, seat: Seat, action: &WithdrawOffer) -> Verdict {
    offers::withdrawal(&scribe.sight(seat), action.offer)?;
    close_offer_of(scribe, seat, Closing::Withdrawn);
    Ok(())
}

/// The active player ends trade.
fn end_trade(scribe: &mut Scribe<'_>, seat: Seat) -> Verdict {
    judge::open_trade(&scribe.sight(seat))?;
    close(scribe);
    Ok(())
}

/// Trade is over, if it was not: every open offer goes with it.
pub(super) fn close(scribe: &mut Scribe<'_>) {
    if scribe.table().trading().is_some_and(|trading| !trading.closed) {
        close_offers(scribe);
        let seat = scribe.table().active;
        scribe.tell(Event::TradeEnded(TradeEnded { seat }));
    }
}

/// Every open offer is gone.
pub(super) fn close_offers(scribe: &mut Scribe<'_>) {
    let Some(trading) = scribe.table().trading() else { return };
    let makers: Vec<Seat> = trading.offers.iter().map(|offer| offer.maker).collect();
    for maker in makers {
        close_offer_of(scribe, maker, Closing::TradeEnded);
    }
}

/// Any change of the maker's hand withdraws his offer, so that nothing is learnt from one that fails (B40).
fn hand_changed(scribe: &mut Scribe<'_>, seat: Seat) {
    close_offer_of(scribe, seat, Closing::HandChanged);
}

/// The offer of a seat that gives up is taken back.
pub(super) fn withdraw_offer_of(scribe: &mut Scribe<'_>, seat: Seat) {
    close_offer_of(scribe, seat, Closing::Withdrawn);
}

fn close_offer_of(scribe: &mut Scribe<'_>, seat: Seat, why: Closing) {
    let offer = scribe.table().trading().and_then(|trading| trading.offer_of(seat)).map(|offer| offer.id);
    if let Some(offer) = offer {
        scribe.tell(Event::OfferClosed(OfferClosed { offer, seat, why }));
    }
}
