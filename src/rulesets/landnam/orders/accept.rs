//! Whether an order makes sense for the seat that gives it, and whether it can still apply.

use super::*;
use crate::landnam::fate::SubPhase;
use crate::landnam::refusals::Validation;
use rules::orders::{ensure, validate_other_seat};

/// The order as it is kept, or the refusal that names the field that makes no sense.
pub fn accept(known: &SeatKnowledge<'_>, order: Order) -> Result<Order, Refusal> {
    let kept = complete(known, order);
    match &kept {
        Order::Yield(order) => limit(known, "holding_fewer_than", order.holding_fewer_than),
        Order::Sue(order) => {
            limit(known, "stake", Some(order.stake)).and(suits(known, &order.suits, Some(Side::Plaintiff)))
        }
        Order::Raise(order) => limit(known, "up_to", Some(order.up_to)).and(suits(known, &order.suits, None)),
        Order::HandOver(order) => other_seat(known, "to", order.to)
            .and(limit(known, "from", order.from))
            .and(suits(known, &order.suits, None)),
        Order::Concede(order) => limit(known, "from", order.from).and(suits(known, &order.suits, None)),
        Order::TakeOver(order) => limit(known, "up_to", Some(order.up_to))
            .and(seats(known, "of", order.of.as_deref()))
            .and(any_unit(known, &order.suits)),
        Order::DeclineSuits(order) => {
            limit(known, "leaving_fewer_than", order.leaving_fewer_than).and(any_unit(known, &order.suits))
        }
        Order::AlthingCard(order) => card(order.card).and(limit(known, "from", order.from)).and(suits(
            known,
            &order.suits,
            Some(Side::Defendant),
        )),
        Order::Flee(order) => {
            let says = !order.places.is_empty() || !order.terrains.is_empty() || order.anywhere;
            ensure(says, "places", "Say where to: places, terrains, or anywhere.")
        }
        Order::AcceptTrade(order) => {
            ensure(order.get != order.pay, "pay", "Another kind is paid than is got.")
                .and(limit(known, "up_to", Some(order.up_to)))
                .and(seats(known, "from", order.from.as_deref()))
                .and(not_over(known, order.last_turn))
        }
        Order::DeclineTrades(order) => {
            seats(known, "from", order.from.as_deref()).and(not_over(known, order.last_turn))
        }
        Order::EndTurn(_) => Ok(()),
    }?;
    Ok(kept)
}

/// "Until my turn" becomes the last turn before it.
fn complete(known: &SeatKnowledge<'_>, mut order: Order) -> Order {
    let (until_my_turn, last_turn) = match &mut order {
        Order::AcceptTrade(order) => (order.until_my_turn, &mut order.last_turn),
        Order::DeclineTrades(order) => (order.until_my_turn, &mut order.last_turn),
        _ => return order,
    };
    if until_my_turn {
        let before_mine = turn_before_mine(known);
        *last_turn = Some(last_turn.map_or(before_mine, |last| last.min(before_mine)));
    }
    order
}

fn turn_before_mine(known: &SeatKnowledge<'_>) -> u32 {
    let (table, seat) = (known.table, known.seat);
    let next = (table.active + 1) % table.seats();
    let until_mine = table.clockwise_from(next).take_while(|other| *other != seat);
    let others = until_mine.filter(|other| !table.has_resigned(*other)).count();
    table.turn + others as u32
}

/// A limit is at least 1 and at most as many as there are cards of a kind.
fn limit(known: &SeatKnowledge<'_>, field: &'static str, given: Option<u8>) -> Validation {
    let most = known.components.resource_cards.most();
    ensure(
        given.is_none_or(|given| (1..=most).contains(&given)),
        field,
        "There are not so many cards of a kind, or it is none.",
    )
}

