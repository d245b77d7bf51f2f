//! Landnám under all laws: many games, random and steady bots mixed, three to five at the table.

use conformance::playout::Seating;
use conformance::{self, Sampling};
use rules::Registered;
use rulesets::landnam::Landnam;
use rulesets::landnam::Options;

use super::games::{GAMES, Tables, trials};

const TABLES: Tables = Tables { seed: 20, fewest: 3, sizes: 3, span: 300 };
/// A stored state of a running game, in bytes.
const LARGEST_STATE: usize = 8 * 1024;

/// Three to five seats; each bit of the number of the game seats a steady or a random bot.
fn seating(game: u64) -> Seating<Options> {
    TABLES.seating(game, Options::default())
}

#[test]
fn every_game_ends_and_every_law_holds_after_every_action() {
    let report = trials(&Registered::complete(Landnam::default()), seating)
        .unwrap_or_else(|failed| panic!("{}", failed.join("\n")));
    println!("{report:?}");
    assert!(report.accepted > report.entries, "{report:?}");
    assert!(report.refused > report.entries, "{report:?}");
    assert!(report.resigned > 0, "{report:?}");
    assert!(report.randomized > 0 && report.redacted > 0, "{report:?}");
    assert!(report.foreseen > GAMES && report.unlearnt > GAMES, "{report:?}");
    assert!(report.taken_back > GAMES && report.replayed > report.taken_back, "{report:?}");
    assert!(report.kept_open > 0 && report.offers > 0, "{report:?}");
    assert!(report.largest_state <= LARGEST_STATE, "{report:?}");
}

/// Game 857: the same roll empties the supply of grain or of iron, and the next famine fills it again.
#[test]
fn what_is_told_on_the_way_may_differ_where_the_views_on_the_way_differ() {
    conformance::run(
        &Registered::complete(Landnam::default()),
        &seating(857),
        Sampling { costly_one_in: 1, ..Sampling::default() },
    )
    .unwrap_or_else(|failed| panic!("{failed}"));
}

#[test]
fn two_runs_of_one_seed_give_the_same_record_and_another_seed_does_not() {
    let rules = Landnam::default();
    let record = |game| conformance::record(&rules, &seating(game)).expect("a game");
    assert_eq!(record(46), record(46));
    assert_ne!(record(46), record(49));
}
