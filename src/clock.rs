//! The only file that may ask for the time. Everybody else is handed an instant.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

/// An instant.
pub type Instant = DateTime<Utc>;

/// Where instants come from.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The machine's.
    System,
    /// Moved by hand, for tests.
    Manual(Arc<Mutex<Instant>>),
}

impl Clock {
    /// A clock that stands at `start` until it is moved.
    pub fn manual(start: Instant) -> Self {
        Self::Manual(Arc::new(Mutex::new(start)))
    }

    #[expect(clippy::disallowed_methods, reason = "the one place that asks for the time")]
    /// Now, in whole microseconds, which is what the database keeps.
    pub fn now(&self) -> Instant {
        match self {
            Self::System => whole_microseconds(Utc::now()),
            Self::Manual(at) => *at.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Moves a manual clock on; the machine's can't be moved.
    pub fn advance(&self, by: TimeDelta) {
        if let Self::Manual(at) = self {
            *at.lock().unwrap_or_else(PoisonError::into_inner) += by;
        }
    }
}

fn whole_microseconds(at: Instant) -> Instant {
    DateTime::from_timestamp_micros(at.timestamp_micros()).unwrap_or(at)
}
