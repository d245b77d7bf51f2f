//! Whole games between bots, under every law of the contract.

use conformance::playout::{Seating, seed_of};
use conformance::{self, Report, Sampling};
use rules::Registered;
use rulesets::landnam::Landnam;
use rulesets::landnam::Options;

fn games(bots: &[&str], games: u64) -> Report {
    let rules = Registered::complete(Landnam::default());
    let mut report = Report::default();
    for game in 0..games {
        let bots = bots.iter().map(|&bot| bot.to_owned()).collect();
        let seating = Seating { options: Options::default(), bots, seed: seed_of(8, game), leaves: vec![] };
        let seen = conformance::run(&rules, &seating, Sampling::default());
        report.add(&seen.unwrap_or_else(|fault| panic!("game {game}: {fault}")));
    }
    report
}

#[test]
fn games_of_random_bots_keep_every_law() {
    let report = games(&["random", "random", "random"], 2);
    assert!(report.accepted > 1_000 && report.refused > 1_000 && report.randomized > 10, "{report:?}");
}

#[test]
fn mixed_games_of_five_keep_every_law_and_states_stay_small() {
    let report = games(&["steady", "random", "steady", "random", "steady"], 2);
    assert!(report.largest_state <= 8 * 1024, "{} bytes", report.largest_state);
}
