//! Outages: time in which no worker ran does not count for any player.
//!
//! A worker leaves a sign of life every half minute. A worker that finds none for more than ten minutes, and was not
//! there itself, notes an outage. Before anything lapses again, every game that was alive is compensated for it, one
//! after the other, in a transaction of its own: its clocks stood still meanwhile, and what else it waits for is moved
//! by as much. A worker that dies on the way is followed by one that goes on where it ended; what was moved is not
//! moved twice.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::TimeDelta;
use uuid::Uuid;

use crate::app::clock::uptime;
use crate::error::Error;
use crate::notifications::MailKind;
use crate::service::loaded_game::LoadedGame;
use crate::service::log::ServiceEvent;
use crate::service::play::{GameClocks, NewNotification, ServiceAction, commit_service_action};
use crate::service::{Ctx, Tx};
use crate::store::Connection;
use crate::store::games::Status;
use crate::store::outages::{self, Outage};
use crate::time_control::Instant;
use rules::Seat;

/// How often a worker gives a sign of life, in seconds.
const BEAT_SECONDS: i64 = 30;
/// Longer than this without a sign of life, operators are warned, in seconds: one beat may be late.
pub const MAX_SILENT_SECONDS: i64 = 2 * BEAT_SECONDS;
/// Longer than this without a sign of life is an outage, in minutes.
const OUTAGE_MINUTES: i64 = 10;
/// How often compensating a game is tried; then the game is left as it is, so that it does not delay the others.
const MAX_TRIES: u32 = 3;

/// What one worker knows of its own signs of life.
#[derive(Debug, Default)]
pub struct Heartbeat {
    last: Mutex<Option<Beat>>,
    /// How often the game that is next has failed.
    failed_tries: AtomicU32,
}

#[derive(Debug, Clone, Copy)]
struct Beat {
    at: Instant,
    /// The uptime of the machine at that moment: a wall clock that was set is no outage.
    uptime: Duration,
}

impl Heartbeat {
    /// Gives a sign of life if it is time to, and notes an outage if one has just ended. To be called before any search
    /// for what is due.
    pub async fn beat(&self, ctx: &mut Ctx) -> Result<(), Error> {
        let last = self.last();
        if last.is_some_and(|last| !last.is_old(ctx.app.now())) {
            return Ok(());
        }
        let now = ctx.app.now();
        let beat = ctx.transaction(async |tx| {
            let seen = outages::lock_heartbeat(&mut tx.bare(), now).await?;
            // The time is taken after the lock: the wait for the row may have been long.
            let beat = Beat { at: tx.app.now(), uptime: uptime() };
            let was_here = last.is_some_and(|last| last.goes_on(&beat, seen));
            if beat.at - seen > TimeDelta::minutes(OUTAGE_MINUTES) && !was_here {
                tracing::warn!(from = %seen, until = %beat.at, "no worker ran; that time counts for nobody");
                outages::note(&mut tx.bare(), seen, beat.at).await?;
            }
            outages::beat(&mut tx.db, beat.at).await?;
            Ok::<_, Error>(beat)
        });
        let beat = beat.await?;
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(beat);
        Ok(())
    }

    fn last(&self) -> Option<Beat> {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does one step of what follows from an outage; `false` when there is nothing to do.
    pub async fn compensate(&self, ctx: &mut Ctx) -> Result<bool, Error> {
        let Some(outage) = outages::open(&mut ctx.db).await? else { return Ok(false) };
        let Some(game) = outages::next_game(&mut ctx.db, &outage).await? else {
            if outages::settle(&mut ctx.db, &outage, ctx.app.now()).await? {
                tracing::info!(
                    outage = outage.number,
                    "every game was compensated; what is due is done again"
                );
            }
            ctx.app.events.notify();
            return Ok(true);
        };
        let done = ctx.transaction(async |tx| compensate(tx, &outage, game).await);
        match done.await {
            Ok(()) => self.failed_tries.store(0, Ordering::Relaxed),
            Err(error) if self.failed_tries.fetch_add(1, Ordering::Relaxed) + 1 < MAX_TRIES => {
                return Err(error);
            }
            Err(error) => {
                self.failed_tries.store(0, Ordering::Relaxed);
                tracing::error!(%game, %error, "a game could not be compensated for an outage and stays as it is");
            }
        }
        outages::settled_through(&mut ctx.db, &outage, game).await?;
        ctx.app.events.notify();
        Ok(true)
    }
}

impl Beat {
    fn is_old(&self, now: Instant) -> bool {
        let beat = TimeDelta::seconds(BEAT_SECONDS);
        let passed = uptime().saturating_sub(self.uptime);
        (now - self.at).abs() >= beat || TimeDelta::from_std(passed).is_ok_and(|passed| passed >= beat)
    }

