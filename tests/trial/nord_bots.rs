//! The sensible bot of NORD beats those that do anything, at every number of players.

use conformance::series::{self, Series};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rules::{Bots, Statistics};
use rules::{Chance, Rules, Spot};
use rulesets::nord::Nord;
use rulesets::nord::action::Action;
use rulesets::nord::options::Options;
use rulesets::nord::treasures::Treasure;

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

/// In games between steady bots every sort of treasure is played; see the bars of `steady` for how well.
#[test]
fn steady_bots_send_negotiators_and_play_two_areas_and_many_workers() {
    let bots = vec!["steady".to_owned(); 3];
    let series = Series { options: Options::default(), bots, seed: 5 };
    let games = if cfg!(debug_assertions) { 6 } else { 400 };
    let tally = series::play(&Nord::default(), &series, 0..games).expect("every game ends");
    let figures = Nord::default().figures(&tally.statistics, games);
    for sort in ["negotiator", "two_areas", "many_workers"] {
        let played = figures["treasures_played"][sort].as_f64().expect("a figure");
        assert!(played > 0.1, "{sort}: {figures}");
    }
}

/// A bot that plays a treasure gains by it: three tiles of a kind that score nothing yet are worth less than many workers
/// who join two settlements at once; a full set at the end is not broken up for a single field.
#[test]
fn steady_keeps_treasures_that_are_worth_more_at_the_end() {
    let rules = Nord::default();
    let mut state = rules.blank(&Options::default(), 2).expect("a table");
    let mut chance = Chance::seeded([4; 32]);
    for event in rules.setup(&state.clone(), &mut chance) {
        rules.apply(&mut state, &event).unwrap();
    }
    state.table.next_scoring = 4;
    state.secret.hands[0] = Treasure::all().collect();
    state.table.players[0].treasures = 6;
    let view = rules.view(&state, Some(0));
    let legal = rules.legal(&state, 0);
    assert!(legal[0].actions.iter().any(|action| matches!(action, Action::PlayTreasure(_))));
    let choice =
        rules.choose("steady", &view, &legal, &mut ChaCha8Rng::from_seed([0; 32])).expect("an answer");
    assert!(matches!(choice.action, Action::PlaceWorkers(_)), "{choice:?}");
}
