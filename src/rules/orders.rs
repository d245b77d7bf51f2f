//! Standing orders: answers that a seat gives in advance, carried out the moment they fit.
//!
//! Like a bot, an order knows what its seat may see and nothing else, so what it does can't tell more than its owner
//! could.

use serde_json::value::RawValue;

use super::chance::Chance;
use super::decision::Seat;
use super::entry::{self, By, Entry};
use super::ruleset::{Choice, Ruleset};

/// The reason of an order whose answer the rules did not take. It stays within the contract: every ruleset has a text
/// for it under `spent`.
pub const REFUSED: &str = "refused";
/// The reason of an order that the rules of today can't read.
pub const UNREADABLE: &str = "unreadable";

/// The answer of a standing order.
#[derive(Debug, Clone, PartialEq)]
pub struct Ordered<A> {
    /// Which of the seat's orders gives it, by its place among them.
    pub order: usize,
    pub choice: Choice<A>,
}

/// An order as it is kept.
#[derive(Debug, Clone, Copy)]
pub struct SeatOrder<'o> {
    pub seat: Seat,
    /// The order, as JSON.
    pub order: &'o RawValue,
}

/// What orders have done.
#[derive(Debug, Clone)]
pub struct OrderRun<A, E> {
    /// The entries they made, with the server's steps.
    pub entries: Vec<Entry<A, E>>,
    /// Would another one answer? Then the bound was reached.
    pub more: bool,
    /// The orders whose answers were refused, by seat and place. It is a defect of the ruleset; nothing came of them.
    pub refused: Vec<(Seat, usize)>,
}

/// Lets the orders of all seats answer from `version` on, until a person is awaited or `most` answers were given.
/// `orders` are those of each seat, by seat, oldest first.
pub fn run_orders<R: Ruleset>(
    rules: &R,
    state: &mut R::State,
    mut version: u64,
    orders: &[Vec<R::Order>],
    most: usize,
    chance: &mut Chance,
) -> OrderRun<R::Action, R::Event> {
    let mut followed = OrderRun { entries: Vec::new(), more: false, refused: Vec::new() };
    let mut given = 0;
    while let Some((seat, ordered)) = next(rules, state, orders, &followed.refused) {
        if given == most {
            followed.more = true;
            return followed;
        }
        let action = &ordered.choice.action;
        match entry::perform(rules, state, version, By::Order, Some(seat), action, chance) {
            Ok(entries) => {
                version = entries.last().map_or(version, |entry| entry.version);
                followed.entries.extend(entries);
                given += 1;
            }
            Err(_) => followed.refused.push((seat, ordered.order)),
        }
    }
    followed
}

/// The first answer of an order, in the order of the open decisions.
fn next<R: Ruleset>(
    rules: &R,
    state: &R::State,
    orders: &[Vec<R::Order>],
    refused: &[(Seat, usize)],
) -> Option<(Seat, Ordered<R::Action>)> {
    let has_orders = |seat: Seat| orders.get(usize::from(seat)).is_some_and(|orders| !orders.is_empty());
    if !(0..).zip(orders).any(|(seat, _)| has_orders(seat)) {
        return None;
    }
    let mut seats: Vec<Seat> = rules.awaiting(state).into_iter().map(|decision| decision.seat).collect();
    seats.dedup();
    // A seat with an order that was refused is left to its owner.
    let ready = |seat: &Seat| has_orders(*seat) && !refused.iter().any(|(of, _)| of == seat);
    seats.into_iter().filter(ready).find_map(|seat| {
        let orders = orders.get(usize::from(seat))?;
        let ordered = answer_by_orders(rules, state, seat, orders)?;
        Some((seat, ordered))
    })
}

/// What the orders of one seat answer now.
pub fn answer_by_orders<R: Ruleset>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    orders: &[R::Order],
) -> Option<Ordered<R::Action>> {
    let (view, legal) = (rules.view(state, Some(seat)), rules.legal(state, seat));
    rules.order(&view, &legal, orders)
}
