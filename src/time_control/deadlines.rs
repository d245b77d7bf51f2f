//! Computes how much time counted for a player between two instants, and when a budget of time is used up.
//!
//! Time is cut into stretches in which all of it counts or none. A stretch ends at the next change by the wall clock,
//! or at the instant at which the wall clock itself jumps (daylight saving time), whichever comes first.

use chrono::{Offset, TimeDelta, TimeZone};
use chrono_tz::Tz;

use super::Instant;
use super::availability::StoredAvailability;

/// How far ahead a deadline is searched. A clock that stands still for longer has no deadline.
const MAX_DAYS: i64 = 3_650;

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
struct Stretch {
    end: Instant,
    counts: bool,
}

impl Stretch {
    fn at(start: Instant, zone: Tz, availability: &StoredAvailability) -> Self {
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

/// The instant between two others at which the wall clock jumps, if it does. They are at most a day apart, so that
/// there is one jump at most, and the search by bisection finds it; wall clocks jump on whole seconds.
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
