//! The clocks of a game: how much time each has left, and how a write changes them.

use chrono::TimeDelta;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

use super::Instant;
use super::availability::StoredAvailability;
use super::deadlines::{Warnings, counted, deadline, warnings};
use super::terms::Clock;
use rules::Seat;

/// The clocks of a game, as they are stored beside its state. All of them are stored as arrays of their fields, half as
/// long as with the names; both are read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Clocks {
    /// The bank and the lapses of each seat, by its number.
    pub seats: Vec<SeatClock>,
    /// The clocks of the decisions that the game waits for.
    pub running: Vec<Running>,
}

/// What a seat keeps between decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct SeatClock {
    /// The bank of the seat while it has no running clock.
    #[serde(deserialize_with = "microseconds::deserialize")]
    pub bank: TimeDelta,
    /// The number of lapses in a row.
    pub lapses: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnsweredBy {
    ByPlayer,
    /// A standing order or a bot answered for the player.
    ForPlayer,
    Lapse,
}

/// The facts of a write that matter for the clocks.
#[derive(Debug, Clone)]
pub struct ClockChange<'c> {
    pub clock: Clock,
    pub at: Instant,
    /// The decisions that the game waits for afterwards.
    pub open: &'c [(Seat, &'c str)],
    /// By seat: is it played by its owner afterwards, and not by a bot?
    pub played_by_owner: &'c [bool],
    /// Is the game running afterwards, neither paused nor over?
    pub is_running: bool,
    pub answered: Option<(Seat, AnsweredBy)>,
    /// The seats whose clocks start again: a player came back, or is new in the seat.
    pub restarted: &'c [Seat],
    /// Those of `restarted` that have a new player, who starts with a full bank.
    pub newcomers: &'c [Seat],
    /// By how much every clock is extended.
    pub extended_by: TimeDelta,
    /// The interval in which the service was down and no clock ran.
    pub outage: Option<(Instant, Instant)>,
    /// By seat: the availability of the player that the game has known until now.
    pub availability: &'c [StoredAvailability],
    /// The changed availability of one player, if the write is about one.
    pub availability_update: Option<&'c AvailabilityUpdate>,
}

impl<'c> ClockChange<'c> {
    /// A write that answers no decision and restarts, extends and updates nothing.
    pub fn new(
        clock: Clock,
        at: Instant,
        open: &'c [(Seat, &'c str)],
        played_by_owner: &'c [bool],
        is_running: bool,
        availability: &'c [StoredAvailability],
    ) -> Self {
        Self {
            clock,
            at,
            open,
            played_by_owner,
            is_running,
            answered: None,
            restarted: &[],
            newcomers: &[],
            extended_by: TimeDelta::zero(),
            outage: None,
            availability,
            availability_update: None,
        }
    }

    fn is_open(&self, running: &Running) -> bool {
        self.open.contains(&(running.seat, running.decision.as_str()))
    }
}

/// A change of a player's availability.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AvailabilityUpdate {
    pub seat: Seat,
    pub availability: StoredAvailability,
    /// Does the change apply from the beginning of the running clocks, because the game learns of it late? If not, it
    /// applies from now on.
    pub late: bool,
}

impl Clocks {
    pub fn begin(clock: &Clock, seats: usize) -> Self {
        let seat = SeatClock { bank: clock.first_bank(), lapses: 0 };
        Self { seats: vec![seat; seats], running: Vec::new() }
    }

    pub fn after(&self, change: &ClockChange<'_>) -> Self {
        let mut seats = self.seats.clone();
        for running in self.running.iter().filter(|running| !change.is_open(running)) {
            close(&mut seats, running, change);
        }
        for seat in change.restarted {
            if let Some(own) = seats.get_mut(usize::from(*seat)) {
                own.lapses = 0;
                if change.newcomers.contains(seat) {
                    own.bank = change.clock.first_bank();
                }
            }
        }
        if let Some((seat, answered)) = change.answered
            && let Some(own) = seats.get_mut(usize::from(seat))
        {
            match answered {
                AnsweredBy::ByPlayer => own.lapses = 0,
                // A bot takes over long before 255.
                AnsweredBy::Lapse => own.lapses = own.lapses.saturating_add(1),
                AnsweredBy::ForPlayer => {}
            }
        }
        let running =
            change.open.iter().map(|(seat, decision)| self.clock_of(*seat, decision, change, &seats));
        Self { running: running.collect(), seats }
    }

    pub fn find(&self, seat: Seat, decision: &str) -> Option<&Running> {
        self.running.iter().find(|running| running.seat == seat && running.decision == decision)
    }

    pub fn deadlines(&self) -> Vec<Deadline> {
        let running = self.running.iter().filter_map(|running| {
            let Running { seat, ref decision, deadline, .. } = *running;
            Some(Deadline { seat, decision: decision.clone(), deadline: deadline? })
        });
        running.collect()
    }

    /// The running clocks that differ from those of the same decisions in `before`.
    pub fn moved<'c>(&'c self, before: &'c Self) -> impl Iterator<Item = &'c Running> {
        let was = |running: &Running| before.find(running.seat, &running.decision);
        self.running.iter().filter(move |running| was(running).is_some_and(|was| was != *running))
    }

