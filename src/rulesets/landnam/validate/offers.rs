//! Offers between players: who may make, accept, decline and withdraw which (rules page §7, B40, B60, B61).

use super::open_trade;
use crate::landnam::action::OfferTrade;
use crate::landnam::player_view::PlayerView;
use crate::landnam::refusals::{refuse, shared, trade as no};
use crate::landnam::state::{Offer, OfferId};
use rules::{Refusal, Seat};

/// May the seat make this offer? The seats to which it goes, in order.
pub fn offer(player: &PlayerView<'_>, action: &OfferTrade) -> Result<Vec<Seat>, Refusal> {
    may_offer(player)?;
    if action.give.is_empty() {
        return Err(refuse(no::GIFT).of("give"));
    }
    if action.want.is_empty() {
        return Err(refuse(no::GIFT).of("want"));
    }
    if action.give.shares_a_kind_with(&action.want) {
        return Err(refuse(no::KIND_ON_BOTH_SIDES).of("want"));
    }
    if !player.hand.covers(&action.give) {
        return Err(refuse(shared::CARDS_NOT_HELD).of("give"));
    }
    recipients(player, action.to.as_deref())
}

/// Is trade open, and has the seat offers left in this turn?
pub fn may_offer(player: &PlayerView<'_>) -> Result<(), Refusal> {
    let trading = open_trade(player)?;
    if trading.made_by(player.seat) >= player.components.offers_per_seat_and_turn {
        return Err(refuse(no::TOO_MANY_OFFERS));
    }
    Ok(())
}

/// The seats to which an offer of this seat may go.
pub fn partners(player: &PlayerView<'_>) -> Vec<Seat> {
    if player.is_active() {
        player.table.playing().filter(|&seat| seat != player.seat).collect()
    } else {
        vec![player.table.active]
    }
}

fn recipients(player: &PlayerView<'_>, to: Option<&[Seat]>) -> Result<Vec<Seat>, Refusal> {
    let partners = partners(player);
    let Some(named) = to else { return Ok(partners) };
    let mut named = named.to_vec();
    let count = named.len();
    named.sort_unstable();
    named.dedup();
    if named.is_empty() || named.len() < count || !named.iter().all(|seat| partners.contains(seat)) {
        return Err(refuse(no::WRONG_RECIPIENTS).of("to"));
    }
    Ok(named)
}

fn open_offer<'a>(player: &PlayerView<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    let offer = player.table.trading().and_then(|trading| trading.offer(id));
    offer.ok_or_else(|| refuse(no::OFFER_CLOSED).of("offer"))
}

/// The open offer of that number, if the seat is asked.
pub fn asked<'a>(player: &PlayerView<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    let offer = open_offer(player, id)?;
    if offer.asks(player.seat) { Ok(offer) } else { Err(refuse(no::OFFER_NOT_TO_YOU).of("offer")) }
}

/// The offer, if the seat may accept it, be it after declining. Its maker holds what is given: any change of that hand
/// closes it (B40).
pub fn acceptance<'a>(player: &PlayerView<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    let offer = open_offer(player, id)?;
    if !offer.to.contains(&player.seat) {
        return Err(refuse(no::OFFER_NOT_TO_YOU).of("offer"));
    }
    if player.hand.covers(&offer.want) { Ok(offer) } else { Err(refuse(shared::CARDS_NOT_HELD).of("offer")) }
}

/// The offer, if the seat may take it back.
pub fn withdrawal<'a>(player: &PlayerView<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    let offer = open_offer(player, id)?;
    if offer.maker == player.seat { Ok(offer) } else { Err(refuse(no::NOT_YOUR_OFFER).of("offer")) }
}
