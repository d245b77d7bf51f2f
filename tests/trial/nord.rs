//! NORD under all laws: many games, random and steady bots mixed, two to four at the table, standard and variable islands.

use althing::rules::playout::{Leave, Seating, seed_of};
use althing::rules::trial;
use althing::rulesets::nord::Nord;
use althing::rulesets::nord::options::{IslandKind, Options, Sides, StartOrder};

use super::games::trials;

const SEED: u64 = 22;
/// A stored state of a running game, in bytes.
const LARGEST_STATE: usize = 8 * 1024;

fn options(game: u64) -> Options {
    let sides = [Sides::Front, Sides::Mixed, Sides::Back];
    Options {
        island: if game % 4 < 2 { IslandKind::Standard } else { IslandKind::Variable },
        sides: if game % 4 < 2 { Sides::Front } else { sides[(game / 4 % 3) as usize] },
        start_order: if game % 8 < 4 { StartOrder::Random } else { StartOrder::Listed },
        ..Options::default()
    }
}

/// Two to four seats; each bit of the number of the game seats a steady or a random bot.
fn seating(game: u64) -> Seating<Options> {
    let seats = 2 + game % 3;
    let bot = |seat: u64| if (game / 3) >> seat & 1 == 1 { "steady" } else { "random" };
    let bots = (0..seats).map(|seat| bot(seat).to_owned()).collect();
    Seating { options: options(game), bots, seed: seed_of(SEED, game), leaves: leaves(game, seats) }
}

/// In every second game somebody gives up somewhere, in every sixth all but one do.
fn leaves(game: u64, seats: u64) -> Vec<Leave> {
    let leavers = match game % 6 {
        1 | 3 => 1,
        5 if game % 12 == 5 => seats - 1,
        5 => seats - 2,
        _ => 0,
    };
    let leave = |nth: u64| {
        let after = (game * 37 + nth * 53) % 90;
        Leave { after, seat: u8::try_from((game + nth) % seats).expect("few seats") }
    };
    (0..leavers).map(leave).collect()
}

#[test]
fn every_game_ends_and_every_law_holds_after_every_action() {
    let report = trials(&Nord::default(), seating).unwrap_or_else(|failed| panic!("{}", failed.join("\n")));
    println!("{report:?}");
    assert!(report.accepted > report.entries, "{report:?}");
    assert!(report.refused > report.entries, "{report:?}");
    assert!(report.disguised > 0 && report.told > 0 && report.resigned > 0, "{report:?}");
    assert!(report.largest_state <= LARGEST_STATE, "{report:?}");
}

#[test]
fn two_runs_of_one_seed_give_the_same_record_and_another_seed_does_not() {
    let rules = Nord::default();
    let record = |game| trial::record(&rules, &seating(game)).expect("a game");
    assert_eq!(record(46), record(46));
    assert_ne!(record(46), record(49));
}
