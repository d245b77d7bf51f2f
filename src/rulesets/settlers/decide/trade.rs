//! Trade with other players and with the bank (rules page §7).

use super::Verdict;
use crate::settlers::action::{
    AcceptTrade, ConfirmTrade, CounterTrade, MaritimeTrade, OfferTrade, RejectTrade, WithdrawTrade,
};
use crate::settlers::event::{
    Closing, Event, MaritimeTraded, OfferClosed, TradeAccepted, TradeMade, TradeOffered, TradeRejected,
    TradingClosed,
};
use crate::settlers::recorder::Recorder;
use crate::settlers::state::{Offer, OfferId};
use crate::settlers::validate::offers as validate;
use rules::Seat;

/// An offer is laid on the table.
pub fn offer(recorder: &mut Recorder<'_>, seat: Seat, action: &OfferTrade) -> Verdict {
    let to = validate::offer(&recorder.player_view(seat), action)?;
    let OfferTrade { give, get, first_come, .. } = *action;
    let offer = next(recorder);
    recorder.record(Event::TradeOffered(TradeOffered {
        offer,
        seat,
        to,
        give,
        get,
        answers: None,
        first_come,
    }));
    Ok(())
}

/// An offer is rejected, and another made to the active player.
pub fn counter(recorder: &mut Recorder<'_>, seat: Seat, action: &CounterTrade) -> Verdict {
    validate::counter(&recorder.player_view(seat), action)?;
    rejected(recorder, seat, action.offer);
    let CounterTrade { give, get, offer: answered } = *action;
    let (offer, to, answers) = (next(recorder), vec![recorder.table().active], Some(answered));
    recorder.record(Event::TradeOffered(TradeOffered {
        offer,
        seat,
        to,
        give,
        get,
        answers,
        first_come: false,
    }));
    Ok(())
}

/// An acceptance is carried out at once where nothing is left to choose: an offer to the active player, one to a single
/// seat, or the first acceptance of one that says so. Else the active player confirms it.
pub fn accept(recorder: &mut Recorder<'_>, seat: Seat, action: &AcceptTrade) -> Verdict {
    let offer = validate::acceptance(&recorder.player_view(seat), action.offer)?.clone();
    if offer.from != recorder.table().active || offer.to.len() == 1 || offer.first_come {
        carry_out(recorder, &offer, seat, seat);
    } else {
        recorder.record(Event::TradeAccepted(TradeAccepted { offer: offer.id, seat }));
    }
    Ok(())
}

/// One seat rejects. An offer that everybody has rejected still stands: each of them may yet accept it.
pub fn reject(recorder: &mut Recorder<'_>, seat: Seat, action: &RejectTrade) -> Verdict {
    validate::rejection(&recorder.player_view(seat), action.offer)?;
    rejected(recorder, seat, action.offer);
    Ok(())
}

/// The active player chooses one who has accepted.
pub fn confirm(recorder: &mut Recorder<'_>, seat: Seat, action: &ConfirmTrade) -> Verdict {
    let offer = validate::confirmation(&recorder.player_view(seat), action.offer, action.with)?.clone();
    carry_out(recorder, &offer, action.with, seat);
    Ok(())
}

pub fn withdraw(recorder: &mut Recorder<'_>, seat: Seat, action: &WithdrawTrade) -> Verdict {
    let offer = validate::withdrawal(&recorder.player_view(seat), action.offer)?.id;
    let closed = OfferClosed { offer, maker: seat, why: Closing::Withdrawn, seat: Some(seat) };
    recorder.record(Event::OfferClosed(closed));
    Ok(())
}

/// Cards for a card of the bank.
pub fn maritime(recorder: &mut Recorder<'_>, seat: Seat, action: &MaritimeTrade) -> Verdict {
    let MaritimeTrade { give, get } = *action;
    let rate = validate::maritime(&recorder.player_view(seat), give, get)?;
    recorder.record(Event::MaritimeTraded(MaritimeTraded { seat, give, rate, get }));
    Ok(())
}

/// Trade is over for this turn, if it was not: every open offer goes with it.
pub fn close(recorder: &mut Recorder<'_>) {
    if !recorder.table().trading_open {
        return;
    }
    let open: Vec<(OfferId, Seat)> =
        recorder.table().offers.iter().map(|offer| (offer.id, offer.from)).collect();
    for (offer, maker) in open {
        recorder.record(Event::OfferClosed(OfferClosed {
            offer,
            maker,
            why: Closing::TradingClosed,
            seat: None,
        }));
    }
    let seat = recorder.table().active;
    recorder.record(Event::TradingClosed(TradingClosed { seat }));
}

/// Both sides are looked at again: where one lacks its cards the offer closes instead, which is what the rules page
/// asks for; a refusal could change nothing.
fn carry_out(recorder: &mut Recorder<'_>, offer: &Offer, with: Seat, acting: Seat) {
    let &Offer { id, from, give, get, .. } = offer;
    let secret = &recorder.state().secret;
    let both_hold = secret.hand(from).covers(&give) && secret.hand(with).covers(&get);
    recorder.record(if both_hold {
        Event::TradeMade(TradeMade { offer: id, maker: from, seat: with, give, get })
    } else {
        let why = Closing::CardsMissing;
        Event::OfferClosed(OfferClosed { offer: id, maker: from, why, seat: Some(acting) })
    });
}

fn rejected(recorder: &mut Recorder<'_>, seat: Seat, offer: OfferId) {
    recorder.record(Event::TradeRejected(TradeRejected { offer, seat }));
}

fn next(recorder: &Recorder<'_>) -> OfferId {
    OfferId(recorder.table().offers_made + 1)
}
