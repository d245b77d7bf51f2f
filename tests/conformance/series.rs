//! Many games played by bots, and what they add up to.

use std::collections::BTreeMap;

use rules::statistics::Counters;
use rules::{Bots, Entry, Rules, Statistics};
use serde::Serialize;

use crate::playout::{self, Observer, PlayoutError, Seating};

/// Games that differ in nothing but their number: it gives the seed and the seats of the bots.
#[derive(Debug, Clone)]
pub struct Series<O> {
    pub options: O,
    /// One bot for each seat of game 0; in game `g` everyone sits `g` seats further on.
    pub bots: Vec<String>,
    pub seed: u64,
}

/// What is counted for every ruleset alike.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct SeriesCounts {
    pub finished: u64,
    pub ended_by: BTreeMap<String, u64>,
    /// Games won by a seat of each bot; a shared first place counts for everyone who shares it.
    pub wins_by_bot: BTreeMap<String, u64>,
    pub turns: u64,
    /// Actions of seats; the server's steps are not counted.
    pub actions: u64,
}

/// The counts of some games of a series, with the ruleset's own.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    pub counts: SeriesCounts,
    pub statistics: Counters,
}

/// A game of a series that could not be played to its end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("game {game}: {error}")]
pub struct SeriesError {
    pub game: u64,
    pub error: PlayoutError,
}

impl SeriesCounts {
    pub fn add(&mut self, other: Self) {
        self.finished += other.finished;
        self.turns += other.turns;
        self.actions += other.actions;
        add_by_key(&mut self.ended_by, other.ended_by);
        add_by_key(&mut self.wins_by_bot, other.wins_by_bot);
    }
}

pub(crate) fn add_by_key(sums: &mut BTreeMap<String, u64>, others: BTreeMap<String, u64>) {
    others.into_iter().for_each(|(key, count)| *sums.entry(key).or_default() += count);
}

impl<O: Clone + Default> Series<O> {
    /// With the default options.
    pub fn new(bots: &[String], seed: u64) -> Self {
        Self { options: O::default(), bots: bots.to_vec(), seed }
    }

    pub fn seating(&self, game: u64) -> Seating<O> {
        let mut bots = self.bots.clone();
        let seats = u64::try_from(bots.len()).unwrap_or(1).max(1);
        bots.rotate_right(usize::try_from(game % seats).unwrap_or(0));
        let options = self.options.clone();
        Seating { options, bots, seed: playout::seed_of(self.seed, game), leaves: Vec::new() }
    }
}

pub fn play<R: Bots + Statistics>(
    rules: &R,
    series: &Series<R::Options>,
    games: impl Iterator<Item = u64>,
) -> Result<Tally, SeriesError> {
    let mut counts = SeriesCounts::default();
    let mut statistics = Counters::default();
    let mut counter =
        Counter(|state: &R::State, event: &R::Event| rules.count(&mut statistics, state, event));
    for game in games {
        let seating = series.seating(game);
        let played =
            playout::play(rules, &seating, &mut counter).map_err(|error| SeriesError { game, error })?;
        counts.finished += 1;
        counts.actions += played.actions;
        counts.turns += u64::from(rules.turn(&played.state).0);
        *counts.ended_by.entry(played.outcome.ended_by).or_default() += 1;
        let winners = played.outcome.ranking.iter().filter(|ranked| ranked.rank == 1);
        for bot in winners.filter_map(|winner| seating.bots.get(usize::from(winner.seat))) {
            *counts.wins_by_bot.entry(bot.clone()).or_default() += 1;
        }
    }
    Ok(Tally { counts, statistics })
}

struct Counter<F>(F);

impl<R: Rules, F: FnMut(&R::State, &R::Event)> Observer<R> for Counter<F> {
    fn wrote(&mut self, state: &R::State, entries: &[Entry<R::Action, R::Event>]) -> Result<(), String> {
        entries.iter().flat_map(|entry| &entry.events).for_each(|event| (self.0)(state, event));
        Ok(())
    }
}
