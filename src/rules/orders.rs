//! Standing orders: answers that a seat gives in advance, carried out the moment they fit.
//!
//! Like a bot, an order knows only what its seat may see, so its answers reveal no more than those of its owner could.

use serde_json::value::RawValue;

use crate::chance::Chance;
use crate::contract::{OrderAnswer, StandingOrders};
use crate::decision::Seat;
use crate::entry::{self, Author, Entry};
use crate::legal::Legal;
use crate::refusal::{INVALID_ORDER, Refusal};

/// The reason for disarming an order whose answer the rules refused. Every ruleset has a text for it under `spent`.
pub const REFUSED: &str = "refused";
/// The reason for disarming an order that the present rules can't read.
pub const UNREADABLE: &str = "unreadable";

#[derive(Debug, Clone, Copy)]
pub struct SeatOrder<'o> {
    pub seat: Seat,
    pub order: &'o RawValue,
}

#[derive(Debug, Clone)]
pub struct OrderRun<A, E> {
    pub entries: Vec<Entry<A, E>>,
    /// Would another order answer, had the bound not been reached?
    pub more: bool,
    /// The orders whose answers were refused, by seat and index. A refusal is a bug of the ruleset and changes nothing.
    pub refused: Vec<(Seat, usize)>,
}

impl<A, E> Default for OrderRun<A, E> {
    fn default() -> Self {
        Self { entries: Vec::new(), more: false, refused: Vec::new() }
    }
}

/// Lets the orders of all seats answer from `version` on, until only players are awaited or `most` answers were given.
/// `orders` are those of each seat, by seat, oldest first.
pub fn run_orders<R: StandingOrders>(
    rules: &R,
    state: &mut R::State,
    mut version: u64,
    orders: &[Vec<R::Order>],
    most: usize,
    chance: &mut Chance,
) -> OrderRun<R::Action, R::Event> {
    let mut run = OrderRun::default();
    let mut given = 0;
    while let Some((seat, answer)) = next_answer(rules, state, orders, &run.refused) {
        if given == most {
            run.more = true;
            return run;
        }
        // A copy, as an answer whose consequences fail must leave nothing behind.
        let mut after = state.clone();
        let action = &answer.choice.action;
        match entry::perform(rules, &mut after, version, Author::Order, Some(seat), action, chance) {
            Ok(entries) => {
                *state = after;
                version = entries.last().map_or(version, |entry| entry.version);
                run.entries.extend(entries);
                given += 1;
            }
            Err(_) => run.refused.push((seat, answer.order)),
        }
    }
    run
}

/// The first answer of an order, in the order of the open decisions.
fn next_answer<R: StandingOrders>(
    rules: &R,
    state: &R::State,
    orders: &[Vec<R::Order>],
    refused: &[(Seat, usize)],
) -> Option<(Seat, OrderAnswer<R::Action>)> {
    if orders.iter().all(Vec::is_empty) {
        return None;
    }
    let mut seats: Vec<Seat> = rules.awaiting(state).into_iter().map(|decision| decision.seat).collect();
    seats.dedup();
    // The other orders of a seat with a refused one do not answer either; its player does.
    seats.retain(|seat| !refused.iter().any(|(of, _)| of == seat));
    seats.into_iter().find_map(|seat| {
        let orders = orders.get(usize::from(seat)).filter(|orders| !orders.is_empty())?;
        Some((seat, answer_by_orders(rules, state, seat, orders)?))
    })
}

/// What the orders of one seat answer now.
pub fn answer_by_orders<R: StandingOrders>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    orders: &[R::Order],
) -> Option<OrderAnswer<R::Action>> {
    rules.order_answer(&rules.view(state, Some(seat)), &rules.legal(state, seat), orders)
}

/// The answer of the order given last that has one to an open decision: what most rulesets do.
pub fn last_that_answers<A, O>(
    legal: &[Legal<A>],
    orders: &[O],
    answer: impl Fn(&Legal<A>, &O) -> Option<A>,
) -> Option<OrderAnswer<A>> {
    let mut newest_first = orders.iter().enumerate().rev();
    newest_first.find_map(|(index, order)| first_answer(legal, index, |legal| answer(legal, order)))
}

/// What the order with that index answers to the first decision to which it has an answer.
pub fn first_answer<A>(
    legal: &[Legal<A>],
    order: usize,
    answer: impl Fn(&Legal<A>) -> Option<A>,
) -> Option<OrderAnswer<A>> {
    legal.iter().find_map(|legal| Some(OrderAnswer { order, choice: legal.answer(answer(legal)?) }))
}

/// The refusal of an order from one who has no seat.
pub fn no_seat() -> Refusal {
    Refusal::new(INVALID_ORDER.code, "Only a seat gives orders.")
}

/// Refuses an order unless a condition is met; `sentence` says what is wrong with the field.
pub fn ensure(holds: bool, field: &str, sentence: &'static str) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(Refusal::new(INVALID_ORDER.code, sentence).at_field(field.to_owned())) }
}

/// Refuses an order about a seat that is not there, is the owner's or has given up.
pub fn validate_other_seat(
    own: Seat,
    seats: u8,
    has_resigned: impl Fn(Seat) -> bool,
    field: &str,
    seat: Seat,
) -> Result<(), Refusal> {
    ensure(seat < seats, field, "There is no such seat.")?;
    ensure(seat != own, field, "That is your own seat.")?;
    ensure(!has_resigned(seat), field, "That seat has given up.")
}
