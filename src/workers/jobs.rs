//! The list of jobs. Each job does what is due, one thing after the other, and then waits for more.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use super::poll::{Concurrency, Poll, Stop, complain};
use crate::app::events::{ChangeEvent, ChangeReceiver, WorkReceiver};
use crate::error::Error;
use crate::mail::MailSender;
use crate::service::outages::Heartbeat;
use crate::service::{App, Ctx};
use crate::service::{competitions, deadlines, departures, lobby, play, ratings, streams, votes};
use crate::store::mails::queue::Lane;
use crate::store::queues::{self, DueQueues};
use crate::store::{Pool, health, pool};

/// The wait before old rows are deleted again.
const CLEAN_UP_INTERVAL: Duration = Duration::from_secs(3600);
/// Changes within this time are relayed together.
const COALESCED: Duration = Duration::from_millis(20);
/// The wait between two checks of whether the clock is to be measured.
const CLOCK_INTERVAL: Duration = Duration::from_secs(1);
/// How many queries one measurement makes: the first one may be slow, because it connects.
const CLOCK_QUERIES: usize = 3;

/// Tells the other jobs which queues may have something due, whenever there is notice of work and now and then in any case.
/// A statement over the queues of all games would run on every shard of a cluster, where each job looks for itself.
pub async fn look_for_work(
    (app, pool): (&Arc<App>, &Pool),
    (mut work, found): (WorkReceiver, &watch::Sender<DueQueues>),
    mut stop: Stop,
) {
    let interval = Duration::from_millis(app.settings.work.poll_milliseconds);
    let look = async || -> Result<DueQueues, Error> {
        if app.is_sharded {
            return Ok(DueQueues::ALL);
        }
        let mut ctx = Ctx::acquire(app, pool).await?;
        let now = ctx.app.now();
        Ok(queues::due(&mut ctx.db, now).await?)
    };
    loop {
        match look().await {
            Ok(due) => {
                found.send_replace(due);
            }
            Err(error) => complain(app, &error, "could not look for what is due"),
        }
        tokio::select! {
            () = stop.requested() => return,
            () = work.received() => {}
            () = tokio::time::sleep(interval) => {}
        }
    }
}

pub async fn send_mails(sender: &MailSender, lane: Lane, poll: Poll) {
    let at_once = sender.app.settings.work.mails_at_once.max(1);
    // A claim costs about as much for one mail as for several, so it is made when half of the places are free. Every
    // poll claims for a single free place, too: mails that hang must not delay the others.
    let concurrency = Concurrency { at_once, refill_at: at_once / 2 };
    let claim = async |most| sender.claim(lane, most).await;
    poll.run_concurrently("mails", concurrency, claim, async |mail| sender.deliver(mail).await).await;
}

/// Plays the turns of bots, one decision after the other.
pub async fn move_bots(app: &Arc<App>, pool: &Pool, poll: Poll) {
    poll.run((app, pool), "a bot could not move", async |ctx| play::bot_turn(ctx).await).await;
}

/// Lets delayed standing orders answer, warns players whose time runs out, lapses decisions that were not answered in
/// time, and applies changed availability to games. This job gives the heartbeat of the workers, and compensates for
/// time in which there was none.
pub async fn keep_clocks(app: &Arc<App>, pool: &Pool, poll: Poll) {
    let heartbeat = Heartbeat::default();
    let next = async |ctx: &mut _| {
        heartbeat.beat(ctx).await?;
        // The order matters: time in which no worker ran is given back to every game before any decision lapses.
        Ok(heartbeat.compensate(ctx).await?
            || deadlines::apply_next_availability(ctx).await?
            || play::order_turn(ctx).await?
            || deadlines::sweep(ctx).await?)
    };
    poll.run((app, pool), "a clock could not be dealt with", next).await;
}

/// Games that were not filled or confirmed in time expire, or lose the players who did not confirm.
pub async fn close_lobbies(app: &Arc<App>, pool: &Pool, poll: Poll) {
    let next = async |ctx: &mut _| {
        let closed = lobby::overdue(ctx).await;
        if closed.is_err() {
            // A lobby that can't be closed is put off, so that it does not delay the others.
            lobby::put_off(ctx).await?;
        }
        closed
    };
    poll.run((app, pool), "a lobby could not be closed", next).await;
}

