//! Why an order can never apply any more.

use super::lookout::Lookout;
use super::{Order, SuitsMeant};
use rules::Seat;

/// The unit it is about has left the board.
pub const UNIT_GONE: &str = "unit_gone";
/// Everybody it is about has given up.
pub const SEAT_RESIGNED: &str = "seat_resigned";
/// Its last turn is over.
pub const TIME_OVER: &str = "time_over";
pub const REASONS: [&str; 3] = [UNIT_GONE, SEAT_RESIGNED, TIME_OVER];

/// The reason, if there is one.
pub fn spent(lookout: &Lookout<'_>, order: &Order) -> Option<&'static str> {
    match order {
        Order::Sue(order) => unit(lookout, &order.suits),
        Order::Raise(order) => unit(lookout, &order.suits),
        Order::HandOver(order) => unit(lookout, &order.suits).or_else(|| seats(lookout, Some(&[order.to]))),
        Order::Concede(order) => unit(lookout, &order.suits),
        Order::TakeOver(order) => unit(lookout, &order.suits).or_else(|| seats(lookout, order.of.as_deref())),
        Order::DeclineSuits(order) => unit(lookout, &order.suits),
        Order::AlthingCard(order) => unit(lookout, &order.suits),
        Order::AcceptTrade(order) => {
            time(lookout, order.last_turn).or_else(|| seats(lookout, order.from.as_deref()))
        }
        Order::DeclineTrades(order) => {
            time(lookout, order.last_turn).or_else(|| seats(lookout, order.from.as_deref()))
        }
        Order::Yield(_) | Order::Flee(_) | Order::EndTurn(_) => None,
    }
}

fn unit(lookout: &Lookout<'_>, suits: &SuitsMeant) -> Option<&'static str> {
    let gone = suits.unit.is_some_and(|unit| lookout.player.table.unit(unit).is_none());
    gone.then_some(UNIT_GONE)
}

fn seats(lookout: &Lookout<'_>, meant: Option<&[Seat]>) -> Option<&'static str> {
    let gone = meant.is_some_and(|seats| seats.iter().all(|seat| lookout.player.table.has_resigned(*seat)));
    gone.then_some(SEAT_RESIGNED)
}

fn time(lookout: &Lookout<'_>, last: Option<u32>) -> Option<&'static str> {
    last.is_some_and(|last| lookout.player.table.turn > last).then_some(TIME_OVER)
}
