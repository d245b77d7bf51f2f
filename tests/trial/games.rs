//! Every title under all laws: many games on all cores, random and steady bots mixed, with all numbers of seats and with
//! every option that changes the play.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use conformance::Conformance;
use conformance::playout::{Leave, PlayoutError, Seating, seed_of};
use conformance::{self, Report, Sampling};
use rules::{Bots, Registered};
use rulesets::landnam::{self, Landnam};
use rulesets::nord::{self, Nord};
use rulesets::settlers::{self, Settlers};

/// The bar is a thousand; without optimisation a few must do.
const GAMES: u64 = if cfg!(debug_assertions) { 6 } else { 1_000 };
/// A stored state of a running game, in bytes.
const LARGEST_STATE: usize = 8 * 1024;

/// One game, played twice: under the laws of all that bots do, and with actions that are taken back. What goes wrong, a
/// panic too, names the game.
fn tried<R: Bots + Conformance>(
    rules: &Registered<R>,
    game: u64,
    seating: &Seating<R::Options>,
) -> Result<Report, String> {
    let run = || {
        let mut report = conformance::run(rules, seating, Sampling::default())?;
        report.add(&conformance::run_with_take_backs(rules, seating)?);
        Ok::<_, PlayoutError>(report)
    };
    match panic::catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => result.map_err(|fault| format!("game {game} ({:?}): {fault}", seating.bots)),
        Err(_) => Err(format!("game {game} ({:?}) panicked", seating.bots)),
    }
}

/// Every game, on all cores; the first few that failed, by number.
fn trials<R: Bots + Conformance>(
    rules: &Registered<R>,
    seating: impl Fn(u64) -> Seating<R::Options> + Sync,
) -> Result<Report, Vec<String>> {
    let taken = AtomicU64::new(0);
    let work = || {
        let (mut report, mut failed) = (Report::default(), Vec::new());
        loop {
            let game = taken.fetch_add(1, Ordering::Relaxed);
            if game >= GAMES || failed.len() > 2 {
                return (report, failed);
            }
            match tried(rules, game, &seating(game)) {
                Ok(seen) => report.add(&seen),
                Err(breach) => failed.push(breach),
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let results: Vec<(Report, Vec<String>)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().expect("panics are caught")).collect()
    });
    let mut report = Report::default();
    results.iter().for_each(|(seen, _)| report.add(seen));
    let failed: Vec<String> = results.into_iter().flat_map(|(_, failed)| failed).collect();
    if failed.is_empty() { Ok(report) } else { Err(failed) }
}

/// The tables at which a title is tried.
struct Tables {
    /// Tells the games of one title from those of another.
    seed: u64,
    /// The fewest seats.
    fewest: u64,
    /// How many different numbers of seats there are from there on.
    sizes: u64,
    /// Whoever gives up does so before so many actions.
    span: u64,
}

impl Tables {
    /// Who plays a game; each bit of its number seats a steady or a random bot.
    fn seating<O>(&self, game: u64, options: O) -> Seating<O> {
        let seats = self.fewest + game % self.sizes;
        let bot = |seat: u64| if (game / self.sizes) >> seat & 1 == 1 { "steady" } else { "random" };
        let bots = (0..seats).map(|seat| bot(seat).to_owned()).collect();
        Seating { options, bots, seed: seed_of(self.seed, game), leaves: self.leaves(game, seats) }
    }

    /// In every second game somebody gives up somewhere, in every sixth all but one do.
    fn leaves(&self, game: u64, seats: u64) -> Vec<Leave> {
        let leavers = match game % 6 {
            1 | 3 => 1,
            5 if game % 12 == 5 => seats - 1,
            5 => seats - 2,
            _ => 0,
        };
        let leave = |nth: u64| {
            let after = (game * 37 + nth * 53) % self.span;
            Leave { after, seat: u8::try_from((game + nth) % seats).expect("few seats") }
        };
        (0..leavers).map(leave).collect()
    }
}

