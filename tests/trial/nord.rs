//! NORD under all laws: many games, random and steady bots mixed, two to four at the table, standard and variable islands.

use conformance::playout::Seating;
use rules::Registered;
use rulesets::nord::Nord;
use rulesets::nord::options::{IslandKind, Options, Sides, StartSeating};

use super::games::{GAMES, Tables, trials};

const TABLES: Tables = Tables { seed: 22, fewest: 2, sizes: 3, span: 90 };
/// A stored state of a running game, in bytes.
const LARGEST_STATE: usize = 8 * 1024;

fn options(game: u64) -> Options {
    let sides = [Sides::Front, Sides::Mixed, Sides::Back];
    Options {
        island: if game % 4 < 2 { IslandKind::Standard } else { IslandKind::Variable },
        sides: if game % 4 < 2 { Sides::Front } else { sides[(game / 4 % 3) as usize] },
        start_order: if game % 8 < 4 { StartSeating::Random } else { StartSeating::Listed },
        ..Options::default()
    }
}

/// Two to four seats; each bit of the number of the game seats a steady or a random bot.
fn seating(game: u64) -> Seating<Options> {
    TABLES.seating(game, options(game))
}

#[test]
fn every_game_ends_and_every_law_holds_after_every_action() {
    let report = trials(&Registered::complete(Nord::default()), seating)
        .unwrap_or_else(|failed| panic!("{}", failed.join("\n")));
    println!("{report:?}");
    assert!(report.accepted > report.entries, "{report:?}");
    assert!(report.refused > report.entries, "{report:?}");
    assert!(report.randomized > 0 && report.redacted > 0 && report.resigned > 0, "{report:?}");
    assert!(report.foreseen > GAMES && report.unlearnt > GAMES, "{report:?}");
    assert!(report.taken_back > GAMES && report.replayed > report.taken_back, "{report:?}");
    assert!(report.largest_state <= LARGEST_STATE, "{report:?}");
}

#[test]
fn two_runs_of_one_seed_give_the_same_record_and_another_seed_does_not() {
    let rules = Nord::default();
    let record = |game| conformance::record(&rules, &seating(game)).expect("a game");
    assert_eq!(record(46), record(46));
    assert_ne!(record(46), record(49));
}
