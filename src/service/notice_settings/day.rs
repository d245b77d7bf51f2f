//! Hours of a reader's day.

use chrono::{Days, NaiveDate, NaiveDateTime, TimeDelta, TimeZone};
use chrono_tz::Tz;

use crate::clock::Instant;
use crate::error::{Code, Error};

/// Refuses an hour that there is not: `invalid_field`.
pub fn hour(field: &'static str, hour: i16) -> Result<i16, Error> {
    within(field, hour, 0, 23)
}

/// Refuses a number that is not between two others: `invalid_field`.
pub fn within(field: &'static str, number: i16, least: i16, most: i16) -> Result<i16, Error> {
    if (least..=most).contains(&number) {
        return Ok(number);
    }
    Err(Code::InvalidField.field(field, format!("A number from {least} to {most} is wanted.")))
}

/// The next instant after `now` at which the clock of `zone` shows that full hour.
pub fn next(now: Instant, zone: Tz, hour: i16) -> Instant {
    let today = now.with_timezone(&zone).date_naive();
    let hours = (0..=2).filter_map(|days| at(today.checked_add_days(Days::new(days))?, hour));
    let mut instants = hours.filter_map(|local| instant(local, zone));
    instants.find(|instant| *instant > now).unwrap_or(now + TimeDelta::days(1))
}

fn at(day: NaiveDate, hour: i16) -> Option<NaiveDateTime> {
    day.and_hms_opt(u32::try_from(hour).ok()?, 0, 0)
}

/// The first instant at which a clock shows `local`, or what comes next where clocks leave it out; `None` where they
/// leave out the rest of that day, too.
fn instant(local: NaiveDateTime, zone: Tz) -> Option<Instant> {
    let mut shown = local;
    while shown.date() == local.date() {
        if let Some(instant) = zone.from_local_datetime(&shown).earliest() {
            return Some(instant.to_utc());
        }
        shown += TimeDelta::minutes(30);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next_at(now: &str, zone: Tz, hour: i16) -> String {
        next(now.parse().unwrap(), zone, hour).to_rfc3339()
    }

    #[test]
    fn the_next_eight_o_clock_is_today_or_tomorrow() {
        assert_eq!(next_at("2026-07-01T05:00:00Z", Tz::Europe__Oslo, 8), "2026-07-01T06:00:00+00:00");
        assert_eq!(next_at("2026-07-01T06:00:00Z", Tz::Europe__Oslo, 8), "2026-07-02T06:00:00+00:00");
    }

    #[test]
    fn an_hour_that_comes_twice_is_taken_the_first_time() {
        let first = next_at("2026-10-24T12:00:00Z", Tz::Europe__Oslo, 2);
        assert_eq!(first, "2026-10-25T00:00:00+00:00");
        assert_eq!(next_at(&first, Tz::Europe__Oslo, 2), "2026-10-26T01:00:00+00:00");
    }

    #[test]
    fn newfoundland_is_half_an_hour_off() {
        assert_eq!(next_at("2026-03-08T12:00:00Z", Tz::America__St_Johns, 8), "2026-03-09T10:30:00+00:00");
    }
}
