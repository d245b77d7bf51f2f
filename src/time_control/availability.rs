//! When a player's time counts: not at night, on days off or on vacation, by the player's own wall clock.

use std::str::FromStr;

use chrono::{Datelike, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Weekday};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

/// The longest sleep window, in hours. A longer one would let a player delay a game for ever.
pub const MAX_SLEEP_HOURS: i64 = 16;
/// The most days off in a week.
pub const DAYS_OFF: usize = 3;

/// The times at which a player's clocks stand still.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredAvailability {
    /// The time zone of the wall clock, by its IANA name. A name that is no longer known counts as UTC.
    pub zone: String,
    pub sleep: Option<Sleep>,
    /// Days of the week that do not count.
    pub days_off: Vec<Weekday>,
    /// Vacations, in no order.
    pub vacations: Vec<VacationRange>,
}

/// A window of each day. It passes midnight if `until` is earlier than `from`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sleep {
    /// The first minute that does not count.
    pub from: NaiveTime,
    /// The first minute that counts again.
    pub until: NaiveTime,
}

/// A vacation, by its local dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct VacationRange {
    /// The first day that does not count.
    pub first: NaiveDate,
    /// The last day that does not count.
    pub last: NaiveDate,
}

impl Default for StoredAvailability {
    fn default() -> Self {
        let (sleep, days_off, vacations) = (None, Vec::new(), Vec::new());
        Self { zone: "UTC".to_owned(), sleep, days_off, vacations }
    }
}

impl StoredAvailability {
    pub fn is_always(&self) -> bool {
        self.sleep.is_none() && self.days_off.is_empty() && self.vacations.is_empty()
    }

    pub fn zone(&self) -> Tz {
        Tz::from_str(&self.zone).unwrap_or(Tz::UTC)
    }

    /// Does time count at this time of the wall clock?
    pub fn counts(&self, wall: NaiveDateTime) -> bool {
        let day = wall.date();
        let asleep = self.sleep.is_some_and(|sleep| sleep.covers(wall.time()));
        let away = self.vacations.iter().any(|vacation| (vacation.first..=vacation.last).contains(&day));
        !(asleep || away || self.days_off.contains(&day.weekday()))
    }

    /// The next time of the wall clock after this one at which anything can change.
    pub fn next_change(&self, wall: NaiveDateTime) -> NaiveDateTime {
        let midnight = wall.date().succ_opt().map_or(NaiveDateTime::MAX, |day| day.and_time(NaiveTime::MIN));
        let nights = self.sleep.into_iter().flat_map(|sleep| [sleep.from, sleep.until]);
        let today = nights.map(|time| wall.date().and_time(time)).filter(|change| *change > wall);
        today.min().map_or(midnight, |change| change.min(midnight))
    }
}

impl Sleep {
    pub fn leaves_time(&self) -> bool {
        let length = self.until - self.from;
        let length = if length <= TimeDelta::zero() { length + TimeDelta::days(1) } else { length };
        length <= TimeDelta::hours(MAX_SLEEP_HOURS)
    }

    fn covers(&self, time: NaiveTime) -> bool {
        if self.from < self.until {
            (self.from..self.until).contains(&time)
        } else {
            time >= self.from || time < self.until
        }
    }
}

impl VacationRange {
    /// Do the two have a day in common?
    pub fn overlaps(&self, other: &Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    /// How many of its days are in this year.
    pub fn days_in(&self, year: i32) -> i64 {
        let (Some(first), Some(last)) =
            (NaiveDate::from_ymd_opt(year, 1, 1), NaiveDate::from_ymd_opt(year, 12, 31))
        else {
            return 0;
        };
        ((self.last.min(last) - self.first.max(first)).num_days() + 1).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(hour: u32) -> NaiveTime {
        NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or_default()
    }

    fn day(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default()
    }

    #[test]
    fn a_night_must_end_and_leave_a_day() {
        let leaves = |from, until| Sleep { from: time(from), until: time(until) }.leaves_time();
        assert!(leaves(23, 7) && leaves(8, 0) && leaves(7, 23));
        assert!(!leaves(7, 7), "a whole day");
        assert!(!leaves(7, 0) && !leaves(22, 15));
    }

    #[test]
    fn a_night_goes_through_midnight() {
        let sleep = Sleep { from: time(23), until: time(7) };
        assert!(sleep.covers(time(23)) && sleep.covers(time(0)) && sleep.covers(time(6)));
        assert!(!sleep.covers(time(7)) && !sleep.covers(time(22)));
    }

    #[test]
    fn the_days_of_a_vacation_belong_to_their_years() {
        let vacation = VacationRange { first: day(2026, 12, 28), last: day(2027, 1, 2) };
        assert_eq!((vacation.days_in(2026), vacation.days_in(2027), vacation.days_in(2028)), (4, 2, 0));
    }
}
