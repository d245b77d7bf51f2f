//! How often a game between bots stands still, for whom, and what standing orders change about it.
//!
//! A *turn to answer*: the game stands still until the player comes whose turn has begun. An *interruption*: it stands
//! still for a seat whose turn it is not; decisions that are open at the same time count once, and a seat that has just
//! acted is there and is not waited for.

use std::collections::BTreeMap;

use rules::{
    Author, Bots, CallKind, Decision, DecisionChange, Entry, Rules, Seat, StandingOrders, is_awaited,
    opened_calls,
};
use serde::Serialize;

use crate::playout::{self, Observer, PlayoutError, Seating};
use crate::series::{Series, SeriesError, add_by_key};

/// What is counted over some games played in one way.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Interruptions {
    /// Turns that the game stood still for.
    pub turns: u64,
    /// Times that a game stood still for a seat whose turn it was not.
    pub interruptions: u64,
    /// Decisions of seats whose turn it was not and that the game waited for: several in a row to one that
    /// is there are one interruption.
    pub asked: u64,
    /// The interruptions by the kind of the first decision that was waited for.
    pub by_kind: BTreeMap<String, u64>,
    /// Notices that persons would get for being called.
    pub mails: u64,
    pub answered: u64,
}

/// A series of games, each played three times from the same seed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OrdersComparison {
    pub games: u64,
    /// The games in which no seat has orders.
    pub without: Interruptions,
    /// The games in which all seats have the same orders.
    pub with: Interruptions,
    /// Points of one seat, another one in each game, when no seat has orders.
    pub points_without: i64,
    /// Points of that seat when it alone has orders.
    pub points_with: i64,
}

impl Interruptions {
    fn add(&mut self, other: Self) {
        self.turns += other.turns;
        self.interruptions += other.interruptions;
        self.asked += other.asked;
        self.mails += other.mails;
        self.answered += other.answered;
        add_by_key(&mut self.by_kind, other.by_kind);
    }
}

impl OrdersComparison {
    pub fn add(&mut self, other: Self) {
        self.games += other.games;
        self.without.add(other.without);
        self.with.add(other.with);
        self.points_without += other.points_without;
        self.points_with += other.points_with;
    }
}

/// Plays the games with the given numbers; `orders` are what a seat with orders has.
pub(crate) fn compare<R: Bots + StandingOrders>(
    rules: &R,
    series: &Series<R::Options>,
    orders: &[R::Order],
    games: impl Iterator<Item = u64>,
) -> Result<OrdersComparison, SeriesError> {
    let mut sum = OrdersComparison::default();
    for game in games {
        let one = compare_in(rules, &series.seating(game), orders, game);
        sum.add(one.map_err(|error| SeriesError { game, error })?);
    }
    Ok(sum)
}

fn compare_in<R: Bots + StandingOrders>(
    rules: &R,
    seating: &Seating<R::Options>,
    orders: &[R::Order],
    game: u64,
) -> Result<OrdersComparison, PlayoutError> {
    let seats = seating.bots.len().max(1);
    let chosen = usize::try_from(game).unwrap_or(0) % seats;
    let observe = |orders_by_seat: &[Vec<R::Order>]| {
        let mut meter = Meter { rules, open: Vec::new(), last_turn: 0, counts: Interruptions::default() };
        let played = playout::play_with_orders(rules, seating, orders_by_seat, &mut meter)?;
        let points = rules.points(&played.state).get(chosen).copied().unwrap_or(0);
        Ok((meter.counts, i64::from(points)))
    };
    let (without, points_without) = observe(&[])?;
    let (with, _) = observe(&vec![orders.to_vec(); seats])?;
    let only_chosen = |seat: usize| if seat == chosen { orders.to_vec() } else { Vec::new() };
    let (_, points_with) = observe(&(0..seats).map(only_chosen).collect::<Vec<_>>())?;
    Ok(OrdersComparison { games: 1, without, with, points_without, points_with })
}

struct Meter<'r, R> {
    rules: &'r R,
    /// What was open after the last write.
    open: Vec<Decision>,
    /// The last turn that was waited for.
    last_turn: u32,
    counts: Interruptions,
}

impl<R: Rules> Meter<'_, R> {
    fn count(&mut self, (turn, active): (u32, Seat), acting: Option<Seat>, open: &[Decision]) {
        if self.last_turn != turn && is_awaited(open, active) {
            self.last_turn = turn;
            self.counts.turns += u64::from(acting != Some(active));
        }
        let others = || open.iter().filter(|decision| decision.blocking && decision.seat != active);
        let is_new = |decision: &&Decision| {
            let is_same = |old: &Decision| old.blocking && old.seat == decision.seat && old.id == decision.id;
            !self.open.iter().any(is_same)
        };
        self.counts.asked += others().filter(is_new).count() as u64;
        let stands_still =
            |decision: &&Decision| Some(decision.seat) != acting && !is_awaited(&self.open, decision.seat);
        if let Some(first) = others().find(stands_still) {
            self.counts.interruptions += 1;
            *self.counts.by_kind.entry(first.kind.to_owned()).or_default() += 1;
        }
    }
}

impl<R: Rules> Observer<R> for Meter<'_, R> {
    fn wrote(&mut self, state: &R::State, entries: &[Entry<R::Action, R::Event>]) -> Result<(), String> {
        let open = self.rules.awaiting(state);
        let acting = entries.first().and_then(|entry| entry.seat);
        let by_orders = entries.iter().filter(|entry| entry.by == Author::Order);
        self.counts.answered += by_orders.count() as u64;
        self.count(self.rules.turn(state), acting, &open);
        let events = entries.iter().flat_map(|entry| &entry.events);
        let answered: Vec<Seat> = events.filter_map(|event| self.rules.answered(state, event)).collect();
        let calls = opened_calls(&DecisionChange {
            before: &self.open,
            after: &open,
            acting,
            answered: &answered,
            deserves_call: |decision: &Decision| self.rules.deserves_call(state, decision),
        });
        let mailed = calls.iter().filter(|call| call.kind != CallKind::UNPAYABLE_OFFER);
        self.counts.mails += mailed.count() as u64;
        self.open = open;
        Ok(())
    }
}
