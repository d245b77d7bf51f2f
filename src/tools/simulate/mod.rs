//! `althing simulate`: many games between bots, on one thread for each core, and what they add up to.
//!
//! May know: one ruleset by its JSON face, threads, the clock. May not know: any title.
//! The result follows from the seed; only the two speeds depend on the machine.

mod report;
mod standstill;
mod workers;

use std::process::ExitCode;

use clap::Args;

use super::wrong_arguments;
use crate::clock::Clock;
use report::Report;
use rules::AnyRuleset;
use rules::AnyTally;
use rules::series::SeriesError;

/// Arguments of `simulate`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The ruleset, for example `landnam`.
    pub ruleset: String,
    /// Seats at each table [default: the fewest the ruleset allows].
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
    /// With `--waits`: a file with a JSON list of orders, instead of the title's typical ones.
    #[arg(long, requires = "waits")]
    pub orders: Option<std::path::PathBuf>,
    /// Print one JSON object instead of lines for a person.
    #[arg(long)]
    pub json: bool,
}

pub fn run(arguments: &Arguments) -> ExitCode {
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
    let began = Clock::System.now();
    match tallies(ruleset.as_ref(), &bots, arguments) {
        Ok(tallies) => {
            let took = Clock::System.now() - began;
            let (counts, statistics) = ruleset.sum(tallies);
            let report = Report::new(ruleset.id(), bots, arguments, counts, statistics, took);
            println!("{}", if arguments.json { report.json() } else { report.lines() });
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("althing: {fault} (seed {})", arguments.seed);
            ExitCode::FAILURE
        }
    }
}

fn tallies(
    ruleset: &dyn AnyRuleset,
    bots: &[String],
    arguments: &Arguments,
) -> Result<Vec<AnyTally>, SeriesError> {
    workers::play(arguments.games, |numbers| ruleset.play(bots, arguments.seed, numbers))
}

/// One bot for each seat, or the sentence that says why not.
fn seated(ruleset: &dyn AnyRuleset, arguments: &Arguments) -> Result<Vec<String>, String> {
    let players = arguments.players.unwrap_or(*ruleset.players().start());
    if !ruleset.players().contains(&players) {
        let (fewest, most) = (ruleset.players().start().to_owned(), ruleset.players().end().to_owned());
        return Err(format!("`{}` is played by {fewest} to {most}, not by {players}", ruleset.id()));
    }
    if arguments.bots.len() > usize::from(players) {
        return Err(format!("{} bots don't fit on {players} seats", arguments.bots.len()));
    }
    if let Some(unknown) = arguments.bots.iter().find(|bot| !ruleset.bots().contains(&bot.as_str())) {
        return Err(format!("there is no bot `{unknown}`; known are: {}", ruleset.bots().join(", ")));
    }
    Ok(arguments.bots.iter().cycle().take(usize::from(players)).cloned().collect())
}
