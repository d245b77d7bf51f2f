//! The hours in which a reader is left in peace.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::day;
use crate::clock::Instant;
use crate::error::{Code, Error};
use chrono::Timelike;
use chrono_tz::Tz;

/// Hours of the reader's day, by the clock of his time zone. What is due in them is sent at their end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuietHours {
    /// The full hour at which they begin, 0 to 23.
    #[schema(minimum = 0, maximum = 23)]
    pub from: i16,
    /// The full hour at which they end, 0 to 23; another one than `from`. A smaller one is on the next day.
    #[schema(minimum = 0, maximum = 23)]
    pub to: i16,
}

impl QuietHours {
    /// Refuses hours that there are not, and hours that leave none for mails: `invalid_field`.
    pub fn check(self) -> Result<Self, Error> {
        day::hour("quiet_hours.from", self.from)?;
        day::hour("quiet_hours.to", self.to)?;
        if self.from == self.to {
            return Err(Code::InvalidField.field("quiet_hours.to", "That leaves no hour for mails."));
        }
        Ok(self)
    }

    /// When they end that hold at `at`; `None` when none do.
    pub fn end(self, at: Instant, zone: Tz) -> Option<Instant> {
        let hour = i16::try_from(at.with_timezone(&zone).hour()).unwrap_or(0);
        let is_quiet = if self.from < self.to {
            (self.from..self.to).contains(&hour)
        } else {
            hour >= self.from || hour < self.to
        };
        is_quiet.then(|| day::next(at, zone, self.to))
    }
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
}
