//! The clocks of a game across a write.

use chrono::TimeDelta;

use super::commit::Change;
use crate::clock::Instant;
use crate::clocks::{Answered, Availability, Clocks, Turn, Warnings};
use crate::error::Error;
use crate::service::log::TableEvent;
use crate::service::timing::Timed;
use crate::store::Connection;
use crate::store::clocks::{self, MovedDeadlines};
use crate::store::write::OpenedDecisions;
use rules::{Author, Decision, Seat};

/// The clocks that a write leads to.
pub struct Ticking {
    pub clocks: Clocks,
    before: Clocks,
    availability: Vec<Availability>,
}

impl Ticking {
    /// The clocks after `change`, where these decisions are open and the game goes on or does not; `None` for a table
    /// without clocks.
    pub fn after(change: &Change<'_>, after: &[Decision], goes_on: bool) -> Result<Option<Self>, Error> {
        let Some(Timed { timing, clocks: before, availability }) = Timed::of(change.table)? else {
            return Ok(None);
        };
        let mut now = availability.clone();
        if let Some(heard) = change.at_table.heard
            && let Some(own) = now.get_mut(usize::from(heard.seat))
        {
            own.clone_from(&heard.availability);
        }
        let blocking = after.iter().filter(|decision| decision.blocking);
        let open: Vec<(Seat, &str)> =
            blocking.map(|decision| (decision.seat, decision.id.as_str())).collect();
        let clocks = before.after(&Turn {
            clock: timing.clock,
            at: change.at,
            open: &open,
            plays: &plays(change),
            goes_on,
            answered: answered(change),
            anew: &seats(change, |event| match event {
                TableEvent::OwnerReturned { seat } | TableEvent::SeatReplaced { seat, .. } => Some(*seat),
                _ => None,
            }),
            newcomers: &seats(change, |event| match event {
                TableEvent::SeatReplaced { seat, .. } => Some(*seat),
                _ => None,
            }),
            extended: extended(change),
            outage: outage(change),
            before: &availability,
            heard: change.at_table.heard,
        });
        Ok(Some(Self { clocks, before, availability: now }))
    }

    /// Deadline and warnings of an open decision, if it has a clock.
    pub fn of(&self, decision: &Decision) -> Option<(Option<Instant>, Warnings)> {
        let running = self.clocks.find(decision.seat, &decision.id).filter(|_| decision.blocking)?;
        Some((running.deadline, running.warnings(self.of_seat(running.seat))))
    }

    /// Keeps the deadlines of decisions that were open before and are not among the newly opened. Only what a table does
    /// moves such deadlines, and it does so in a transaction.
    pub async fn set_anew(
        &self,
        connection: &mut Connection,
        change: &Change<'_>,
        opened: &OpenedDecisions<'_>,
    ) -> Result<(), Error> {
        let mut moved = MovedDeadlines::default();
        for running in self.clocks.moved(&self.before) {
            let seat = i16::from(running.seat);
            let mut kept = opened.seats.iter().zip(&opened.decisions);
            if kept.any(|(other, decision)| *other == seat && *decision == running.decision) {
                continue;
            }
            let warnings = running.warnings(self.of_seat(running.seat));
            moved.seats.push(seat);
            moved.decisions.push(running.decision.clone());
            moved.deadlines.push(running.deadline);
            moved.warn_at.push(warnings.first);
            moved.warn_again_at.push(warnings.second);
        }
        if !moved.seats.is_empty() {
            clocks::set_anew(connection, change.table.id, &moved, change.at).await?;
        }
        Ok(())
    }

    fn of_seat(&self, seat: Seat) -> &Availability {
        static ALWAYS: std::sync::LazyLock<Availability> = std::sync::LazyLock::new(Availability::default);
        self.availability.get(usize::from(seat)).unwrap_or(&ALWAYS)
    }
}

/// Who plays himself, by seat.
fn plays(change: &Change<'_>) -> Vec<bool> {
    let present = &change.table.present;
    present
        .accounts
        .iter()
        .zip(&present.bots)
        .map(|(person, bot)| person.is_some() && bot.is_none())
        .collect()
}

/// Who acted, and how. What a table does is no answer.
fn answered(change: &Change<'_>) -> Option<(Seat, Answered)> {
    let first = change.entries.first().filter(|_| change.at_table.events.is_empty())?;
    let how = match first.by {
        Author::Seat => Answered::Himself,
        Author::Lapse => Answered::Lapse,
        Author::Order | Author::Bot | Author::Server => Answered::ForHim,
    };
    first.seat.map(|seat| (seat, how))
}

fn seats(change: &Change<'_>, of: impl Fn(&TableEvent) -> Option<Seat>) -> Vec<Seat> {
    change.at_table.events.iter().filter_map(of).collect()
}

fn outage(change: &Change<'_>) -> Option<(Instant, Instant)> {
    change.at_table.events.iter().find_map(|event| match event {
        TableEvent::ServiceOutage { from, until, .. } => Some((*from, *until)),
        _ => None,
    })
}

fn extended(change: &Change<'_>) -> TimeDelta {
    let hours = change.at_table.events.iter().map(|event| match event {
        TableEvent::ClocksExtended { hours } => *hours,
        _ => 0,
    });
    TimeDelta::hours(hours.sum())
}
