//! The bots of Landnám play as the rules page expects sensible programs to play (rules page §16).

use conformance::series::{self, Series, Tally};
use rules::Statistics as _;
use rulesets::landnam::Landnam;
use rulesets::landnam::Options;
use serde_json::Value;

/// Without optimisation a few games must do.
const GAMES: u64 = if cfg!(debug_assertions) { 8 } else { 200 };

fn played(bots: &[&str]) -> Tally {
    let bots = bots.iter().map(|&bot| bot.to_owned()).collect();
    let series = Series { options: Options::default(), bots, seed: 1 };
    series::play(&Landnam::default(), &series, 0..GAMES).expect("every game ends")
}

#[test]
fn one_steady_beats_three_random_bots_three_times_of_four() {
    let counts = played(&["steady", "random", "random", "random"]).counts;
    assert!(counts.wins_by_bot["steady"] * 4 >= GAMES * 3, "{counts:?}");
}

#[test]
fn steady_games_end_by_points_and_last_as_long_as_sensible_games_do() {
    for (players, turns) in [(3, 70.0), (4, 79.0), (5, 82.0)] {
        let tally = played(&vec!["steady"; players]);
        assert_eq!(tally.counts.ended_by.get("points"), Some(&GAMES));
        let mean = tally.counts.turns as f64 / GAMES as f64;
        assert!((turns * 0.75..turns * 1.25).contains(&mean), "{players} players: {mean} turns");
        if GAMES >= 100 {
            resembles(&Landnam::default().figures(&tally.statistics, GAMES));
        }
    }
}

/// Within wide bounds around the figures of the rules page; far other figures mean a mistake.
fn resembles(figures: &Value) {
    for (pointer, low, high) in [
        ("/althings_per_turn", 0.15, 0.19),
        ("/althings_with_possible_suits", 0.45, 0.75),
        ("/suits_per_althing", 0.4, 0.8),
        ("/famines_per_harvest", 0.003, 0.04),
        ("/points_per_source/winner/houses", 7.5, 8.8),
        ("/tokens_per_winner/white", 2.0, 3.2),
        ("/tokens_per_winner/red", 0.7, 1.9),
        ("/tokens_per_winner/black", 0.05, 0.5),
        ("/per_game/piles_reshuffled", 0.0, 1.0),
    ] {
        let figure = figures.pointer(pointer).and_then(Value::as_f64).expect("a figure");
        assert!((low..=high).contains(&figure), "{pointer} is {figure}");
    }
}
