//! When somebody's time counts: his nights, his days off, his vacations.
//!
//! What he sets is his own; nobody else is shown it, not even in an error. Games keep a copy of it beside the seat, so
//! that an action reads and writes nothing but its game; every change is carried there by [`super::timing`].

mod shown;
mod time;
mod vacation;
mod whole;

pub use shown::{Availability, DayOff, Night, VacationDays, VacationShown, show};
pub use time::{AvailabilityChange, set};
pub use vacation::{NewVacation, book, cancel};
pub use whole::{copy, copy_to, of};