pub async fn close_votes(app: &Arc<App>, pool: &Pool, poll: Poll) {
    let next = async |ctx: &mut _| {
        let closed = votes::expire(ctx).await?;
        if closed {
            app.events.notify();
        }
        Ok(closed)
    };
    poll.run((app, pool), "a vote could not be closed", next).await;
}

/// Rates finished games in the order in which they ended.
pub async fn rate_games(app: &Arc<App>, pool: &Pool, poll: Poll) {
    let next = async |ctx: &mut _| ratings::rate_next(ctx).await;
    poll.run((app, pool), "a game could not be rated", next).await;
}

/// Counts games of competitions that are over, pairs rounds, and begins their games.
pub async fn run_competitions(app: &Arc<App>, pool: &Pool, poll: Poll) {
    let next = async |ctx: &mut _| {
        let done = competitions::advance(ctx).await;
        if done.is_err() {
            // A table that can't be seated is put off, so that it does not delay the others.
            competitions::put_off(ctx).await?;
        }
        done
    };
    poll.run((app, pool), "a competition could not go on", next).await;
}

/// Deletes what is not needed any more, at once and then every hour.
pub async fn clean_up(app: &Arc<App>, pool: &Pool, mut stop: Stop) {
    let once = async || -> Result<(), Error> {
        let mut ctx = Ctx::acquire(app, pool).await?;
        departures::forget(&mut ctx).await
    };
    loop {
        if let Err(error) = once().await {
            complain(app, &error, "old rows could not be deleted");
        }
        tokio::select! {
            () = stop.requested() => return,
            () = tokio::time::sleep(CLEAN_UP_INTERVAL) => {}
        }
    }
}

/// Relays what happened in games to the streams of the players in them, whenever a game changes and now and then in any
/// case.
pub async fn relay_streams(app: &Arc<App>, pool: &Pool, mut stop: Stop) {
    let interval = Duration::from_millis(app.settings.work.poll_milliseconds);
    let mut changes = app.events.changes();
    let once = async || -> Result<(), Error> {
        let mut ctx = Ctx::acquire(app, pool).await?;
        streams::relay(&mut ctx).await
    };
    loop {
        if let Err(error) = once().await {
            complain(app, &error, "streams could not be fed");
        }
        tokio::select! {
            () = stop.requested() => return,
            () = game_changed(&mut changes) => {
                tokio::time::sleep(COALESCED).await;
                changes.rest();
            }
            () = tokio::time::sleep(interval) => {}
        }
    }
}

/// Waits for a change of a game. Changes of accounts are notified by this job itself, which they must not wake.
async fn game_changed(changes: &mut ChangeReceiver) {
    while matches!(changes.next().await, ChangeEvent::Account(_)) {}
}

/// Measures the clock once, before the process does anything else.
pub fn set_clock(app: &App, url: &str) -> io::Result<()> {
    let pool = pool::open_with(url, 1, &app.connections).map_err(io::Error::other)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(measure_clock(app, &pool)).map_err(|error| io::Error::other(error.to_string()))
}

/// Keeps the clock of this process on that of the database: measures it now and then, and soon after the clock of the
/// machine was set.
pub async fn correct_clock(app: &App, pool: &Pool, mut stop: Stop) {
    let mut is_failing = false;
    loop {
        let measured = measure_clock(app, pool).await;
        if let (Err(error), false) = (&measured, is_failing) {
            tracing::warn!(%error, "could not ask the database for the time; it is tried again every second");
        }
        is_failing = measured.is_err();
        tokio::select! {
            () = stop.requested() => return,
            () = tokio::time::sleep(CLOCK_INTERVAL) => {}
        }
    }
}

async fn measure_clock(app: &App, pool: &Pool) -> Result<(), Error> {
    if !app.clock.is_to_be_measured() {
        return Ok(());
    }
    let mut connection = pool::acquire(pool).await?;
    for _ in 0..CLOCK_QUERIES {
        let Some(sent) = app.clock.reading() else { return Ok(()) };
        let at = health::database_time(&mut connection).await?;
        app.clock.measured(sent, at);
    }
    if let Some(by) = app.clock.complaint() {
        tracing::warn!(
            seconds_ahead = by.num_seconds(),
            "the clock of this machine is wrong; this process goes by the database's"
        );
    }
    Ok(())
}
