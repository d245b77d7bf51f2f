//! Clocks: how long somebody has to answer, which time of his counts, and when it is over.
//!
//! Functions of stored facts and an instant that is handed in. May know calendars and time zones; knows nothing of the
//! web, the database, the rules of any title, or what time it is now. Budgets are kept in microseconds, so that a pause
//! or a changed night moves a deadline by exactly what was left.
//!
//! A clock runs for one blocking decision of one seat. It counts the free time of the decision first and the bank of
//! the seat after it, and stands still while its owner sleeps, on his days off, on his vacation, while a bot plays for
//! him, and while the game rests.

mod availability;
mod counted;
mod running;
mod table;
mod terms;
mod warnings;

pub use availability::{Availability, DAYS_OFF, LONGEST_SLEEP_HOURS, Sleep, Vacation};
pub use counted::{counted, deadline};
pub use running::{Deadline, Running};
pub use table::{Answered, Clocks, Heard, SeatClock, Turn};
pub use terms::{Clock, HOURS, Timing, Wrong};
pub use warnings::{Warnings, warnings};
