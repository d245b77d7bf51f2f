//! Many games played by bots, and what they add up to.

use std::collections::BTreeMap;

use serde::Serialize;

use super::entry::Entry;
use super::playout::{self, Observer, PlayoutFault, Seating};
use super::ruleset::Ruleset;

/// Games that differ in nothing but their number: it gives the seed and who sits where.
#[derive(Debug, Clone)]
pub struct Series<O> {
    pub options: O,
    /// One bot for each seat of game 0; in game `g` everyone sits `g` seats further on.
    pub bots: Vec<String>,
    pub seed: u64,
}

/// What is counted for every title alike.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub finished: u64,
    pub ended_by: BTreeMap<String, u64>,
    /// Games won by a seat of each bot; a shared first place counts for everyone who shares it.
    pub wins_by_bot: BTreeMap<String, u64>,
    pub turns: u64,
    /// Actions of seats; the server's steps are not counted.
    pub actions: u64,
}

/// The counts of some games of a series.
#[derive(Debug, Clone, Default)]
pub struct Tally<S> {
    pub counts: Counts,
    pub statistics: S,
}

/// A game of a series that could not be played to its end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("game {game}: {fault}")]
pub struct SeriesFault {
    pub game: u64,
    pub fault: PlayoutFault,
}

impl Counts {
    pub fn add(&mut self, other: Self) {
        self.finished += other.finished;
        self.turns += other.turns;
        self.actions += other.actions;
        other.ended_by.into_iter().for_each(|(why, games)| *self.ended_by.entry(why).or_default() += games);
        other
            .wins_by_bot
            .into_iter()
            .for_each(|(bot, wins)| *self.wins_by_bot.entry(bot).or_default() += wins);
    }
}

impl<O: Clone> Series<O> {
    /// How game number `game` is seated.
    pub fn seating(&self, game: u64) -> Seating<O> {
        let mut bots = self.bots.clone();
        let seats = u64::try_from(bots.len()).unwrap_or(1).max(1);
        bots.rotate_right(usize::try_from(game % seats).unwrap_or(0));
        Seating {
            options: self.options.clone(),
            bots,
            seed: playout::seed_of(self.seed, game),
            leaves: vec![],
        }
    }
}

/// Plays the games with the given numbers.
pub fn play<R: Ruleset>(
    rules: &R,
    series: &Series<R::Options>,
    games: impl Iterator<Item = u64>,
) -> Result<Tally<R::Statistics>, SeriesFault> {
    let mut tally = Tally::default();
    for game in games {
        play_one(rules, &series.seating(game), &mut tally).map_err(|fault| SeriesFault { game, fault })?;
    }
    Ok(tally)
}

fn play_one<R: Ruleset>(
    rules: &R,
    seating: &Seating<R::Options>,
    tally: &mut Tally<R::Statistics>,
) -> Result<(), PlayoutFault> {
    let mut counter = Counter { rules, statistics: &mut tally.statistics };
    let played = playout::play(rules, seating, &mut counter)?;
    let counts = &mut tally.counts;
    counts.finished += 1;
    counts.actions += played.actions;
    counts.turns += u64::from(rules.turn(&played.state).0);
    *counts.ended_by.entry(played.outcome.ended_by).or_default() += 1;
    let winners = played.outcome.ranking.iter().filter(|place| place.rank == 1);
    for bot in winners.filter_map(|place| seating.bots.get(usize::from(place.seat))) {
        *counts.wins_by_bot.entry(bot.clone()).or_default() += 1;
    }
    Ok(())
}

/// Hands every entry to the ruleset's own statistics.
struct Counter<'a, R: Ruleset> {
    rules: &'a R,
    statistics: &'a mut R::Statistics,
}

impl<R: Ruleset> Observer<R> for Counter<'_, R> {
    fn wrote(&mut self, state: &R::State, entries: &[Entry<R::Action, R::Event>]) -> Result<(), String> {
        entries.iter().for_each(|entry| self.rules.count(self.statistics, state, &entry.events));
        Ok(())
    }
}

/// A share, to three places; 0 of nothing.
pub fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { (part as f64 / whole as f64 * 1_000.0).round() / 1_000.0 }
}