    /// The clock of an open decision after a write. All lists are by seat and have every seat of the game.
    fn clock_of(&self, seat: Seat, decision: &str, change: &ClockChange<'_>, seats: &[SeatClock]) -> Running {
        let goes =
            change.is_running && change.played_by_owner.get(usize::from(seat)).copied().unwrap_or(false);
        let before = of(change.availability, seat);
        let known = self.find(seat, decision).map(|known| match change.outage {
            Some((from, until)) => known.without(from, until, &before),
            None => known.clone(),
        });
        let update = change.availability_update.filter(|update| update.seat == seat);
        let after = update.map_or_else(|| before.clone(), |update| update.availability.clone());
        let before = if update.is_some_and(|update| update.late) { after.clone() } else { before };
        let is_as_before = update.is_none() && change.extended_by.is_zero();
        let fresh = |bank| Running::still(seat, decision, change.at, change.clock.free(), bank);
        let clock = match known {
            Some(_) if change.newcomers.contains(&seat) => fresh(change.clock.first_bank()),
            Some(known) if change.restarted.contains(&seat) => fresh(known.stopped(change.at, &before).bank),
            Some(known) if known.deadline.is_some() == goes && is_as_before => return known,
            Some(known) => {
                let left = known.stopped(change.at, &before);
                Running { free: left.free + change.extended_by, ..left }
            }
            None => fresh(seats.get(usize::from(seat)).map_or(TimeDelta::zero(), |own| own.bank)),
        };
        if goes { clock.going(&after) } else { clock }
    }
}

/// Closes the clock of a decision that is no longer open: what is left goes back into the bank of the seat.
fn close(seats: &mut [SeatClock], running: &Running, change: &ClockChange<'_>) {
    let Some(seat) = seats.get_mut(usize::from(running.seat)) else { return };
    let left = running.stopped(change.at, &of(change.availability, running.seat)).bank;
    seat.bank = match change.answered {
        Some((by, AnsweredBy::ByPlayer)) if by == running.seat => change.clock.refunded(left),
        _ => left,
    };
}

fn of(all: &[StoredAvailability], seat: Seat) -> StoredAvailability {
    all.get(usize::from(seat)).cloned().unwrap_or_default()
}

/// The clock of a decision that the game waits for.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Running {
    pub seat: Seat,
    pub decision: String,
    /// The instant since when the clock runs or, without a `deadline`, stands still.
    pub since: Instant,
    /// The free time that was left at `since`.
    #[serde(deserialize_with = "microseconds::deserialize")]
    pub free: TimeDelta,
    /// The bank that was left at `since`.
    #[serde(deserialize_with = "microseconds::deserialize")]
    pub bank: TimeDelta,
    /// The instant at which the time is over; `None` while the clock stands still.
    pub deadline: Option<Instant>,
}

impl Running {
    pub fn still(seat: Seat, decision: &str, at: Instant, free: TimeDelta, bank: TimeDelta) -> Self {
        Self { seat, decision: decision.to_owned(), since: at, free, bank, deadline: None }
    }

    /// The whole time that was left at `since`.
    pub fn budget(&self) -> TimeDelta {
        self.free + self.bank
    }

    /// This clock, stopped at `at`. The time that counted until then is taken from the free time first, then from the
    /// bank.
    pub fn stopped(&self, at: Instant, availability: &StoredAvailability) -> Self {
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

    /// This clock, running from `since` on.
    pub fn going(self, availability: &StoredAvailability) -> Self {
        let deadline = deadline(self.since, self.budget(), availability);
        Self { deadline, ..self }
    }

    /// This clock as if it had stood still between the two instants.
    pub fn without(&self, from: Instant, until: Instant, availability: &StoredAvailability) -> Self {
        if self.deadline.is_none() || self.since >= until {
            return self.clone();
        }
        let left = self.stopped(self.since.max(from), availability);
        Self { since: until, ..left }.going(availability)
    }

    /// The instants at which the player is warned.
    pub fn warnings(&self, availability: &StoredAvailability) -> Warnings {
        match self.deadline {
            Some(_) => warnings(self.since, self.budget(), availability),
            None => Warnings::default(),
        }
    }
}

/// Until when there is time for a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = SeatDeadline)]
pub struct Deadline {
    /// The seat that is awaited.
    pub seat: Seat,
    /// The id of the decision.
    pub decision: String,
    /// The instant at which the time is over.
    #[schema(value_type = String, format = DateTime)]
    pub deadline: Instant,
}

impl Serialize for Clocks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.seats, &self.running).serialize(serializer)
    }
}

impl Serialize for SeatClock {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (microseconds::of(self.bank), self.lapses).serialize(serializer)
    }
}

impl Serialize for Running {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { seat, decision, since, free, bank, deadline } = self;
        (seat, decision, since, microseconds::of(*free), microseconds::of(*bank), deadline)
            .serialize(serializer)
    }
}

/// A length of time as a whole number of microseconds.
mod microseconds {
    use super::{Deserialize, Deserializer, TimeDelta};

    pub fn of(delta: TimeDelta) -> i64 {
        // Budgets have at most some weeks; the bound would come after 292,000 years.
        delta.num_microseconds().unwrap_or(i64::MAX)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<TimeDelta, D::Error> {
        i64::deserialize(deserializer).map(TimeDelta::microseconds)
    }
}
