//! Trade with other players and with the bank (rules page §7).

use super::Verdict;
use crate::rules::Seat;
use crate::rulesets::settlers::action::{
    AcceptTrade, ConfirmTrade, CounterTrade, MaritimeTrade, OfferTrade, RejectTrade, WithdrawTrade,
};
use crate::rulesets::settlers::event::{
    Closing, Event, MaritimeTraded, OfferClosed, TradeAccepted, TradeMade, TradeOffered, TradeRejected,
    TradingClosed,
};
use crate::rulesets::settlers::judge::offers as judge;
use crate::rulesets::settlers::scribe::Scribe;
use crate::rulesets::settlers::state::{Offer, OfferId};

/// An offer is laid on the table.
pub fn offer(scribe: &mut Scribe<'_>, seat: Seat, action: &OfferTrade) -> Verdict {
    let to = judge::offer(&scribe.sight(seat), action)?;
    let OfferTrade { give, get, first_come, .. } = *action;
    let offer = next(scribe);
    scribe.tell(Event::TradeOffered(TradeOffered { offer, seat, to, give, get, answers: None, first_come }));
    Ok(())
}

/// An offer is rejected, and another made to the active player.
pub fn counter(scribe: &mut Scribe<'_>, seat: Seat, action: &CounterTrade) -> Verdict {
    judge::counter(&scribe.sight(seat), action)?;
    rejected(scribe, seat, action.offer);
    let CounterTrade { give, get, offer: answered } = *action;
    let (offer, to, answers) = (next(scribe), vec![scribe.table().active], Some(answered));
    scribe.tell(Event::TradeOffered(TradeOffered { offer, seat, to, give, get, answers, first_come: false }));
    Ok(())
}

/// An acceptance is carried out at once where nothing is left to choose: an offer to the active player, one to a single
/// seat, or the first acceptance of one that says so. Else the active player confirms it.
pub fn accept(scribe: &mut Scribe<'_>, seat: Seat, action: &AcceptTrade) -> Verdict {
    let offer = judge::acceptance(&scribe.sight(seat), action.offer)?.clone();
    if offer.from != scribe.table().active || offer.to.len() == 1 || offer.first_come {
        carry_out(scribe, &offer, seat, seat);
    } else {
        scribe.tell(Event::TradeAccepted(TradeAccepted { offer: offer.id, seat }));
    }
    Ok(())
}

/// One seat rejects. An offer that everybody has rejected still stands: each of them may yet accept it.
pub fn reject(scribe: &mut Scribe<'_>, seat: Seat, action: &RejectTrade) -> Verdict {
    judge::rejection(&scribe.sight(seat), action.offer)?;
    rejected(scribe, seat, action.offer);
    Ok(())
}

/// The active player chooses one who has accepted.
pub fn confirm(scribe: &mut Scribe<'_>, seat: Seat, action: &ConfirmTrade) -> Verdict {
    let offer = judge::confirmation(&scribe.sight(seat), action.offer, action.with)?.clone();
    carry_out(scribe, &offer, action.with, seat);
    Ok(())
}

/// The maker takes his offer back.
pub fn withdraw(scribe: &mut Scribe<'_>, seat: Seat, action: &WithdrawTrade) -> Verdict {
    let offer = judge::withdrawal(&scribe.sight(seat), action.offer)?.id;
    let closed = OfferClosed { offer, maker: seat, why: Closing::Withdrawn, seat: Some(seat) };
    scribe.tell(Event::OfferClosed(closed));
    Ok(())
}

/// Cards for a card of the bank.
pub fn maritime(scribe: &mut Scribe<'_>, seat: Seat, action: &MaritimeTrade) -> Verdict {
    let MaritimeTrade { give, get } = *action;
    let rate = judge::maritime(&scribe.sight(seat), give, get)?;
    scribe.tell(Event::MaritimeTraded(MaritimeTraded { seat, give, rate, get }));
    Ok(())
}

/// Trade is over for this turn, if it was not: every open offer goes with it.
pub fn close(scribe: &mut Scribe<'_>) {
    if !scribe.table().trading_open {
        return;
    }
    let open: Vec<(OfferId, Seat)> =
        scribe.table().offers.iter().map(|offer| (offer.id, offer.from)).collect();
    for (offer, maker) in open {
        scribe.tell(Event::OfferClosed(OfferClosed {
            offer,
            maker,
            why: Closing::TradingClosed,
            seat: None,
        }));
    }
    let seat = scribe.table().active;
    scribe.tell(Event::TradingClosed(TradingClosed { seat }));
}

/// Both sides are looked at again: where one lacks its cards the offer closes instead, which is what the rules page
/// asks for; a refusal could change nothing.
fn carry_out(scribe: &mut Scribe<'_>, offer: &Offer, with: Seat, acting: Seat) {
    let &Offer { id, from, give, get, .. } = offer;
    let secret = &scribe.state().secret;
    let both_hold = secret.hand(from).covers(&give) && secret.hand(with).covers(&get);
    scribe.tell(if both_hold {
        Event::TradeMade(TradeMade { offer: id, maker: from, seat: with, give, get })
    } else {
        let why = Closing::CardsMissing;
        Event::OfferClosed(OfferClosed { offer: id, maker: from, why, seat: Some(acting) })
    });
}

fn rejected(scribe: &mut Scribe<'_>, seat: Seat, offer: OfferId) {
    scribe.tell(Event::TradeRejected(TradeRejected { offer, seat }));
}

fn next(scribe: &Scribe<'_>) -> OfferId {
    OfferId(scribe.table().offers_made + 1)
}