    /// Has this worker run since, whatever the wall clocks show? Not if the stored sign of life is older than the one
    /// it wrote: then the database was set back, and what ran in between is unknown.
    fn goes_on(&self, next: &Self, seen: Instant) -> bool {
        let passed = next.uptime.saturating_sub(self.uptime);
        let is_short =
            TimeDelta::from_std(passed).is_ok_and(|passed| passed <= TimeDelta::minutes(OUTAGE_MINUTES));
        is_short && seen >= self.at
    }
}

/// May anything lapse or expire now? Not while no worker has been seen for ten minutes, and not before every game has
/// been compensated for that.
pub async fn may_expire(ctx: &mut Ctx) -> Result<bool, Error> {
    let oldest = ctx.app.now() - TimeDelta::minutes(OUTAGE_MINUTES);
    Ok(outages::is_over(&mut ctx.db, oldest).await?)
}

/// Compensates one game. Its position is locked first, so that a concurrent action comes wholly before or after.
async fn compensate(tx: &mut Tx<'_>, outage: &Outage, game: Uuid) -> Result<(), Error> {
    outages::lock_position(&mut tx.bare(), game).await?;
    if !outages::move_times(&mut tx.bare(), game, outage).await? {
        return Ok(());
    }
    let loaded = LoadedGame::open_for_worker(tx, game).await?;
    let clocks = GameClocks::of(&loaded)?.filter(|_| loaded.present.status == Status::Running);
    let Some(clocks) = clocks else { return Ok(()) };
    let (from, until) = (outage.began_at, outage.ended_at);
    let ran = |running: &crate::time_control::Running| running.deadline.is_some() && running.since < until;
    if !clocks.clocks.running.iter().any(ran) {
        return Ok(());
    }
    let minutes = (until - from).num_minutes();
    let action = ServiceAction {
        events: vec![ServiceEvent::ServiceOutage { from, until, minutes }],
        notifications: notifications(&mut tx.db, outage, &loaded).await?,
        ..ServiceAction::default()
    };
    match commit_service_action(tx, &loaded, &action).await? {
        Some(_) => Ok(()),
        None => Err(loaded.moved_while_locked()),
    }
}

/// A notification to each player of the game who has not had one through another game.
async fn notifications(
    connection: &mut Connection,
    outage: &Outage,
    loaded: &LoadedGame,
) -> Result<Vec<NewNotification>, Error> {
    let seats = (0 as Seat..).zip(&loaded.present.accounts).zip(&loaded.present.bots);
    let playing: Vec<(Seat, Uuid)> = seats
        .filter(|((seat, _), bot)| bot.is_none() && !loaded.has_resigned(*seat))
        .filter_map(|((seat, account), _)| Some((seat, (*account)?)))
        .collect();
    let accounts: Vec<Uuid> = playing.iter().map(|(_, account)| *account).collect();
    let fresh = outages::mark_notified(connection, outage, &accounts).await?;
    let recipients = playing.into_iter().filter(|(_, account)| fresh.contains(account));
    let kind = MailKind::Outage.name();
    Ok(recipients.map(|(seat, account)| NewNotification { seat, kind, account, decision: None }).collect())
}
