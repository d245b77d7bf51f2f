//! Landnám under all laws: many games, random and steady bots mixed, three to five at the table.

use althing::rules::playout::{Leave, Seating, seed_of};
use althing::rules::trial::{self, Sampling};
use althing::rulesets::landnam::Landnam;
use althing::rulesets::landnam::options::Options;

use super::games::trials;

const SEED: u64 = 20;
/// A stored state of a running game, in bytes.
const LARGEST_STATE: usize = 8 * 1024;

/// Three to five seats; each bit of the number of the game seats a steady or a random bot.
fn seating(game: u64) -> Seating<Options> {
    let seats = 3 + game % 3;
    let bot = |seat: u64| if (game / 3) >> seat & 1 == 1 { "steady" } else { "random" };
    let bots = (0..seats).map(|seat| bot(seat).to_owned()).collect();
    Seating { options: Options::default(), bots, seed: seed_of(SEED, game), leaves: leaves(game, seats) }
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
        let after = (game * 37 + nth * 53) % 300;
        Leave { after, seat: u8::try_from((game + nth) % seats).expect("few seats") }
    };
    (0..leavers).map(leave).collect()
}

#[test]
fn every_game_ends_and_every_law_holds_after_every_action() {
    let report =
        trials(&Landnam::default(), seating).unwrap_or_else(|failed| panic!("{}", failed.join("\n")));
    println!("{report:?}");
    assert!(report.accepted > report.entries, "{report:?}");
    assert!(report.refused > report.entries, "{report:?}");
    assert!(report.resigned > 0, "{report:?}");
    assert!(report.disguised > 0 && report.told > 0, "{report:?}");
    assert!(report.largest_state <= LARGEST_STATE, "{report:?}");
}

/// Game 857: the same roll empties the supply of grain or of iron, and the next famine fills it again.
#[test]
fn what_is_told_on_the_way_may_differ_where_the_views_on_the_way_differ() {
    trial::run(&Landnam::default(), &seating(857), Sampling { costly_one_in: 1, ..Sampling::default() })
        .unwrap_or_else(|failed| panic!("{failed}"));
}

#[test]
fn two_runs_of_one_seed_give_the_same_record_and_another_seed_does_not() {
    let rules = Landnam::default();
    let record = |game| trial::record(&rules, &seating(game)).expect("a game");
    assert_eq!(record(46), record(46));
    assert_ne!(record(46), record(49));
}
