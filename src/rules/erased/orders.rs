//! The standing orders of a ruleset, with the type of the orders behind JSON.

use serde_json::value::RawValue;

use super::ruleset::shown;
use super::{Json, SchemaWithParts};
use crate::chance::Chance;
use crate::contract::{Choice, Rules, StandingOrders};
use crate::decision::Seat;
use crate::legal::Shape;
use crate::orders::{OrderRun, REFUSED, SeatOrder, UNREADABLE, answer_by_orders, run_orders};
use crate::reading::read;
use crate::refusal::{INVALID_ORDER, MALFORMED_ORDER, Refusal};

/// An order that can never apply any more: its index among those that were given, and why.
pub(crate) type ExpiredOrder = (usize, &'static str);

/// The refusal of an order by a ruleset without orders.
pub(crate) fn no_orders() -> Refusal {
    Refusal::new(INVALID_ORDER.code, "This ruleset has no standing orders.")
}

/// [`StandingOrders`], with the type of the orders behind JSON.
pub(crate) trait AnyOrders<R: Rules>: Sync {
    fn kinds(&self, rules: &R) -> &'static [&'static str];
    fn typical(&self, rules: &R) -> Vec<Json>;
    fn offered(&self, rules: &R) -> Vec<Shape<Json>>;
    fn schema(&self) -> SchemaWithParts;
    fn accept(&self, rules: &R, view: &R::View, given: &RawValue) -> Result<Json, Refusal>;
    fn dry_run(&self, rules: &R, state: &R::State, seat: Seat, order: &RawValue)
    -> Option<Choice<R::Action>>;
    fn run(
        &self,
        rules: &R,
        state: &mut R::State,
        version: u64,
        orders: &[SeatOrder<'_>],
        most: usize,
        chance: &mut Chance,
    ) -> (OrderRun<R::Action, R::Event>, Vec<ExpiredOrder>);
}

pub(crate) struct OrdersOf;

impl<R: StandingOrders> AnyOrders<R> for OrdersOf {
    fn kinds(&self, rules: &R) -> &'static [&'static str] {
        rules.order_kinds()
    }

    fn typical(&self, rules: &R) -> Vec<Json> {
        rules.typical_orders().iter().map(shown).collect()
    }

    fn offered(&self, rules: &R) -> Vec<Shape<Json>> {
        rules.offered_orders().into_iter().map(|shape| shape.map(|order| shown(&order))).collect()
    }

    fn schema(&self) -> SchemaWithParts {
        SchemaWithParts::of::<R::Order>()
    }

    fn accept(&self, rules: &R, view: &R::View, given: &RawValue) -> Result<Json, Refusal> {
        Ok(shown(&rules.accept_order(view, read(given, MALFORMED_ORDER)?)?))
    }

    fn dry_run(
        &self,
        rules: &R,
        state: &R::State,
        seat: Seat,
        order: &RawValue,
    ) -> Option<Choice<R::Action>> {
        let order: R::Order = read(order, MALFORMED_ORDER).ok()?;
        Some(answer_by_orders(rules, state, seat, &[order])?.choice)
    }

    fn run(
        &self,
        rules: &R,
        state: &mut R::State,
        version: u64,
        orders: &[SeatOrder<'_>],
        most: usize,
        chance: &mut Chance,
    ) -> (OrderRun<R::Action, R::Event>, Vec<ExpiredOrder>) {
        let mut expired = Vec::new();
        let parsed = ParsedOrders::<R>::parse(orders, &mut expired);
        let run = run_orders(rules, state, version, &parsed.by_seat, most, chance);
        for (seat, (orders, indexes)) in (0..).zip(parsed.by_seat.iter().zip(&parsed.indexes)) {
            if orders.is_empty() {
                continue;
            }
            let view = rules.view(state, Some(seat));
            for (place, (order, index)) in orders.iter().zip(indexes).enumerate() {
                let was_refused = run.refused.contains(&(seat, place)).then_some(REFUSED);
                let why = was_refused.or_else(|| rules.expired(&view, order));
                expired.extend(why.map(|why| (*index, why)));
            }
        }
        (run, expired)
    }
}

/// Stored orders, read once for a write.
struct ParsedOrders<R: StandingOrders> {
    /// By seat, oldest first.
    by_seat: Vec<Vec<R::Order>>,
    /// The index of each among the orders that were given.
    indexes: Vec<Vec<usize>>,
}

impl<R: StandingOrders> ParsedOrders<R> {
    /// Parses stored orders. Those that the present rules can't read go to `unreadable` and never answer.
    fn parse(orders: &[SeatOrder<'_>], unreadable: &mut Vec<ExpiredOrder>) -> Self {
        let seats = orders.iter().map(|order| usize::from(order.seat) + 1).max().unwrap_or(0);
        let mut parsed =
            Self { by_seat: (0..seats).map(|_| Vec::new()).collect(), indexes: vec![Vec::new(); seats] };
        for (index, SeatOrder { seat, order }) in orders.iter().enumerate() {
            match read(order, MALFORMED_ORDER) {
                Ok(order) => {
                    parsed.by_seat[usize::from(*seat)].push(order);
                    parsed.indexes[usize::from(*seat)].push(index);
                }
                Err(_) => unreadable.push((index, UNREADABLE)),
            }
        }
        parsed
    }
}
