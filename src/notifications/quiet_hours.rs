//! Hours of a reader's day, and the quiet hours, in which no mail comes.

use chrono::{Days, NaiveDate, NaiveDateTime, TimeDelta, TimeZone, Timelike};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::{Code, Error, Sentence, bounded};
use crate::time_control::Instant;

/// Hours of your day; what is due in them is sent at their end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuietHours {
    /// The full hour at which they begin.
    #[schema(minimum = 0, maximum = 23)]
    pub from: i16,
    /// The full hour at which they end, other than `from`; a smaller one is on the next day.
    #[schema(minimum = 0, maximum = 23)]
    pub to: i16,
}

impl QuietHours {
    /// Refuses numbers that are no hours, and quiet hours that leave no hour for mails: `invalid_field`.
    pub fn check(self) -> Result<Self, Error> {
        hour("quiet_hours.from", self.from)?;
        hour("quiet_hours.to", self.to)?;
        if self.from == self.to {
            return Err(Code::InvalidField.field("quiet_hours.to", Sentence::NoHourLeft));
        }
        Ok(self)
    }

    /// When the quiet hours that `at` lies in end; `None` when it lies in none.
    pub fn end(self, at: Instant, zone: Tz) -> Option<Instant> {
        let hour = i16::try_from(at.with_timezone(&zone).hour()).unwrap_or(0);
        let is_quiet = if self.from < self.to {
            (self.from..self.to).contains(&hour)
        } else {
            hour >= self.from || hour < self.to
        };
        is_quiet.then(|| next_hour(at, zone, self.to))
    }
}

/// Refuses a number that is no hour of the day: `invalid_field`.
pub fn hour(field: &'static str, hour: i16) -> Result<i16, Error> {
    bounded(field, hour, &(0..=23))
}

/// The next instant after `now` at which the clock of `zone` shows that full hour.
pub fn next_hour(now: Instant, zone: Tz, hour: i16) -> Instant {
    // The day after tomorrow, too: the hour may be over today, and a zone may leave tomorrow out.
    let today = now.with_timezone(&zone).date_naive();
    let hours = (0..=2).filter_map(|days| at(today.checked_add_days(Days::new(days))?, hour));
    let mut instants = hours.filter_map(|local| instant(local, zone));
    instants.find(|instant| *instant > now).unwrap_or(now + TimeDelta::days(1))
}

fn at(day: NaiveDate, hour: i16) -> Option<NaiveDateTime> {
    day.and_hms_opt(u32::try_from(hour).ok()?, 0, 0)
}

/// The first instant at which a clock shows `local`; if clocks leave that time out, the next time that they show on
/// that day; `None` if they leave out the rest of the day, too.
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

    fn end(from: i16, to: i16, at: &str, zone: Tz) -> Option<String> {
        let at = at.parse().unwrap();
        QuietHours { from, to }.end(at, zone).map(|end| end.to_rfc3339())
    }

    #[test]
    fn a_night_ends_in_the_morning_of_its_reader() {
        let morning = Some("2026-11-21T06:00:00+00:00".to_owned());
        assert_eq!(end(22, 7, "2026-11-20T21:00:00Z", Tz::Europe__Oslo), morning);
        assert_eq!(end(22, 7, "2026-11-21T05:59:59Z", Tz::Europe__Oslo), morning);
        assert_eq!(end(22, 7, "2026-11-21T06:00:00Z", Tz::Europe__Oslo), None);
        assert_eq!(end(22, 7, "2026-11-20T20:59:59Z", Tz::Europe__Oslo), None);
    }

    #[test]
    fn an_hour_that_the_clocks_leave_out_ends_them_as_soon_as_it_is_over() {
        let end = end(22, 2, "2026-03-29T00:30:00Z", Tz::Europe__Oslo);
        assert_eq!(end.as_deref(), Some("2026-03-29T01:00:00+00:00"));
    }

    #[test]
    fn quarters_of_hours_and_left_out_days_do_no_harm() {
        let kathmandu = end(23, 5, "2026-05-01T18:00:00Z", Tz::Asia__Kathmandu);
        assert_eq!(kathmandu.as_deref(), Some("2026-05-01T23:15:00+00:00"));
        // Apia had no 30 December 2011.
        let apia = end(22, 6, "2011-12-30T09:00:00Z", Tz::Pacific__Apia);
        assert_eq!(apia.as_deref(), Some("2011-12-30T16:00:00+00:00"));
    }

    #[test]
    fn hours_that_leave_none_are_refused() {
        for (from, to) in [(7, 7), (0, 0), (-1, 7), (24, 7), (7, 24)] {
            assert!(QuietHours { from, to }.check().is_err(), "{from} to {to}");
        }
    }

    fn next_at(now: &str, zone: Tz, hour: i16) -> String {
        next_hour(now.parse().unwrap(), zone, hour).to_rfc3339()
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
