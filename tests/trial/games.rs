//! Whole games of a title under all laws, on all cores.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use althing::rules::Ruleset;
use althing::rules::playout::Seating;
use althing::rules::trial::{self, Report, Sampling};

/// The bar is a thousand; without optimisation a few must do.
pub const GAMES: u64 = if cfg!(debug_assertions) { 6 } else { 1_000 };

/// One game; whatever goes wrong, a panic too, names the game.
fn tried<R: Ruleset>(rules: &R, game: u64, seating: &Seating<R::Options>) -> Result<Report, String> {
    let run = || trial::run(rules, seating, Sampling::default());
    match panic::catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => result.map_err(|fault| format!("game {game} ({:?}): {fault}", seating.bots)),
        Err(_) => Err(format!("game {game} ({:?}) panicked", seating.bots)),
    }
}

/// Every game, on all cores; the first few that failed, by number.
pub fn trials<R: Ruleset>(
    rules: &R,
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