/// Every game ends, and every law holds after every action.
fn every_law_holds<R: Bots + Conformance>(
    rules: &Registered<R>,
    seating: impl Fn(u64) -> Seating<R::Options> + Sync,
) -> Report {
    let report = trials(rules, seating).unwrap_or_else(|failed| panic!("{}", failed.join("\n")));
    println!("{report:?}");
    assert!(report.accepted > report.entries, "{report:?}");
    assert!(report.refused > report.entries, "{report:?}");
    assert!(report.randomized > 0 && report.redacted > 0, "{report:?}");
    assert!(report.foreseen > GAMES && report.unlearnt > GAMES, "{report:?}");
    assert!(report.taken_back > GAMES && report.replayed > report.taken_back, "{report:?}");
    assert!(report.largest_state <= LARGEST_STATE, "{report:?}");
    report
}

/// Two runs of one seed give the same record, and another seed does not.
fn a_seed_gives_one_record<R: Bots + Conformance>(rules: &R, seating: impl Fn(u64) -> Seating<R::Options>) {
    let record = |game| conformance::record(rules, &seating(game)).expect("a game");
    assert_eq!(record(46), record(46));
    assert_ne!(record(46), record(49));
}

fn of_landnam(game: u64) -> Seating<landnam::Options> {
    let tables = Tables { seed: 20, fewest: 3, sizes: 3, span: 300 };
    tables.seating(game, landnam::Options::default())
}

fn of_the_settlers(game: u64) -> Seating<settlers::options::Options> {
    use settlers::options::{Layout, Options, TradeBuild};
    let tables = Tables { seed: 21, fewest: 3, sizes: 2, span: 300 };
    let options = Options {
        layout: if game % 4 < 2 { Layout::Standard } else { Layout::Variable },
        trade_build: if game % 8 < 4 { TradeBuild::Strict } else { TradeBuild::Combined },
        ..Options::default()
    };
    tables.seating(game, options)
}

fn of_nord(game: u64) -> Seating<nord::options::Options> {
    use nord::options::{IslandKind, Options, Sides, StartSeating};
    let tables = Tables { seed: 22, fewest: 2, sizes: 3, span: 90 };
    let sides = [Sides::Front, Sides::Mixed, Sides::Back];
    let options = Options {
        island: if game % 4 < 2 { IslandKind::Standard } else { IslandKind::Variable },
        sides: if game % 4 < 2 { Sides::Front } else { sides[(game / 4 % 3) as usize] },
        start_order: if game % 8 < 4 { StartSeating::Random } else { StartSeating::Listed },
        ..Options::default()
    };
    tables.seating(game, options)
}

#[test]
fn every_game_of_landnam_ends_and_every_law_holds_after_every_action() {
    let report = every_law_holds(&Registered::complete(Landnam::default()), of_landnam);
    assert!(report.resigned > 0, "{report:?}");
    assert!(report.kept_open > 0 && report.offers > 0, "{report:?}");
}

#[test]
fn every_game_of_the_settlers_ends_and_every_law_holds_after_every_action() {
    let report = every_law_holds(&Registered::complete(Settlers::default()), of_the_settlers);
    assert!(report.kept_open > 0 && report.offers > 0, "{report:?}");
    assert!(report.made_ready > 0, "{report:?}");
}

#[test]
fn every_game_of_nord_ends_and_every_law_holds_after_every_action() {
    let report = every_law_holds(&Registered::complete(Nord::default()), of_nord);
    assert!(report.resigned > 0, "{report:?}");
}

/// Game 857: the same roll empties the supply of grain or of iron, and the next famine fills it again.
#[test]
fn what_is_told_on_the_way_may_differ_where_the_views_on_the_way_differ() {
    let often = Sampling { costly_one_in: 1, ..Sampling::default() };
    conformance::run(&Registered::complete(Landnam::default()), &of_landnam(857), often)
        .unwrap_or_else(|failed| panic!("{failed}"));
}

#[test]
fn two_runs_of_one_seed_give_the_same_record_and_another_seed_does_not() {
    a_seed_gives_one_record(&Landnam::default(), of_landnam);
    a_seed_gives_one_record(&Settlers::default(), of_the_settlers);
    a_seed_gives_one_record(&Nord::default(), of_nord);
}
