//! The only file that may ask for the time. Everything else is handed an instant.
//!
//! All processes go by one clock, that of the database: each measures how far the clock of its machine is from it, and
//! corrects that. Between two measurements time is counted by the machine's uptime, which no step of its wall clock
//! moves.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use crate::time_control::Instant;

/// How long a measurement is good for.
const MEASURED_EVERY: Duration = Duration::from_secs(15);
/// If the wall clock has moved by more than this against the uptime, it was set, or the machine slept.
const STEP: TimeDelta = TimeDelta::seconds(1);
/// A measurement that took longer is dropped: it says too little about the instant of the answer.
const SLOWEST: Duration = Duration::from_secs(2);
/// A measurement corrects the clock only if it differs by more than this and half of its round trip.
const TOLERANCE: TimeDelta = TimeDelta::milliseconds(5);
/// A machine clock that is further off is reported to operators.
pub const TOLERATED: TimeDelta = TimeDelta::seconds(30);
/// How long after a complaint the next one may come.
const COMPLAINED_EVERY: Duration = Duration::from_secs(3_600);

#[derive(Clone, Debug)]
pub enum SystemClock {
    System,
    /// The machine's, corrected by its offset to the database's.
    Corrected(Arc<Corrected>),
    /// Moved by hand, for tests.
    Manual(Arc<Mutex<Instant>>),
}

/// A clock that goes by the database's.
#[derive(Debug, Default)]
pub struct Corrected {
    known: Mutex<Known>,
    /// By how many microseconds the wall clock is wrong; for tests.
    wrong_by: AtomicI64,
}

#[derive(Debug, Default)]
struct Known {
    anchor: Option<Anchor>,
    complained: Option<Duration>,
}

/// An instant of the database's clock, and the uptime of this machine at that instant.
#[derive(Debug, Clone, Copy)]
struct Anchor {
    at: Instant,
    uptime: Duration,
    /// The reading of the last measurement that confirmed the anchor.
    confirmed: Reading,
}

/// The machine's wall clock and uptime at one moment.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    wall: Instant,
    uptime: Duration,
}

impl SystemClock {
    /// A clock that stands at `start` until it is moved.
    pub fn manual(start: Instant) -> Self {
        Self::Manual(Arc::new(Mutex::new(start)))
    }

    /// The machine's clock, to be corrected as soon as the database has answered.
    pub fn corrected() -> Self {
        Self::Corrected(Arc::default())
    }

