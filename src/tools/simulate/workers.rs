//! One thread for each core; each takes the next game when it is done with one.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use rules::series::SeriesError;

/// Plays `games` games by `part`, which plays those whose numbers it takes. The error is the first game (by number, of
/// those that were played) that went wrong.
pub(super) fn play<T: Send>(
    games: u64,
    part: impl Fn(&mut dyn Iterator<Item = u64>) -> Result<T, SeriesError> + Sync,
) -> Result<Vec<T>, SeriesError> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let taken = AtomicU64::new(0);
    let work = || {
        let mut numbers =
            std::iter::from_fn(|| Some(taken.fetch_add(1, Ordering::Relaxed)).filter(|&game| game < games));
        part(&mut numbers)
    };
    let results: Vec<Result<T, SeriesError>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    let (tallies, faults): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    match faults.into_iter().filter_map(Result::err).min_by_key(|fault| fault.game) {
        Some(fault) => Err(fault),
        None => Ok(tallies.into_iter().flatten().collect()),
    }
}
