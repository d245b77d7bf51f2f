//! Whole games of a title under all laws, on all cores.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use conformance::Conformance;
use conformance::playout::{Leave, PlayoutError, Seating, seed_of};
use conformance::{self, Report, Sampling};
use rules::{Bots, Registered};

/// The bar is a thousand; without optimisation a few must do.
pub const GAMES: u64 = if cfg!(debug_assertions) { 6 } else { 1_000 };

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
pub fn trials<R: Bots + Conformance>(
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
pub struct Tables {
    /// Tells the games of one title from those of another.
    pub seed: u64,
    /// The fewest seats.
    pub fewest: u64,
    /// How many different numbers of seats there are from there on.
    pub sizes: u64,
    /// Whoever gives up does so before so many actions.
    pub span: u64,
}

impl Tables {
    /// Who plays a game; each bit of its number seats a steady or a random bot.
    pub fn seating<O>(&self, game: u64, options: O) -> Seating<O> {
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
