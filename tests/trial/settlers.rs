//! The Settlers under all laws: many games, random and steady bots mixed, three and four at the table, both layouts.

use conformance::playout::Seating;
use rules::Registered;
use rulesets::settlers::Settlers;
use rulesets::settlers::options::{Layout, Options, TradeBuild};

use super::games::{GAMES, Tables, trials};

const TABLES: Tables = Tables { seed: 21, fewest: 3, sizes: 2, span: 300 };
/// A stored state of a running game, in bytes.
const LARGEST_STATE: usize = 8 * 1024;

fn options(game: u64) -> Options {
    Options {
        layout: if game % 4 < 2 { Layout::Standard } else { Layout::Variable },
        trade_build: if game % 8 < 4 { TradeBuild::Strict } else { TradeBuild::Combined },
        ..Options::default()
    }
}

/// Three or four seats; each bit of the number of the game seats a steady or a random bot.
fn seating(game: u64) -> Seating<Options> {
    TABLES.seating(game, options(game))
}

#[test]
fn every_game_ends_and_every_law_holds_after_every_action() {
    let report = trials(&Registered::complete(Settlers::default()), seating)
        .unwrap_or_else(|failed| panic!("{}", failed.join("\n")));
    println!("{report:?}");
    assert!(report.accepted > report.entries, "{report:?}");
    assert!(report.refused > report.entries, "{report:?}");
    assert!(report.randomized > 0 && report.redacted > 0, "{report:?}");
    assert!(report.foreseen > GAMES && report.unlearnt > GAMES, "{report:?}");
    assert!(report.taken_back > GAMES && report.replayed > report.taken_back, "{report:?}");
    assert!(report.kept_open > 0 && report.offers > 0, "{report:?}");
    assert!(report.largest_state <= LARGEST_STATE, "{report:?}");
}

#[test]
fn two_runs_of_one_seed_give_the_same_record_and_another_seed_does_not() {
    let rules = Settlers::default();
    let record = |game| conformance::record(&rules, &seating(game)).expect("a game");
    assert_eq!(record(46), record(46));
    assert_ne!(record(46), record(49));
}
