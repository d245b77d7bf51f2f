//! The sensible bot of NORD beats those that do anything, at every number of players.

use althing::rules::series::{self, Series};
use althing::rulesets::nord::Nord;
use althing::rulesets::nord::options::Options;

/// Without optimisation a few games must do.
const GAMES: u64 = if cfg!(debug_assertions) { 4 } else { 400 };

#[test]
fn steady_beats_random_bots_most_of_the_time() {
    for (players, percent) in [(2, 85), (3, 75), (4, 70)] {
        let mut bots = vec!["random".to_owned(); players];
        bots[0] = "steady".to_owned();
        let series = Series { options: Options::default(), bots, seed: 1 };
        let counts = series::play(&Nord::default(), &series, 0..GAMES).expect("every game ends").counts;
        assert_eq!(counts.ended_by.get("final_scoring"), Some(&GAMES), "{counts:?}");
        assert!(counts.wins_by_bot["steady"] * 100 >= GAMES * percent, "{counts:?}");
    }
}
