//! The clocks of a game: as they were loaded, and after a change.

use std::sync::LazyLock;

use chrono::TimeDelta;
use serde::de::DeserializeOwned;

use super::plan::Change;
use crate::error::Error;
use crate::service::loaded_game::LoadedGame;
use crate::service::log::ServiceEvent;
use crate::service::stored_json::decode;
use crate::store::Connection;
use crate::store::due::{self, MovedDeadlines};
use crate::store::write::OpenedDecision;
use crate::time_control::Instant;
use crate::time_control::{AnsweredBy, ClockChange, Clocks, Deadline, StoredAvailability, Timing, Warnings};
use rules::{Author, Decision, Seat};

pub struct GameClocks {
    pub timing: Timing,
    /// The clocks at the version that was loaded.
    pub clocks: Clocks,
    /// By seat: when the player is available, so that their time counts.
    pub availability: Vec<StoredAvailability>,
}

impl GameClocks {
    /// `None` for a game without clocks.
    pub fn of(loaded: &LoadedGame) -> Result<Option<Self>, Error> {
        let present = &loaded.present;
        let Some(clock) = present.clock.as_deref() else { return Ok(None) };
        let timing: Timing = read(loaded, clock)?;
        let clocks = match running(loaded)? {
            Some(clocks) => clocks,
            None => Clocks::begin(&timing.clock, present.accounts.len()),
        };
        let availability = present.availability.iter().map(|own| match own.as_deref() {
            Some(own) => read(loaded, own),
            None => Ok(StoredAvailability::default()),
        });
        Ok(Some(Self { timing, clocks, availability: availability.collect::<Result<_, _>>()? }))
    }

    /// Only the deadlines of the open decisions, for reads, which need neither timing nor availability.
    pub fn deadlines(loaded: &LoadedGame) -> Result<Vec<Deadline>, Error> {
        Ok(running(loaded)?.map(|clocks| clocks.deadlines()).unwrap_or_default())
    }
}

fn running(loaded: &LoadedGame) -> Result<Option<Clocks>, Error> {
    loaded.present.clocks.as_deref().map(|clocks| read(loaded, clocks)).transpose()
}

fn read<T: DeserializeOwned>(loaded: &LoadedGame, text: &str) -> Result<T, Error> {
    decode(format_args!("the clocks of game {}", loaded.id), text)
}

/// The clocks that a change leads to.
pub struct ClockUpdate {
    pub clocks: Clocks,
    before: Clocks,
    availability: Vec<StoredAvailability>,
}

impl ClockUpdate {
    /// The clocks after `change`, with these decisions open; `None` for a game without clocks.
    pub fn after(change: &Change<'_>, after: &[Decision], is_running: bool) -> Result<Option<Self>, Error> {
        let Some(GameClocks { timing, clocks: before, availability }) = GameClocks::of(change.loaded)? else {
            return Ok(None);
        };
        let update = change.service_action.availability_update.as_ref();
        let mut now = availability.clone();
        if let Some(update) = update
            && let Some(own) = now.get_mut(usize::from(update.seat))
        {
            own.clone_from(&update.availability);
        }
        let blocking = after.iter().filter(|decision| decision.blocking);
        let open: Vec<(Seat, &str)> =
            blocking.map(|decision| (decision.seat, decision.id.as_str())).collect();
        let played_by_owner = change.loaded.played_by_owner();
        // After a take-back all clocks go on from where they stood at the restored version, as if nothing had been done
        // since.
        let restored = change.restored.and_then(|restored| restored.clocks.as_ref());
        let clocks = restored.unwrap_or(&before).after(&ClockChange {
            answered: answered(change),
            restarted: &seats(change, |event| match event {
                ServiceEvent::OwnerReturned { seat } | ServiceEvent::SeatReplaced { seat, .. } => Some(*seat),
                _ => None,
            }),
            newcomers: &seats(change, |event| match event {
                ServiceEvent::SeatReplaced { seat, .. } => Some(*seat),
                _ => None,
            }),
            extended_by: extended_by(change),
            outage: outage(change),
            availability_update: update,
            ..ClockChange::new(timing.clock, change.at, &open, &played_by_owner, is_running, &availability)
        });
        Ok(Some(Self { clocks, before, availability: now }))
    }

    /// Deadline and warnings of an open decision, if it has a clock.
    pub fn of(&self, decision: &Decision) -> Option<(Option<Instant>, Warnings)> {
        let running = self.clocks.find(decision.seat, &decision.id).filter(|_| decision.blocking)?;
        Some((running.deadline, running.warnings(self.of_seat(running.seat))))
    }

    /// Stores the moved deadlines of decisions that were open before and are not among the newly opened. This is a
    /// second statement after the write: only a service action moves such deadlines, and it runs in a transaction.
    pub async fn move_deadlines(
        &self,
        connection: &mut Connection,
        change: &Change<'_>,
        opened: &[OpenedDecision<'_>],
    ) -> Result<(), Error> {
        let mut moved = MovedDeadlines::default();
        for running in self.clocks.moved(&self.before) {
            let seat = i16::from(running.seat);
            if opened.iter().any(|new| new.seat == seat && new.decision == running.decision) {
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
            due::set_anew(connection, change.loaded.id, &moved, change.at).await?;
        }
        Ok(())
    }

    fn of_seat(&self, seat: Seat) -> &StoredAvailability {
        static ALWAYS: LazyLock<StoredAvailability> = LazyLock::new(StoredAvailability::default);
        self.availability.get(usize::from(seat)).unwrap_or(&ALWAYS)
    }
}

/// The seat whose action began the change, and how it was taken; `None` for a service action, which answers nothing.
fn answered(change: &Change<'_>) -> Option<(Seat, AnsweredBy)> {
    let first = change.entries.first().filter(|_| change.service_action.events.is_empty())?;
    let how = match first.by {
        Author::Seat => AnsweredBy::ByPlayer,
        Author::Lapse => AnsweredBy::Lapse,
        Author::Order | Author::Bot | Author::Server => AnsweredBy::ForPlayer,
    };
    first.seat.map(|seat| (seat, how))
}

fn seats(change: &Change<'_>, of: impl Fn(&ServiceEvent) -> Option<Seat>) -> Vec<Seat> {
    change.service_action.events.iter().filter_map(of).collect()
}

fn outage(change: &Change<'_>) -> Option<(Instant, Instant)> {
    change.service_action.events.iter().find_map(|event| match event {
        ServiceEvent::ServiceOutage { from, until, .. } => Some((*from, *until)),
        _ => None,
    })
}

fn extended_by(change: &Change<'_>) -> TimeDelta {
    let hours = change.service_action.events.iter().map(|event| match event {
        ServiceEvent::ClocksExtended { hours } => *hours,
        _ => 0,
    });
    TimeDelta::hours(hours.sum())
}
