//! Trade: offers between players, and the bank (rules page §7).

use super::{Verdict, demand};
use crate::rules::{Refusal, Seat};
use crate::rulesets::settlers::action::{CounterTrade, OfferTrade};
use crate::rulesets::settlers::refusals::{self as no, refuse};
use crate::rulesets::settlers::resource::{Bundle, Resource};
use crate::rulesets::settlers::sight::Sight;
use crate::rulesets::settlers::state::{Offer, OfferId, Reply, Table};

/// Is trade open?
pub fn open(sight: &Sight<'_>) -> Verdict {
    demand(sight.table.trading_open, || refuse(no::TRADING_CLOSED))
}

/// Has the seat room for another open offer?
pub fn may_offer(sight: &Sight<'_>) -> Verdict {
    open(sight)?;
    let own = sight.table.offers.iter().filter(|offer| offer.from == sight.seat).count();
    let most = usize::from(sight.components.open_offers_per_seat);
    demand(own < most, || refuse(no::TOO_MANY_OFFERS))
}

/// Are these two sides of a trade, of which the seat holds its own?
fn sides(sight: &Sight<'_>, give: Bundle, get: Bundle) -> Verdict {
    demand(!give.is_empty(), || refuse(no::BAD_OFFER).of("give"))?;
    demand(!get.is_empty(), || refuse(no::BAD_OFFER).of("get"))?;
    demand(!give.shares_a_kind_with(&get), || refuse(no::BAD_OFFER).of("get"))?;
    demand(sight.hand.covers(&give), || refuse(no::CARDS_MISSING).of("give"))
}

/// May the seat make this offer? The seats to which it goes, in order.
pub fn offer(sight: &Sight<'_>, action: &OfferTrade) -> Result<Vec<Seat>, Refusal> {
    may_offer(sight)?;
    sides(sight, action.give, action.get)?;
    demand(sight.is_active() || !action.first_come, || refuse(no::NOT_YOUR_TURN).of("first_come"))?;
    let partners = partners(sight);
    let Some(named) = &action.to else { return Ok(partners) };
    let mut named = named.clone();
    let count = named.len();
    named.sort_unstable();
    named.dedup();
    let fits = !named.is_empty() && named.len() == count && named.iter().all(|seat| partners.contains(seat));
    demand(fits, || refuse(no::WRONG_RECIPIENTS).of("to"))?;
    Ok(named)
}

/// May the seat answer an offer of the active player with this one?
pub fn counter(sight: &Sight<'_>, action: &CounterTrade) -> Verdict {
    let answered = asked(sight, action.offer)?;
    demand(answered.from == sight.table.active, || refuse(no::OFFER_NOT_TO_YOU).of("offer"))?;
    may_offer(sight)?;
    sides(sight, action.give, action.get)
}

/// The seats to which an offer of this seat may go; who has given up trades no more.
pub fn partners(sight: &Sight<'_>) -> Vec<Seat> {
    if sight.is_active() {
        sight.table.playing().filter(|seat| *seat != sight.seat).collect()
    } else {
        vec![sight.table.active]
    }
}

/// The open offer of that number.
fn open_offer<'a>(sight: &Sight<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    open(sight)?;
    sight.table.offer(id).ok_or_else(|| refuse(no::OFFER_CLOSED).of("offer"))
}

/// The open offer of that number, if the seat is still to answer it.
fn asked<'a>(sight: &Sight<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    let offer = open_offer(sight, id)?;
    demand(offer.asks(sight.seat), || refuse(no::OFFER_NOT_TO_YOU).of("offer"))?;
    Ok(offer)
}

/// The offer, if the seat may accept it, be it after a rejection. Whether its maker still holds that side of it shows when
/// it is carried out.
pub fn acceptance<'a>(sight: &Sight<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    let offer = open_offer(sight, id)?;
    demand(offer.may_still_accept(sight.seat), || refuse(no::OFFER_NOT_TO_YOU).of("offer"))?;
    demand(sight.hand.covers(&offer.get), || refuse(no::CARDS_MISSING).of("offer"))?;
    Ok(offer)
}

/// The offer, if the seat may reject it: it is asked, or has accepted and takes that back.
pub fn rejection<'a>(sight: &Sight<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    let offer = open_offer(sight, id)?;
    let may = matches!(offer.reply_of(sight.seat), Some(Reply::Pending | Reply::Accepted));
    demand(may, || refuse(no::OFFER_NOT_TO_YOU).of("offer"))?;
    Ok(offer)
}

/// The offer, if the seat may carry it out with that one.
pub fn confirmation<'a>(sight: &Sight<'a>, id: OfferId, with: Seat) -> Result<&'a Offer, Refusal> {
    let offer = withdrawal(sight, id)?;
    let accepted = offer.reply_of(with) == Some(Reply::Accepted);
    demand(accepted, || refuse(no::NOT_ACCEPTED).of("with"))?;
    demand(sight.hand.covers(&offer.give), || refuse(no::CARDS_MISSING).of("offer"))?;
    Ok(offer)
}

/// The offer, if the seat may take it back.
pub fn withdrawal<'a>(sight: &Sight<'a>, id: OfferId) -> Result<&'a Offer, Refusal> {
    let offer = open_offer(sight, id)?;
    demand(offer.from == sight.seat, || refuse(no::NOT_YOUR_OFFER).of("offer"))?;
    Ok(offer)
}

/// May the seat trade with the bank? The number of cards it gives (§7.2).
pub fn maritime(sight: &Sight<'_>, give: Resource, get: Resource) -> Result<u8, Refusal> {
    maritime_at(rate(sight.table, sight.seat, give), sight, give, get)
}

/// The same for whoever knows the rate of what he gives.
pub fn maritime_at(rate: u8, sight: &Sight<'_>, give: Resource, get: Resource) -> Result<u8, Refusal> {
    open(sight)?;
    demand(give != get, || refuse(no::SAME_KIND).of("get"))?;
    demand(sight.hand.get(give) >= rate, || refuse(no::CANNOT_AFFORD).of("give"))?;
    demand(sight.table.bank.get(get) > 0, || refuse(no::BANK_EMPTY).of("get"))?;
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
