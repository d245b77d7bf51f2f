//! Computes when a player is warned that their time is running out.

use chrono::TimeDelta;

use super::Instant;
use super::availability::StoredAvailability;
use super::deadlines::deadline;

/// The counted hours that are left at the first and at the second warning, if the budget is long enough.
const FIRST_HOURS: i64 = 24;
const SECOND_HOURS: i64 = 4;

/// The two instants at which a player is warned that their time is running out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Warnings {
    /// A day of counted time before the end, or half way if there is less than two.
    pub first: Option<Instant>,
    /// Four hours of counted time before the end, or an eighth of the budget if there are less than 32.
    pub second: Option<Instant>,
}

/// The warnings of a clock that has `budget` from `since` on.
pub fn warnings(since: Instant, budget: TimeDelta, availability: &StoredAvailability) -> Warnings {
    let before = |left: TimeDelta| deadline(since, budget - left, availability);
    Warnings {
        first: before(TimeDelta::hours(FIRST_HOURS).min(budget / 2)),
        second: before(TimeDelta::hours(SECOND_HOURS).min(budget / 8)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hours_before_the_end(budget: i64) -> [f64; 2] {
        let (since, budget) = (Instant::UNIX_EPOCH, TimeDelta::hours(budget));
        let Warnings { first, second } = warnings(since, budget, &StoredAvailability::default());
        [first, second].map(|at| {
            let left = since + budget - at.unwrap_or_default();
            left.num_minutes() as f64 / 60.0
        })
    }

    #[test]
    fn long_clocks_warn_a_day_and_four_hours_before_the_end_and_short_ones_by_their_length() {
        assert_eq!(hours_before_the_end(96), [24.0, 4.0]);
        assert_eq!(hours_before_the_end(48), [24.0, 4.0]);
        assert_eq!(hours_before_the_end(16), [8.0, 2.0]);
        assert_eq!(hours_before_the_end(1), [0.5, 0.116_666_666_666_666_67]);
    }
}