    /// Now, in whole microseconds, which is what the database keeps.
    pub fn now(&self) -> Instant {
        match self {
            Self::System => whole_microseconds(wall()),
            Self::Corrected(corrected) => corrected.now(),
            Self::Manual(at) => *at.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Moves a manual clock on; the machine's can't be moved.
    pub fn advance(&self, by: TimeDelta) {
        if let Self::Manual(at) = self {
            *at.lock().unwrap_or_else(PoisonError::into_inner) += by;
        }
    }

    /// Makes the wall clock of the machine wrong by so much, as far as this process can see; for tests.
    pub fn set_wrong_by(&self, by: TimeDelta) {
        if let Self::Corrected(corrected) = self {
            corrected.wrong_by.store(by.num_microseconds().unwrap_or_default(), Ordering::SeqCst);
        }
    }

    /// Is it time to ask the database for its time? At the beginning, now and then, and soon after the wall clock was
    /// set or the machine slept.
    pub fn is_to_be_measured(&self) -> bool {
        let Self::Corrected(corrected) = self else { return false };
        let reading = corrected.reading();
        let known = corrected.known();
        let Some(Anchor { confirmed, .. }) = known.anchor else { return true };
        let passed = reading.uptime.saturating_sub(confirmed.uptime);
        let stepped = (reading.wall - confirmed.wall - signed(passed)).abs();
        passed >= MEASURED_EVERY || stepped > STEP
    }

    /// The machine's wall clock and uptime now; `None` for a clock that is not corrected.
    pub fn reading(&self) -> Option<Reading> {
        let Self::Corrected(corrected) = self else { return None };
        Some(corrected.reading())
    }

    /// Corrects the clock: the database answered `at` to a query that was sent at `asked`.
    pub fn measured(&self, asked: Reading, at: Instant) {
        if let Self::Corrected(corrected) = self {
            corrected.measured(asked, at);
        }
    }

    /// How far the machine's own clock is ahead of the one that counts.
    pub fn off_by(&self) -> TimeDelta {
        match self {
            Self::Corrected(corrected) => corrected.reading().wall - corrected.now(),
            Self::System | Self::Manual(_) => TimeDelta::zero(),
        }
    }

    /// How far the machine's own clock is ahead, if it is so far off that it should be set right.
    pub fn is_wrong_by(&self) -> Option<TimeDelta> {
        Some(self.off_by()).filter(|by| by.abs() > TOLERATED)
    }

    /// How far the machine's own clock is ahead, if that is to be logged now: at most once an hour.
    pub fn complaint(&self) -> Option<TimeDelta> {
        let by = self.is_wrong_by();
        let Self::Corrected(corrected) = self else { return None };
        let mut known = corrected.known();
        // A clock that was set right and goes wrong again is reported at once.
        if by.is_none() {
            known.complained = None;
            return None;
        }
        let now = uptime();
        if known.complained.is_some_and(|last| now.saturating_sub(last) < COMPLAINED_EVERY) {
            return None;
        }
        known.complained = Some(now);
        by
    }
}

impl Corrected {
    fn now(&self) -> Instant {
        match self.known().anchor {
            Some(anchor) => whole_microseconds(anchor.at_uptime(uptime())),
            None => whole_microseconds(self.reading().wall),
        }
    }

    fn reading(&self) -> Reading {
        let wrong_by = TimeDelta::microseconds(self.wrong_by.load(Ordering::SeqCst));
        Reading { wall: wall() + wrong_by, uptime: uptime() }
    }

    fn measured(&self, asked: Reading, at: Instant) {
        let answered = self.reading();
        let round_trip = answered.uptime.saturating_sub(asked.uptime);
        let mut known = self.known();
        // A slow first measurement is better than none.
        if round_trip > SLOWEST && known.anchor.is_some() {
            return;
        }
        let middle = asked.uptime + round_trip / 2;
        let doubt = signed(round_trip / 2) + TOLERANCE;
        known.anchor = Some(match known.anchor {
            // A difference within the doubt shows no error: the anchor stays, so that time goes on without a jump.
            Some(anchor) if (anchor.at_uptime(middle) - at).abs() <= doubt => {
                Anchor { confirmed: answered, ..anchor }
            }
            _ => Anchor { at, uptime: middle, confirmed: answered },
        });
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Anchor {
    fn at_uptime(&self, uptime: Duration) -> Instant {
        if uptime >= self.uptime {
            self.at + signed(uptime - self.uptime)
        } else {
            self.at - signed(self.uptime - uptime)
        }
    }
}

/// How long the machine has been up, sleep included: it only grows, and can't be set.
pub fn uptime() -> Duration {
    // On Linux `std::time::Instant` stands still while the machine sleeps.
    #[cfg(target_os = "linux")]
    if let Ok(time) = nix::time::clock_gettime(nix::time::ClockId::CLOCK_BOOTTIME) {
        return Duration::from(time);
    }
    static BEGAN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    BEGAN.elapsed()
}

#[expect(clippy::disallowed_methods, reason = "the one place that asks for the time")]
fn wall() -> Instant {
    Utc::now()
}

fn signed(duration: Duration) -> TimeDelta {
    // No machine is up for the 292 million years that this holds.
    TimeDelta::from_std(duration).unwrap_or(TimeDelta::MAX)
}

fn whole_microseconds(at: Instant) -> Instant {
    DateTime::from_timestamp_micros(at.timestamp_micros()).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock whose machine is a day ahead, corrected by a database that is right.
    fn a_day_ahead() -> SystemClock {
        let clock = SystemClock::corrected();
        clock.set_wrong_by(TimeDelta::days(1));
        assert!(clock.is_to_be_measured());
        ask(&clock, TimeDelta::zero());
        clock
    }

    /// Asks a database whose clock is wrong by that much.
    fn ask(clock: &SystemClock, wrong_by: TimeDelta) {
        let asked = clock.reading().expect("a corrected clock");
        clock.measured(asked, wall() + wrong_by);
    }

    fn is_near(one: Instant, other: Instant) -> bool {
        (one - other).abs() < TimeDelta::seconds(5)
    }

    #[test]
    fn a_clock_goes_by_the_database_and_knows_how_far_it_is_off() {
        let clock = a_day_ahead();
        assert!(is_near(clock.now(), wall()));
        assert!(!clock.is_to_be_measured());
        assert_eq!(clock.is_wrong_by().map(|by| (by + TimeDelta::minutes(1)).num_days()), Some(1));
        assert!(clock.complaint().is_some() && clock.complaint().is_none(), "once an hour is enough");
        clock.set_wrong_by(TimeDelta::seconds(10));
        assert_eq!((clock.is_wrong_by(), clock.complaint()), (None, None));
    }

    #[test]
    fn a_step_of_the_wall_clock_moves_nothing_and_is_looked_into() {
        let clock = a_day_ahead();
        clock.set_wrong_by(TimeDelta::hours(-3));
        assert!(is_near(clock.now(), wall()) && clock.is_to_be_measured());
        ask(&clock, TimeDelta::zero());
        assert!(is_near(clock.now(), wall()) && !clock.is_to_be_measured());
    }

    #[test]
    fn the_clock_follows_that_of_another_database() {
        let clock = a_day_ahead();
        ask(&clock, TimeDelta::hours(2));
        assert!(is_near(clock.now(), wall() + TimeDelta::hours(2)));
    }

    #[test]
    fn small_doubts_make_no_jumps() {
        let clock = a_day_ahead();
        let before = clock.now();
        (0..20).for_each(|_| ask(&clock, TimeDelta::milliseconds(-2)));
        assert!(clock.now() >= before);
    }
}