/// The unit is on the board and on the side that the order is about.
fn suits(known: &SeatKnowledge<'_>, suits: &SuitsMeant, only: Option<Side>) -> Validation {
    any_unit(known, suits)?;
    let side = suits.side.or(only);
    ensure(only.is_none() || side == only, "suits.side", "This order is about the other side.")?;
    let own = suits.unit.and_then(|unit| known.table.unit(unit)).map(|unit| unit.seat == known.seat);
    // A side that was taken over may be about anybody's unit, so only the purpose of an order is checked.
    match (own, only) {
        (Some(true), Some(Side::Plaintiff)) => {
            ensure(false, "suits.unit", "A player can't sue their own unit.")
        }
        (Some(false), Some(Side::Defendant)) => {
            ensure(false, "suits.unit", "The unit belongs to somebody else.")
        }
        _ => Ok(()),
    }
}

fn any_unit(known: &SeatKnowledge<'_>, suits: &SuitsMeant) -> Validation {
    let there = suits.unit.is_none_or(|unit| known.table.unit(unit).is_some());
    ensure(there, "suits.unit", "No unit of that name is on the board.")
}

fn card(card: FateCard) -> Validation {
    let is_althing_card = card.sub_phase() == SubPhase::Althing;
    ensure(is_althing_card, "card", "The Althing cards are `settlement` and `uproar`.")
}

fn other_seat(known: &SeatKnowledge<'_>, field: &'static str, seat: Seat) -> Validation {
    let table = known.table;
    validate_other_seat(known.seat, table.seats(), |seat| table.has_resigned(seat), field, seat)
}

fn seats(known: &SeatKnowledge<'_>, field: &'static str, given: Option<&[Seat]>) -> Validation {
    let Some(given) = given else { return Ok(()) };
    ensure(!given.is_empty(), field, "Name a seat, or leave the list out.")?;
    given.iter().try_for_each(|seat| other_seat(known, field, *seat))
}

fn not_over(known: &SeatKnowledge<'_>, last: Option<u32>) -> Validation {
    let ahead = last.is_none_or(|last| last >= known.table.turn);
    ensure(ahead, "last_turn", "That turn is over.")
}

pub const UNIT_GONE: &str = "unit_gone";
/// Everybody it is about has given up.
pub const SEAT_RESIGNED: &str = "seat_resigned";
pub const TIME_OVER: &str = "time_over";
pub const REASONS: [&str; 3] = [UNIT_GONE, SEAT_RESIGNED, TIME_OVER];

pub fn expired(known: &SeatKnowledge<'_>, order: &Order) -> Option<&'static str> {
    match order {
        Order::Sue(SueOrder { suits, .. })
        | Order::Raise(RaiseOrder { suits, .. })
        | Order::Concede(ConcedeOrder { suits, .. })
        | Order::DeclineSuits(DeclineSuitsOrder { suits, .. })
        | Order::AlthingCard(AlthingCardOrder { suits, .. }) => unit_gone(known, suits),
        Order::HandOver(HandOverOrder { suits, to, .. }) => {
            unit_gone(known, suits).or_else(|| seats_resigned(known, Some(&[*to])))
        }
        Order::TakeOver(TakeOverOrder { suits, of, .. }) => {
            unit_gone(known, suits).or_else(|| seats_resigned(known, of.as_deref()))
        }
        Order::AcceptTrade(AcceptTradeOrder { last_turn, from, .. })
        | Order::DeclineTrades(DeclineTradesOrder { last_turn, from, .. }) => {
            time_over(known, *last_turn).or_else(|| seats_resigned(known, from.as_deref()))
        }
        Order::Yield(_) | Order::Flee(_) | Order::EndTurn(_) => None,
    }
}

fn unit_gone(known: &SeatKnowledge<'_>, suits: &SuitsMeant) -> Option<&'static str> {
    let gone = suits.unit.is_some_and(|unit| known.table.unit(unit).is_none());
    gone.then_some(UNIT_GONE)
}

fn seats_resigned(known: &SeatKnowledge<'_>, meant: Option<&[Seat]>) -> Option<&'static str> {
    let gone = meant.is_some_and(|seats| seats.iter().all(|seat| known.table.has_resigned(*seat)));
    gone.then_some(SEAT_RESIGNED)
}

fn time_over(known: &SeatKnowledge<'_>, last: Option<u32>) -> Option<&'static str> {
    last.is_some_and(|last| known.table.turn > last).then_some(TIME_OVER)
}
