//! Time control: how long a player has to answer, which of their time counts, and when it is over.
//!
//! All functions are pure: they take stored facts and the present instant. May know calendars and time zones; knows
//! nothing of the web, the database, the rules of any game, or the clock of the machine. Budgets are kept in
//! microseconds, so that a pause or a changed night moves a deadline by exactly what was left.
//!
//! A clock runs for one blocking decision of one seat. It counts the free time of the decision first and the bank of
//! the seat after it, and stands still while its owner sleeps, on days off, on vacation, while a bot plays for the
//! owner, and while the game rests.

mod availability;
mod clocks;
mod deadlines;
mod shared_hours;
mod terms;

pub use availability::{DAYS_OFF, MAX_SLEEP_HOURS, Sleep, StoredAvailability, VacationRange};
pub use clocks::{AnsweredBy, AvailabilityUpdate, ClockChange, Clocks, Deadline, Running, SeatClock};
pub use deadlines::{Warnings, counted, deadline, warnings};
pub use shared_hours::{SharedWindow, shared_hours};
pub use terms::{Clock, HOURS, InvalidHours, Timing};

/// An instant in UTC.
pub type Instant = chrono::DateTime<chrono::Utc>;
