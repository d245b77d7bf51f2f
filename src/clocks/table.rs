//! All clocks of a game, and what a write does to them.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::availability::Availability;
use super::running::{Deadline, Running, microseconds};
use super::terms::Clock;
use crate::clock::Instant;
use rules::Seat;

/// The clocks of a game, as they are stored beside its state.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// What belongs to each seat, by its number.
    pub seats: Vec<SeatClock>,
    /// The clocks of the decisions that the game waits for.
    pub running: Vec<Running>,
}

/// What a seat has beside the decisions that are open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatClock {
    /// What is in its bank while no clock of it runs.
    #[serde(with = "microseconds")]
    pub bank: TimeDelta,
    /// How many decisions in a row lapsed.
    pub lapses: u8,
}

/// How a seat came to be done with a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answered {
    Himself,
    /// Something answered for him: a standing order, or a bot.
    ForHim,
    Lapse,
}

/// What a write means for the clocks.
#[derive(Debug, Clone)]
pub struct Turn<'t> {
    /// The clock of the table.
    pub clock: Clock,
    /// When it happens.
    pub at: Instant,
    /// The decisions that the game waits for afterwards.
    pub open: &'t [(Seat, &'t str)],
    /// Who plays himself afterwards, by seat.
    pub plays: &'t [bool],
    /// Does the game go on afterwards?
    pub goes_on: bool,
    pub answered: Option<(Seat, Answered)>,
    /// Whose clocks begin anew: somebody came back, or is new in the seat.
    pub anew: &'t [Seat],
    /// Which of them are new, and have a bank of their own.
    pub newcomers: &'t [Seat],
    /// By how much every clock is extended.
    pub extended: TimeDelta,
    /// From when until when no clock ran, because the service was down.
    pub outage: Option<(Instant, Instant)>,
    /// When each seat's time counted until now, as far as the game has heard.
    pub before: &'t [Availability],
    /// When a seat's time counts otherwise than that.
    pub heard: Option<&'t Heard>,
}

/// When somebody's time counts, by what he has set anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    pub seat: Seat,
    /// When his time counts.
    pub availability: Availability,
    /// Has it counted so ever since his clocks began, and the game hears of it late? If not, it does from now on.
    pub late: bool,
}

impl Clocks {
    pub fn begin(clock: &Clock, seats: usize) -> Self {
        let seat = SeatClock { bank: clock.first_bank(), lapses: 0 };
        Self { seats: vec![seat; seats], running: Vec::new() }
    }

    /// As they are after a write.
    pub fn after(&self, turn: &Turn<'_>) -> Self {
        let mut seats = self.seats.clone();
        for running in self.running.iter().filter(|running| !turn.is_open(running)) {
            close(&mut seats, running, turn);
        }
        for seat in turn.anew {
            if let Some(own) = seats.get_mut(usize::from(*seat)) {
                own.lapses = 0;
                if turn.newcomers.contains(seat) {
                    own.bank = turn.clock.first_bank();
                }
            }
        }
        if let Some((seat, answered)) = turn.answered
            && let Some(own) = seats.get_mut(usize::from(seat))
        {
            match answered {
                Answered::Himself => own.lapses = 0,
                Answered::Lapse => own.lapses = own.lapses.saturating_add(1),
                Answered::ForHim => {}
            }
        }
        let running = turn.open.iter().map(|(seat, decision)| self.clock_of(*seat, decision, turn, &seats));
        Self { running: running.collect(), seats }
    }

    /// The clock of an open decision.
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

    /// Those that are no longer as they were in `before`, of decisions that had one then.
    pub fn moved<'c>(&'c self, before: &'c Self) -> impl Iterator<Item = &'c Running> {
        let was = |running: &Running| before.find(running.seat, &running.decision);
        self.running.iter().filter(move |running| was(running).is_some_and(|was| was != *running))
    }

    fn clock_of(&self, seat: Seat, decision: &str, turn: &Turn<'_>, seats: &[SeatClock]) -> Running {
        let goes = turn.goes_on && turn.plays.get(usize::from(seat)).copied().unwrap_or(false);
        let before = of(turn.before, seat);
        let known = self.find(seat, decision).map(|known| match turn.outage {
            Some((from, until)) => known.without(from, until, &before),
            None => known.clone(),
        });
        let heard = turn.heard.filter(|heard| heard.seat == seat);
        let after = heard.map_or_else(|| before.clone(), |heard| heard.availability.clone());
        let before = if heard.is_some_and(|heard| heard.late) { after.clone() } else { before };
        let is_as_before = heard.is_none() && turn.extended.is_zero();
        let fresh = |bank| Running::still(seat, decision, turn.at, turn.clock.free(), bank);
        let clock = match known {
            Some(_) if turn.newcomers.contains(&seat) => fresh(turn.clock.first_bank()),
            Some(known) if turn.anew.contains(&seat) => fresh(known.stopped(turn.at, &before).bank),
            Some(known) if known.deadline.is_some() == goes && is_as_before => return known,
            Some(known) => {
                let left = known.stopped(turn.at, &before);
                Running { free: left.free + turn.extended, ..left }
            }
            None => fresh(seats.get(usize::from(seat)).map_or(TimeDelta::zero(), |own| own.bank)),
        };
        if goes { clock.going(&after) } else { clock }
    }
}

impl Turn<'_> {
    fn is_open(&self, running: &Running) -> bool {
        self.open.contains(&(running.seat, running.decision.as_str()))
    }
}

/// What is left of a clock whose decision is no longer open goes back into the bank.
fn close(seats: &mut [SeatClock], running: &Running, turn: &Turn<'_>) {
    let Some(seat) = seats.get_mut(usize::from(running.seat)) else { return };
    let left = running.stopped(turn.at, &of(turn.before, running.seat)).bank;
    seat.bank = match turn.answered {
        Some((by, Answered::Himself)) if by == running.seat => turn.clock.refunded(left),
        _ => left,
    };
}

fn of(all: &[Availability], seat: Seat) -> Availability {
    all.get(usize::from(seat)).cloned().unwrap_or_default()
}
