//! Waiting with a bound. Counts steps: only the clock may ask for the time.

use std::thread;
use std::time::Duration;

pub const STEP: Duration = Duration::from_millis(20);

/// Asks again and again until there is an answer, or `bound` has passed.
pub fn until<T>(bound: Duration, mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    let steps = bound.as_millis() / STEP.as_millis();
    for _ in 0..steps {
        if let Some(answer) = ask() {
            return Some(answer);
        }
        thread::sleep(STEP);
    }
    ask()
}
