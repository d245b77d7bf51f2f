//! Whether an order makes sense for the seat that gives it.

use super::lookout::Lookout;
use super::{Order, SuitsMeant};
use crate::landnam::card::FateCard;
use crate::landnam::resource::Resource;
use crate::landnam::state::Side;
use rules::{Refusal, Seat};

type Verdict = Result<(), Refusal>;

fn no(field: &'static str, sentence: &'static str) -> Refusal {
    Refusal::new("invalid_order", sentence).of(field)
}

/// The order as it is kept, or the refusal that names the field that makes no sense.
pub fn accept(lookout: &Lookout<'_>, order: Order) -> Result<Order, Refusal> {
    let kept = complete(lookout, order);
    match &kept {
        Order::Yield(order) => limit(lookout, "holding_fewer_than", order.holding_fewer_than),
        Order::Sue(order) => limit(lookout, "stake", Some(order.stake)).and(suits(
            lookout,
            &order.suits,
            Some(Side::Plaintiff),
        )),
        Order::Raise(order) => {
            limit(lookout, "up_to", Some(order.up_to)).and(suits(lookout, &order.suits, None))
        }
        Order::HandOver(order) => other_seat(lookout, "to", order.to)
            .and(limit(lookout, "from", order.from))
            .and(suits(lookout, &order.suits, None)),
        Order::Concede(order) => limit(lookout, "from", order.from).and(suits(lookout, &order.suits, None)),
        Order::TakeOver(order) => limit(lookout, "up_to", Some(order.up_to))
            .and(seats(lookout, "of", order.of.as_deref()))
            .and(any_unit(lookout, &order.suits)),
        Order::DeclineSuits(order) => limit(lookout, "leaving_fewer_than", order.leaving_fewer_than)
            .and(any_unit(lookout, &order.suits)),
        Order::AlthingCard(order) => card(order.card).and(limit(lookout, "from", order.from)).and(suits(
            lookout,
            &order.suits,
            Some(Side::Defendant),
        )),
        Order::Flee(order) => {
            let says = !order.places.is_empty() || !order.terrains.is_empty() || order.anywhere;
            ensure(says, "places", "Say where to: places, terrains, or anywhere.")
        }
        Order::AcceptTrade(order) => {
            ensure(order.get != order.pay, "pay", "Another kind is paid than is got.")
                .and(limit(lookout, "up_to", Some(order.up_to)))
                .and(seats(lookout, "from", order.from.as_deref()))
                .and(not_over(lookout, order.last_turn))
        }
        Order::DeclineTrades(order) => {
            seats(lookout, "from", order.from.as_deref()).and(not_over(lookout, order.last_turn))
        }
        Order::EndTurn(_) => Ok(()),
    }?;
    Ok(kept)
}

/// "Until my turn" becomes the last turn before it.
fn complete(lookout: &Lookout<'_>, mut order: Order) -> Order {
    let (until_my_turn, last_turn) = match &mut order {
        Order::AcceptTrade(order) => (order.until_my_turn, &mut order.last_turn),
        Order::DeclineTrades(order) => (order.until_my_turn, &mut order.last_turn),
        _ => return order,
    };
    if until_my_turn {
        let before_mine = turn_before_mine(lookout);
        *last_turn = Some(last_turn.map_or(before_mine, |last| last.min(before_mine)));
    }
    order
}

fn turn_before_mine(lookout: &Lookout<'_>) -> u32 {
    let (table, seat) = (lookout.player.table, lookout.player.seat);
    let next = (table.active + 1) % table.seats().max(1);
    let until_mine = table.clockwise_from(next).take_while(|other| *other != seat);
    let others = until_mine.filter(|other| !table.has_resigned(*other)).count();
    table.turn + u32::try_from(others).unwrap_or(0)
}

fn ensure(holds: bool, field: &'static str, sentence: &'static str) -> Verdict {
    if holds { Ok(()) } else { Err(no(field, sentence)) }
}

/// A limit is at least 1 and at most as many as there are cards of a kind.
fn limit(lookout: &Lookout<'_>, field: &'static str, given: Option<u8>) -> Verdict {
    let all = lookout.player.components.resource_cards;
    let most = Resource::ALL.into_iter().map(|kind| all.get(kind)).max().unwrap_or(u8::MAX);
    ensure(
        given.is_none_or(|given| (1..=most).contains(&given)),
        field,
        "There are not so many cards of a kind, or it is none.",
    )
}

/// The unit is on the board and on the side that the order is about.
fn suits(lookout: &Lookout<'_>, suits: &SuitsMeant, only: Option<Side>) -> Verdict {
    any_unit(lookout, suits)?;
    let side = suits.side.or(only);
    ensure(only.is_none() || side == only, "suits.side", "This order is about the other side.")?;
    let own = suits
        .unit
        .and_then(|unit| lookout.player.table.unit(unit))
        .map(|unit| unit.seat == lookout.player.seat);
    // A side that was taken over may be about anybody's unit, so only what an order is made for is held against it.
    match (own, only) {
        (Some(true), Some(Side::Plaintiff)) => Err(no("suits.unit", "Nobody sues his own unit.")),
        (Some(false), Some(Side::Defendant)) => Err(no("suits.unit", "The unit belongs to somebody else.")),
        _ => Ok(()),
    }
}

fn any_unit(lookout: &Lookout<'_>, suits: &SuitsMeant) -> Verdict {
    let there = suits.unit.is_none_or(|unit| lookout.player.table.unit(unit).is_some());
    ensure(there, "suits.unit", "No unit of that name is on the board.")
}

fn card(card: FateCard) -> Verdict {
    let plays = matches!(card, FateCard::Settlement | FateCard::Uproar);
    ensure(plays, "card", "The Althing cards are `settlement` and `uproar`.")
}

fn other_seat(lookout: &Lookout<'_>, field: &'static str, seat: Seat) -> Verdict {
    let table = lookout.player.table;
    ensure(seat < table.seats(), field, "There is no such seat.")?;
    ensure(seat != lookout.player.seat, field, "That is your own seat.")?;
    ensure(!table.has_resigned(seat), field, "That seat has given up.")
}

fn seats(lookout: &Lookout<'_>, field: &'static str, given: Option<&[Seat]>) -> Verdict {
    let Some(given) = given else { return Ok(()) };
    ensure(!given.is_empty(), field, "Name a seat, or leave the list out.")?;
    given.iter().try_for_each(|seat| other_seat(lookout, field, *seat))
}

fn not_over(lookout: &Lookout<'_>, last: Option<u32>) -> Verdict {
    let ahead = last.is_none_or(|last| last >= lookout.player.table.turn);
    ensure(ahead, "last_turn", "That turn is over.")
}
