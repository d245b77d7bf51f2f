//! How often a game between bots stands still, for whom, and what standing orders change about it.
//!
//! A *turn to answer*: the game stands still until the player comes whose turn has begun. An *interruption*: it stands
//! still for a seat whose turn it is not; questions that are open at the same time count once, and whoever has just
//! acted is there and is not waited for.

use std::collections::BTreeMap;

use serde::Serialize;

use super::calls;
use super::decision::{Decision, NoticeKind, Seat};
use super::entry::Entry;
use super::playout::{self, Observer, PlayoutFault, Seating};
use super::ruleset::Ruleset;
use super::series::{Series, SeriesFault};

/// What is counted over some games played in one way.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Waits {
    pub turns: u64,
    /// Times that a game stood still for a seat whose turn it was not.
    pub interruptions: u64,
    /// Questions that were put to seats whose turn it was not and that the game waited for: several in a row to one who
    /// is there are one interruption.
    pub asked: u64,
    /// The interruptions by the kind of the first decision that was waited for.
    pub by_kind: BTreeMap<String, u64>,
    /// Notices that persons would get for being called.
    pub mails: u64,
    /// Answers given by standing orders.
    pub answered: u64,
}

/// A series of games, each played three times from the same seed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trials {
    pub games: u64,
    /// Nobody has orders.
    pub without: Waits,
    /// Everybody has the same orders.
    pub with: Waits,
    /// Points of one seat, another one in each game, when nobody has orders.
    pub points_without: i64,
    /// Points of that seat when it alone has orders.
    pub points_with: i64,
}

impl Waits {
    fn add(&mut self, other: Self) {
        self.turns += other.turns;
        self.interruptions += other.interruptions;
        self.asked += other.asked;
        self.mails += other.mails;
        self.answered += other.answered;
        other.by_kind.into_iter().for_each(|(kind, times)| *self.by_kind.entry(kind).or_default() += times);
    }
}

impl Trials {
    pub fn add(&mut self, other: Self) {
        self.games += other.games;
        self.without.add(other.without);
        self.with.add(other.with);
        self.points_without += other.points_without;
        self.points_with += other.points_with;
    }
}

/// Plays the games with the given numbers; `orders` are what a seat with orders has.
pub fn play<R: Ruleset>(
    rules: &R,
    series: &Series<R::Options>,
    orders: &[R::Order],
    games: impl Iterator<Item = u64>,
) -> Result<Trials, SeriesFault> {
    let mut trials = Trials::default();
    for game in games {
        let one = play_one(rules, &series.seating(game), orders, game);
        trials.add(one.map_err(|fault| SeriesFault { game, fault })?);
    }
    Ok(trials)
}

fn play_one<R: Ruleset>(
    rules: &R,
    seating: &Seating<R::Options>,
    orders: &[R::Order],
    game: u64,
) -> Result<Trials, PlayoutFault> {
    let seats = seating.bots.len().max(1);
    let chosen = usize::try_from(game).unwrap_or(0) % seats;
    let only = |seat: usize| if seat == chosen { orders.to_vec() } else { Vec::new() };
    let (without, points_without) = watch(rules, seating, &[], chosen)?;
    let (with, _) = watch(rules, seating, &vec![orders.to_vec(); seats], chosen)?;
    let alone: Vec<Vec<R::Order>> = (0..seats).map(only).collect();
    let (_, points_with) = watch(rules, seating, &alone, chosen)?;
    Ok(Trials { games: 1, without, with, points_without, points_with })
}

/// Plays a game with these orders by seat; what was counted, and the points of the chosen seat at the end.
fn watch<R: Ruleset>(
    rules: &R,
    seating: &Seating<R::Options>,
    orders: &[Vec<R::Order>],
    chosen: usize,
) -> Result<(Waits, i64), PlayoutFault> {
    let mut watch = Watch { rules, open: Vec::new(), begun: 0, waits: Waits::default() };
    let played = playout::play_with_orders(rules, seating, orders, &mut watch)?;
    let points = rules.points(&played.state).get(chosen).copied().unwrap_or(0);
    Ok((watch.waits, i64::from(points)))
}

struct Watch<'r, R> {
    rules: &'r R,
    /// What was open after the last write.
    open: Vec<Decision>,
    /// The last turn that was waited for.
    begun: u32,
    waits: Waits,
}

impl<R: Ruleset> Watch<'_, R> {
    fn note(&mut self, turn: (u32, Seat), acting: Option<Seat>, open: &[Decision]) {
        let (turn, active) = turn;
        if self.begun != turn && calls::awaits(open, active) {
            self.begun = turn;
            self.waits.turns += u64::from(acting != Some(active));
        }
        let waits_anew = |decision: &&Decision| {
            decision.blocking
                && decision.seat != active
                && Some(decision.seat) != acting
                && !calls::awaits(&self.open, decision.seat)
        };
        let is_new = |decision: &&Decision| {
            let is_same = |old: &Decision| old.blocking && old.seat == decision.seat && old.id == decision.id;
            decision.blocking && decision.seat != active && !self.open.iter().any(is_same)
        };
        self.waits.asked += open.iter().filter(is_new).count() as u64;
        if let Some(first) = open.iter().find(waits_anew) {
            self.waits.interruptions += 1;
            *self.waits.by_kind.entry(first.kind.to_owned()).or_default() += 1;
        }
    }
}

impl<R: Ruleset> Observer<R> for Watch<'_, R> {
    fn wrote(&mut self, state: &R::State, entries: &[Entry<R::Action, R::Event>]) -> Result<(), String> {
        let open = self.rules.awaiting(state);
        let acting = entries.first().and_then(|entry| entry.seat);
        let ordered = entries.iter().filter(|entry| entry.by == super::entry::By::Order);
        self.waits.answered += ordered.count() as u64;
        self.note(self.rules.turn(state), acting, &open);
        let events = entries.iter().flat_map(|entry| &entry.events);
        let answered: Vec<Seat> = events.filter_map(|event| self.rules.answered(state, event)).collect();
        let change = calls::Change {
            before: &self.open,
            after: &open,
            acting,
            answered: &answered,
            deserves_call: |decision: &Decision| self.rules.deserves_call(state, decision),
        };
        let wanted =
            calls::opened(&change).into_iter().filter(|call| call.kind != NoticeKind::UnpayableOffer);
        self.waits.mails += wanted.count() as u64;
        self.open = open;
        Ok(())
    }
}
