//! `simulate --waits`: how often games stand still, without and with standing orders, and what these cost.
//!
//! Each game is played three times from one seed: no seat has orders; every seat has the same ones; one seat has them,
//! another one in each game, against others without.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;
use serde_json::value::RawValue;

use super::super::wrong_arguments;
use super::{SimulateArguments, play};
use conformance::ToolRuleset;
use conformance::interruptions::{Interruptions, OrdersComparison};
use rules::Json;

/// What is printed. Figures are means over the games.
#[derive(Serialize)]
struct Report<'r> {
    ruleset: &'static str,
    players: usize,
    bots: &'r [String],
    seed: u64,
    games: u64,
    /// Times that a game waited for a seat whose turn it was not.
    interruptions_without: f64,
    interruptions_with: f64,
    ratio: f64,
    /// Questions to such seats; several in a row to one who is there are one interruption.
    asked_of_others_without: f64,
    asked_of_others_with: f64,
    turns: f64,
    turns_without: f64,
    mails_per_person: f64,
    mails_per_person_without: f64,
    /// Answers that orders gave.
    answered: f64,
    per_turn: PerTurn,
    interruptions_by_kind: ByKind,
    harm: Harm,
    orders: &'r [Json],
}

#[derive(Serialize)]
struct PerTurn {
    interruptions_without: f64,
    interruptions_with: f64,
    mails_per_person: f64,
    mails_per_person_without: f64,
}

#[derive(Serialize)]
struct ByKind {
    without: BTreeMap<String, f64>,
    with: BTreeMap<String, f64>,
}

/// One seat with orders against others without.
#[derive(Serialize)]
struct Harm {
    games: u64,
    points_without: f64,
    points_with: f64,
    /// The share of its points that the seat loses by its orders; below 0 it gains.
    lost: f64,
}

pub(super) fn run(ruleset: &dyn ToolRuleset, bots: &[String], arguments: &SimulateArguments) -> ExitCode {
    let orders = match arguments.orders.as_deref().map(read).transpose() {
        Ok(given) => given.unwrap_or_else(|| ruleset.interface().typical_orders()),
        Err(sentence) => return wrong_arguments(&sentence),
    };
    let refused = |numbers: &mut dyn Iterator<Item = u64>| {
        ruleset.compare_orders(bots, arguments.seed, &orders, numbers)
    };
    if let Err(refusal) = refused(&mut std::iter::empty()) {
        return wrong_arguments(&format!("the orders don't read: {refusal}"));
    }
    let played = play(arguments.games, |numbers| {
        // What was read before reads again.
        refused(numbers).unwrap_or_else(|_| Ok(OrdersComparison::default()))
    });
    match played {
        Ok(parts) => {
            let mut trials = OrdersComparison::default();
            parts.into_iter().for_each(|part| trials.add(part));
            let report = Report::new(ruleset.interface().id(), bots, arguments.seed, &orders, &trials);
            super::print(&report, arguments.json);
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("althing: {fault} (seed {})", arguments.seed);
            ExitCode::FAILURE
        }
    }
}

fn read(path: &Path) -> Result<Vec<Json>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let orders: Vec<Box<RawValue>> =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(orders)
}

impl<'r> Report<'r> {
    fn new(
        ruleset: &'static str,
        bots: &'r [String],
        seed: u64,
        orders: &'r [Json],
        trials: &OrdersComparison,
    ) -> Self {
        let (without, with) = (&trials.without, &trials.with);
        let games = trials.games.max(1) as f64;
        let mean = |count: u64| rounded(count as f64 / games);
        let persons = bots.len().max(1) as f64;
        let mails = |waits: &Interruptions| waits.mails as f64 / persons;
        let per_turn = |count: f64, waits: &Interruptions| rounded(count / waits.turns.max(1) as f64);
        let kinds = |waits: &Interruptions| {
            waits.by_kind.iter().map(|(kind, times)| (kind.clone(), mean(*times))).collect()
        };
        Self {
            ruleset,
            players: bots.len(),
            bots,
            seed,
            games: trials.games,
            interruptions_without: mean(without.interruptions),
            interruptions_with: mean(with.interruptions),
            ratio: rounded(with.interruptions as f64 / without.interruptions.max(1) as f64),
            asked_of_others_without: mean(without.asked),
            asked_of_others_with: mean(with.asked),
            turns: mean(with.turns),
            turns_without: mean(without.turns),
            mails_per_person: rounded(mails(with) / games),
            mails_per_person_without: rounded(mails(without) / games),
            answered: mean(with.answered),
            per_turn: PerTurn {
                interruptions_without: per_turn(without.interruptions as f64, without),
                interruptions_with: per_turn(with.interruptions as f64, with),
                mails_per_person: per_turn(mails(with), with),
                mails_per_person_without: per_turn(mails(without), without),
            },
            interruptions_by_kind: ByKind { without: kinds(without), with: kinds(with) },
            harm: harm(trials, games),
            orders,
        }
    }
}

fn harm(trials: &OrdersComparison, games: f64) -> Harm {
    let (without, with) = (trials.points_without as f64, trials.points_with as f64);
    let lost = if without > 0.0 { 1.0 - with / without } else { 0.0 };
    Harm {
        games: trials.games,
        points_without: rounded(without / games),
        points_with: rounded(with / games),
        lost: rounded(lost),
    }
}

fn rounded(figure: f64) -> f64 {
    (figure * 1_000.0).round() / 1_000.0
}
