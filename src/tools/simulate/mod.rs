//! `althing simulate`: many games between bots, on one thread for each core, and what they add up to.
//!
//! May know: one ruleset by its JSON face, threads, the clock. May not know: any ruleset by name.
//! The result follows from the seed; only the two speeds depend on the machine.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use chrono::TimeDelta;
use clap::Args;
use conformance::ToolRuleset;
use conformance::series::{SeriesCounts, SeriesError, Tally};
use serde::Serialize;
use serde_json::Value;

use super::wrong_arguments;
use crate::app::clock::SystemClock;

mod standstill;

/// The arguments of `simulate`.
#[derive(Debug, Args)]
pub struct SimulateArguments {
    /// The ruleset, for example `landnam`.
    pub ruleset: String,
    /// Seats in each game [default: the fewest the ruleset allows].
    #[arg(long)]
    pub players: Option<u8>,
    /// How many games.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Everything but the speed follows from it.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Bots by name, a comma between; repeated until every seat has one. From game to game all move one seat on.
    #[arg(long, value_delimiter = ',', default_value = "random")]
    pub bots: Vec<String>,
    /// Count instead how often games stand still, without and with standing orders, and what these cost.
    #[arg(long)]
    pub waits: bool,
    /// With `--waits`: a file with a JSON list of orders, instead of the ruleset's typical ones.
    #[arg(long, requires = "waits")]
    pub orders: Option<std::path::PathBuf>,
    /// Print one JSON object instead of lines for a person.
    #[arg(long)]
    pub json: bool,
}

pub fn run(arguments: &SimulateArguments) -> ExitCode {
    let ruleset = match super::ruleset(&arguments.ruleset) {
        Ok(ruleset) => ruleset,
        Err(code) => return code,
    };
    let bots = match seated(ruleset.as_ref(), arguments) {
        Ok(bots) => bots,
        Err(sentence) => return wrong_arguments(&sentence),
    };
    if arguments.waits {
        return standstill::run(ruleset.as_ref(), &bots, arguments);
    }
    let began = SystemClock::System.now();
    match tallies(ruleset.as_ref(), &bots, arguments) {
        Ok(tallies) => {
            let took = SystemClock::System.now() - began;
            let (counts, statistics) = ruleset.sum(tallies);
            let report = Report::new(ruleset.interface().id(), bots, arguments, counts, statistics, took);
            print(&report, arguments.json);
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("althing: {fault} (seed {})", arguments.seed);
            ExitCode::FAILURE
        }
    }
}

fn tallies(
    ruleset: &dyn ToolRuleset,
    bots: &[String],
    arguments: &SimulateArguments,
) -> Result<Vec<Tally>, SeriesError> {
    play(arguments.games, |numbers| ruleset.play(bots, arguments.seed, numbers))
}

/// One bot for each seat, or the sentence that says why not.
fn seated(ruleset: &dyn ToolRuleset, arguments: &SimulateArguments) -> Result<Vec<String>, String> {
    let players = arguments.players.unwrap_or(*ruleset.interface().players().start());
    if !ruleset.interface().players().contains(&players) {
        let (fewest, most) = (
            ruleset.interface().players().start().to_owned(),
            ruleset.interface().players().end().to_owned(),
        );
        return Err(format!(
            "`{}` is played by {fewest} to {most}, not by {players}",
            ruleset.interface().id()
        ));
    }
    if arguments.bots.len() > usize::from(players) {
        return Err(format!("{} bots don't fit on {players} seats", arguments.bots.len()));
    }
    if let Some(unknown) =
        arguments.bots.iter().find(|bot| !ruleset.interface().bots().contains(&bot.as_str()))
    {
        return Err(format!(
            "there is no bot `{unknown}`; known are: {}",
            ruleset.interface().bots().join(", ")
        ));
    }
    Ok(arguments.bots.iter().cycle().take(usize::from(players)).cloned().collect())
}

#[derive(Serialize)]
pub(super) struct Report {
    ruleset: &'static str,
    players: usize,
    bots: Vec<String>,
    seed: u64,
    games: u64,
    #[serde(flatten)]
    counts: SeriesCounts,
    mean_turns: f64,
    mean_actions: f64,
    games_per_second: f64,
    actions_per_second: f64,
    /// The ruleset's own figures.
    statistics: Value,
}

impl Report {
    pub fn new(
        ruleset: &'static str,
        bots: Vec<String>,
        arguments: &SimulateArguments,
        counts: SeriesCounts,
        statistics: Value,
        took: TimeDelta,
    ) -> Self {
        // A run too short for the clock counts as one microsecond.
        let seconds = took.num_microseconds().unwrap_or(i64::MAX).max(1) as f64 / 1e6;
        let games = counts.finished.max(1) as f64;
        Self {
            ruleset,
            players: bots.len(),
            bots,
            seed: arguments.seed,
            games: arguments.games,
            mean_turns: rounded(counts.turns as f64 / games),
            mean_actions: rounded(counts.actions as f64 / games),
            games_per_second: rounded(counts.finished as f64 / seconds),
            actions_per_second: rounded(counts.actions as f64 / seconds),
            counts,
            statistics,
        }
    }
}

/// Prints a report as one JSON object, or in lines for a person.
fn print(report: &impl Serialize, as_json: bool) {
    let text = if as_json {
        serde_json::to_string(report)
    } else {
        serde_json::to_value(report).map(|value| lines("", &value))
    };
    match text {
        Ok(text) => println!("{}", text.trim_end()),
        Err(error) => unreachable!("a report does not serialise: {error}"),
    }
}

fn lines(indent: &str, value: &Value) -> String {
    let fields = value.as_object().into_iter().flatten();
    let line = |(name, field): (&String, &Value)| match field {
        Value::Object(_) => format!("{indent}{name}:\n{}", lines(&format!("{indent}  "), field)),
        other => format!("{indent}{name}: {other}\n"),
    };
    fields.map(line).collect()
}

fn rounded(figure: f64) -> f64 {
    (figure * 10.0).round() / 10.0
}

/// Plays `games` games by `part`, which plays those whose numbers it takes. The error is the first game (by number, of
/// those that were played) that went wrong.
pub(super) fn play<T: Send>(
    games: u64,
    part: impl Fn(&mut dyn Iterator<Item = u64>) -> Result<T, SeriesError> + Sync,
) -> Result<Vec<T>, SeriesError> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let taken = AtomicU64::new(0);
    let work = || {
        let mut numbers =
            std::iter::from_fn(|| Some(taken.fetch_add(1, Ordering::Relaxed)).filter(|&game| game < games));
        part(&mut numbers)
    };
    let results: Vec<Result<T, SeriesError>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    let (tallies, faults): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    match faults.into_iter().filter_map(Result::err).min_by_key(|fault| fault.game) {
        Some(fault) => Err(fault),
        None => Ok(tallies.into_iter().flatten().collect()),
    }
}
