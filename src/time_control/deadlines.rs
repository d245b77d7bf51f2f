//! Computes how much time counted for a player between two instants, when a budget of time is used up, and when its
//! owner is warned.
//!
//! Time is cut into stretches in which all of it counts or none. A stretch ends at the next change by the wall clock,
//! or at the instant at which the wall clock itself jumps (daylight saving time), whichever comes first.

use chrono::{Offset, TimeDelta, TimeZone};
use chrono_tz::Tz;

use super::Instant;
use super::availability::StoredAvailability;

/// How many days ahead a deadline is searched. A budget that lasts longer has no deadline.
const MAX_DAYS: i64 = 3_650;
/// The counted hours that are left at the first and at the second warning, if the budget is long enough.
const FIRST_HOURS: i64 = 24;
const SECOND_HOURS: i64 = 4;

/// How much of the time from one instant to another counts for a player; zero if the instants are in the wrong order.
pub fn counted(from: Instant, to: Instant, availability: &StoredAvailability) -> TimeDelta {
    if availability.is_always() {
        return (to - from).max(TimeDelta::zero());
    }
    let (zone, mut at, mut sum) = (availability.zone(), from, TimeDelta::zero());
    while at < to {
        let stretch = Stretch::at(at, zone, availability);
        let end = stretch.end.min(to);
        if stretch.counts {
            sum += end - at;
        }
        at = end;
    }
    sum
}

/// The instant at which `budget` has counted since `opened_at`; `None` if that is years away.
pub fn deadline(opened_at: Instant, budget: TimeDelta, availability: &StoredAvailability) -> Option<Instant> {
    if availability.is_always() {
        return opened_at.checked_add_signed(budget);
    }
    let horizon = opened_at + TimeDelta::days(MAX_DAYS);
    let (zone, mut at, mut left) = (availability.zone(), opened_at, budget);
    while at < horizon {
        if left <= TimeDelta::zero() {
            return Some(at);
        }
        let stretch = Stretch::at(at, zone, availability);
        if stretch.counts {
            let length = stretch.end - at;
            if length >= left {
                return Some(at + left);
            }
            left -= length;
        }
        at = stretch.end;
    }
    None
}

/// An interval in which all time counts or none.
pub(super) struct Stretch {
    pub end: Instant,
    pub counts: bool,
}

impl Stretch {
    pub fn at(start: Instant, zone: Tz, availability: &StoredAvailability) -> Self {
        let offset = offset(zone, start);
        let wall = start.naive_utc() + offset;
        let end = start + (availability.next_change(wall) - wall);
        Self { end: jump(zone, start, end, offset).unwrap_or(end), counts: availability.counts(wall) }
    }
}

/// The offset of the wall clock from UTC.
fn offset(zone: Tz, at: Instant) -> TimeDelta {
    TimeDelta::seconds(zone.offset_from_utc_datetime(&at.naive_utc()).fix().local_minus_utc().into())
}

/// The instant between `start` and `end` at which the wall clock jumps, if it does. A bisection finds it: the two are
/// at most a day apart, and within a day there is at most one jump. Wall clocks jump on whole seconds.
fn jump(zone: Tz, start: Instant, end: Instant, before: TimeDelta) -> Option<Instant> {
    if offset(zone, end) == before {
        return None;
    }
    let (mut still, mut gone) = (start.timestamp(), end.timestamp());
    while gone - still > 1 {
        let middle = still + (gone - still) / 2;
        let at = Instant::from_timestamp(middle, 0)?;
        if offset(zone, at) == before { still = middle } else { gone = middle }
    }
    Instant::from_timestamp(gone, 0)
}

/// The two instants at which a player is warned that their time is running out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Warnings {
    /// 24 hours of counted time before the end; for a budget below 48 hours half of it before the end.
    pub first: Option<Instant>,
    /// 4 hours of counted time before the end; for a budget below 32 hours an eighth of it before the end.
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
