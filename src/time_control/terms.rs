//! The time control of a game: how long its players have to answer.

use std::ops::RangeInclusive;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The fewest and most hours that a decision, or a bank, can have.
pub const HOURS: RangeInclusive<i64> = 1..=720;

/// The number of lapses in a row after which a bot takes over, if the game does not set it.
const CARETAKER_AFTER: u8 = 3;

/// How long a seat has to answer when the game waits for it; nights, days off and vacations don't count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// No limit: players take as long as they like.
    Untimed {},
    /// The same time for every decision.
    Plain {
        #[schema(minimum = 1, maximum = 720)]
        hours: i64,
    },
    /// Free time for every decision, and a bank for what takes longer.
    Banked {
        /// Hours for each decision before the bank is touched.
        #[schema(minimum = 1, maximum = 720)]
        free_hours: i64,
        /// Hours in the bank of each seat at the start, at most `cap_hours`.
        #[schema(minimum = 0, maximum = 720)]
        bank_hours: i64,
        /// Hours that come into the bank with each answer in time.
        #[schema(minimum = 0, maximum = 720)]
        refund_hours: i64,
        #[schema(minimum = 0, maximum = 720)]
        cap_hours: i64,
    },
}

/// A number of hours of a clock that is out of bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidHours {
    /// The name of the field in the clock's JSON.
    pub field: &'static str,
    pub bounds: RangeInclusive<i64>,
}

impl Clock {
    /// The default clock: a day for each decision, and some days in the bank.
    pub fn usual() -> Self {
        Self::Banked { free_hours: 24, bank_hours: 72, refund_hours: 6, cap_hours: 96 }
    }

    pub fn check(&self) -> Result<(), InvalidHours> {
        match *self {
            Self::Untimed {} => Ok(()),
            Self::Plain { hours } => within("hours", hours, &HOURS),
            Self::Banked { free_hours, bank_hours, refund_hours, cap_hours } => {
                within("free_hours", free_hours, &HOURS)?;
                within("cap_hours", cap_hours, &(0..=*HOURS.end()))?;
                within("bank_hours", bank_hours, &(0..=cap_hours))?;
                within("refund_hours", refund_hours, &(0..=cap_hours))
            }
        }
    }

    pub fn is_timed(&self) -> bool {
        *self != Self::Untimed {}
    }

    /// The time of a decision before the bank is touched.
    pub fn free(&self) -> TimeDelta {
        match *self {
            Self::Untimed {} => TimeDelta::zero(),
            Self::Plain { hours } | Self::Banked { free_hours: hours, .. } => TimeDelta::hours(hours),
        }
    }

    /// The bank of a seat at the start.
    pub fn first_bank(&self) -> TimeDelta {
        match *self {
            Self::Banked { bank_hours, .. } => TimeDelta::hours(bank_hours),
            Self::Untimed {} | Self::Plain { .. } => TimeDelta::zero(),
        }
    }

    /// The bank after an answer in time that left `left` in it.
    pub fn refunded(&self, left: TimeDelta) -> TimeDelta {
        match *self {
            Self::Banked { refund_hours, cap_hours, .. } => {
                (left + TimeDelta::hours(refund_hours)).min(TimeDelta::hours(cap_hours))
            }
            Self::Untimed {} | Self::Plain { .. } => TimeDelta::zero(),
        }
    }
}

fn within(field: &'static str, hours: i64, bounds: &RangeInclusive<i64>) -> Result<(), InvalidHours> {
    if bounds.contains(&hours) {
        return Ok(());
    }
    Err(InvalidHours { field, bounds: bounds.clone() })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    pub clock: Clock,
    /// After this many lapses in a row a bot plays for the owner of a seat.
    pub caretaker_after: u8,
}

impl Default for Timing {
    fn default() -> Self {
        Self { clock: Clock::Untimed {}, caretaker_after: CARETAKER_AFTER }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(clock: Clock) -> Option<&'static str> {
        clock.check().err().map(|wrong| wrong.field)
    }

    #[test]
    fn hours_have_bounds_and_what_is_beyond_them_is_named() {
        let banked = |free_hours, bank_hours, refund_hours, cap_hours| {
            wrong(Clock::Banked { free_hours, bank_hours, refund_hours, cap_hours })
        };
        assert_eq!(wrong(Clock::usual()), None);
        assert_eq!(wrong(Clock::Plain { hours: -1 }), Some("hours"));
        assert_eq!(wrong(Clock::Plain { hours: 721 }), Some("hours"));
        assert_eq!(banked(0, 1, 1, 1), Some("free_hours"));
        assert_eq!(banked(1, 2, 1, 1), Some("bank_hours"));
        assert_eq!(banked(1, -1, 1, 1), Some("bank_hours"));
        assert_eq!(banked(1, 1, 2, 1), Some("refund_hours"));
        assert_eq!(banked(1, 0, 0, 721), Some("cap_hours"));
    }

    #[test]
    fn an_answer_brings_something_back_but_never_more_than_the_bank_holds() {
        let clock = Clock::usual();
        assert_eq!(clock.refunded(TimeDelta::hours(10)), TimeDelta::hours(16));
        assert_eq!(clock.refunded(TimeDelta::hours(95)), TimeDelta::hours(96));
        assert_eq!(Clock::Plain { hours: 5 }.refunded(TimeDelta::zero()), TimeDelta::zero());
    }
}
