//! Trade: offers between players, and the bank (rules page §7).

use super::{Verdict, ensure};
use crate::settlers::action::{CounterTrade, OfferTrade};
use crate::settlers::player_view::PlayerView;
use crate::settlers::refusals::{self as no, refuse};
use crate::settlers::resource::{Bundle, Resource};
use crate::settlers::state::{Offer, OfferId, Reply, Table};
use rules::{Refusal, Seat};

pub fn open(player: &PlayerView<'_>) -> Verdict {
    ensure(player.table.trading_open, || refuse(no::TRADING_CLOSED))
}

/// Has the seat room for another open offer?
pub fn may_offer(player: &PlayerView<'_>) -> Verdict {
    open(player)?;
    let own = player.table.offers.iter().filter(|offer| offer.from == player.seat).count();
    let most = usize::from(player.components.open_offers_per_seat);
    ensure(own < most, || refuse(no::TOO_MANY_OFFERS))
}

/// Are these two sides of a trade, of which the seat holds its own?
fn sides(player: &PlayerView<'_>, give: Bundle, get: Bundle) -> Verdict {
    ensure(!give.is_empty(), || refuse(no::BAD_OFFER).of("give"))?;
    ensure(!get.is_empty(), || refuse(no::BAD_OFFER).of("get"))?;
    ensure(!give.shares_a_kind_with(&get), || refuse(no::BAD_OFFER).of("get"))?;
    ensure(player.hand.covers(&give), || refuse(no::CARDS_MISSING).of("give"))
}

/// May the seat make this offer? The seats to which it goes, in order.
pub fn offer(player: &PlayerView<'_>, action: &OfferTrade) -> Result<Vec<Seat>, Refusal> {
    may_offer(player)?;
    sides(player, action.give, action.get)?;
    ensure(player.is_active() || !action.first_come, || refuse(no::NOT_YOUR_TURN).of("first_come"))?;
    let partners = partners(player);
    let Some(named) = &action.to else { return Ok(partners) };
    let mut named = named.clone();
    let count = named.len();
    named.sort_unstable();
    named.dedup();
    let fits = !named.is_empty() && named.len() == count && named.iter().all(|seat| partners.contains(seat));
    ensure(fits, || refuse(no::WRONG_RECIPIENTS).of("to"))?;
    Ok(named)
}

/// May the seat answer an offer of the active player with this one?
pub fn counter(player: &PlayerView<'_>, action: &CounterTrade) -> Verdict {
    let answered = asked(player, action.offer)?;
    ensure(answered.from == player.table.active, || refuse(no::OFFER_NOT_TO_YOU).of("offer"))?;
    may_offer(player)?;
    sides(player, action.give, action.get)
}

/// The seats to which an offer of this seat may go; who has given up trades no more.
pub fn partners(player: &PlayerView<'_>) -> Vec<Seat> {
    if player.is_active() {
        player.table.playing().filter(|seat| *seat != player.seat).collect()
    } else {
        vec![player.table.active]
    }
}

fn open_offer<'a>(player: &PlayerView<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    open(player)?;
    player.table.offer(id).ok_or_else(|| refuse(no::OFFER_CLOSED).of("offer"))
}

/// The open offer of that number, if the seat is still to answer it.
fn asked<'a>(player: &PlayerView<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    let offer = open_offer(player, id)?;
    ensure(offer.asks(player.seat), || refuse(no::OFFER_NOT_TO_YOU).of("offer"))?;
    Ok(offer)
}

/// The offer, if the seat may accept it, be it after a rejection. Whether its maker still holds that side of it shows when
/// it is carried out.
pub fn acceptance<'a>(player: &PlayerView<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    let offer = open_offer(player, id)?;
    ensure(offer.may_still_accept(player.seat), || refuse(no::OFFER_NOT_TO_YOU).of("offer"))?;
    ensure(player.hand.covers(&offer.get), || refuse(no::CARDS_MISSING).of("offer"))?;
    Ok(offer)
}

/// The offer, if the seat may reject it: it is asked, or has accepted and takes that back.
pub fn rejection<'a>(player: &PlayerView<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    let offer = open_offer(player, id)?;
    let may = matches!(offer.reply_of(player.seat), Some(Reply::Pending | Reply::Accepted));
    ensure(may, || refuse(no::OFFER_NOT_TO_YOU).of("offer"))?;
    Ok(offer)
}

/// The offer, if the seat may carry it out with that one.
pub fn confirmation<'a>(player: &PlayerView<'a>, id: OfferId, with: Seat) -> Result<&'a Offer, Refusal> {
    let offer = withdrawal(player, id)?;
    let accepted = offer.reply_of(with) == Some(Reply::Accepted);
    ensure(accepted, || refuse(no::NOT_ACCEPTED).of("with"))?;
    ensure(player.hand.covers(&offer.give), || refuse(no::CARDS_MISSING).of("offer"))?;
    Ok(offer)
}

/// The offer, if the seat may take it back.
pub fn withdrawal<'a>(player: &PlayerView<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    let offer = open_offer(player, id)?;
    ensure(offer.from == player.seat, || refuse(no::NOT_YOUR_OFFER).of("offer"))?;
    Ok(offer)
}

/// May the seat trade with the bank? The number of cards it gives (§7.2).
pub fn maritime(player: &PlayerView<'_>, give: Resource, get: Resource) -> Result<u8, Refusal> {
    maritime_at(rate(player.table, player.seat, give), player, give, get)
}

/// The same for whoever knows the rate of what he gives.
pub fn maritime_at(rate: u8, player: &PlayerView<'_>, give: Resource, get: Resource) -> Result<u8, Refusal> {
    open(player)?;
    ensure(give != get, || refuse(no::SAME_KIND).of("get"))?;
    ensure(player.hand.get(give) >= rate, || refuse(no::CANNOT_AFFORD).of("give"))?;
    ensure(player.table.bank.get(get) > 0, || refuse(no::BANK_EMPTY).of("get"))?;
    Ok(rate)
}

/// The best rate of a seat for one kind: 2 with its harbour, 3 with a generic one, else 4.
pub fn rate(table: &Table, seat: Seat, kind: Resource) -> u8 {
    let harbours = table.buildings_of(seat).filter_map(|(vertex, _)| table.board.harbour(vertex));
    let rates = harbours.map(|harbour| match harbour.resource() {
        None => 3,
        Some(only) if only == kind => 2,
        Some(_) => 4,
    });
    rates.min().unwrap_or(4)
}

/// The rates of a seat for every kind.
pub fn rates(table: &Table, seat: Seat) -> Bundle {
    Bundle::new(Resource::ALL.map(|kind| rate(table, seat, kind)))
}
