//! One clock: what is left of it, and since when it counts.

use chrono::TimeDelta;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

use super::availability::Availability;
use super::counted::{counted, deadline};
use super::warnings::{Warnings, warnings};
use crate::clock::Instant;
use rules::Seat;

/// The clock of a decision that the game waits for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    pub seat: Seat,
    pub decision: String,
    /// Since when it counts, or, while it stands still, since when it does not.
    pub since: Instant,
    /// What was left of the free time then.
    #[serde(with = "microseconds")]
    pub free: TimeDelta,
    /// What was left in the bank then.
    #[serde(with = "microseconds")]
    pub bank: TimeDelta,
    /// When it is over; `None` while it stands still.
    pub deadline: Option<Instant>,
}

impl Running {
    /// A clock that stands still.
    pub fn still(seat: Seat, decision: &str, at: Instant, free: TimeDelta, bank: TimeDelta) -> Self {
        Self { seat, decision: decision.to_owned(), since: at, free, bank, deadline: None }
    }

    /// Everything that is left of it at its beginning.
    pub fn budget(&self) -> TimeDelta {
        self.free + self.bank
    }

    /// The same clock as it stands still at `at`, with what has counted until then taken off: first of the free time,
    /// then of the bank.
    pub fn stopped(&self, at: Instant, availability: &Availability) -> Self {
        let ran = self.deadline.map_or(TimeDelta::zero(), |_| counted(self.since, at, availability));
        let of_bank = (ran - self.free).max(TimeDelta::zero());
        Self {
            free: (self.free - ran).max(TimeDelta::zero()),
            bank: (self.bank - of_bank).max(TimeDelta::zero()),
            since: at,
            deadline: None,
            ..self.clone()
        }
    }

    /// The same clock as it runs from its `since` on.
    pub fn going(self, availability: &Availability) -> Self {
        let deadline = deadline(self.since, self.budget(), availability);
        Self { deadline, ..self }
    }

    /// The same clock as if it had stood still from one instant until another, as far as it ran then.
    pub fn without(&self, from: Instant, until: Instant, availability: &Availability) -> Self {
        if self.deadline.is_none() || self.since >= until {
            return self.clone();
        }
        let left = self.stopped(self.since.max(from), availability);
        Self { since: until, ..left }.going(availability)
    }

    /// When its owner is warned.
    pub fn warnings(&self, availability: &Availability) -> Warnings {
        match self.deadline {
            Some(_) => warnings(self.since, self.budget(), availability),
            None => Warnings::default(),
        }
    }
}

/// Until when there is time for a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Deadline {
    /// Who is asked.
    pub seat: Seat,
    /// The decision.
    pub decision: String,
    /// Until when.
    #[schema(value_type = String, format = DateTime)]
    pub deadline: Instant,
}

/// A length of time as a whole number of microseconds.
pub(super) mod microseconds {
    use super::{Deserialize, Deserializer, Serializer, TimeDelta};

    pub fn serialize<S: Serializer>(delta: &TimeDelta, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(delta.num_microseconds().unwrap_or(i64::MAX))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TimeDelta, D::Error> {
        i64::deserialize(deserializer).map(TimeDelta::microseconds)
    }
}
