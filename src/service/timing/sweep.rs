//! What is due is done: whoever must be warned is warned, and what nobody answered in time lapses.

use chrono::TimeDelta;
use uuid::Uuid;

use super::change::renew;
use super::lapse::lapse;
use super::outages::may_expire;
use super::timed::Timed;
use crate::app::App;
use crate::clocks::Running;
use crate::error::Error;
use crate::notifications::MailKind;
use crate::service::availability;
use crate::service::play;
use crate::service::table::Table;
use crate::store::games::Status;
use crate::store::{self, Connection, clocks};

/// How long a game is left alone in which something broke, in seconds.
const PUT_OFF_SECONDS: i64 = 60;

/// Does the one thing that has been due the longest and that no other worker does; `false` when there is none, or when
/// nothing may lapse yet because no worker ran for a while. A game
/// that can't be dealt with is put off, so that it keeps no other waiting.
pub async fn sweep(app: &App, connection: &mut Connection) -> Result<bool, Error> {
    if !may_expire(app, connection).await? {
        return Ok(false);
    }
    let mut claimed = None;
    let done = store::transaction(connection, async |connection| {
        claimed = clocks::claim_due(connection, app.now()).await?;
        let Some(game) = claimed else { return Ok(false) };
        settle(app, connection, game).await?;
        Ok(true)
    })
    .await;
    if let (Err(_), Some(game)) = (&done, claimed) {
        clocks::put_off(connection, game, app.now() + TimeDelta::seconds(PUT_OFF_SECONDS)).await?;
    }
    if matches!(done, Ok(true)) {
        app.wake.knock();
    }
    done
}

/// One thing of a game whose position is held.
async fn settle(app: &App, connection: &mut Connection, game: Uuid) -> Result<(), Error> {
    let table = Table::open_for_worker(app, connection, game).await?;
    let timed = Timed::of(&table)?.filter(|_| table.present.status == Status::Running);
    let Some(timed) = timed else { return nothing(app, connection, game).await };
    let is_over = |running: &&Running| running.deadline.is_some_and(|deadline| deadline <= app.now());
    let over = timed.clocks.running.iter().filter(is_over).min_by_key(|running| running.deadline);
    let Some(first) = over else {
        let kinds = (MailKind::DeadlineNear.name(), MailKind::DeadlineNearer.name());
        let warned = clocks::warn(connection, game, app.now(), kinds).await?;
        return if warned { Ok(()) } else { nothing(app, connection, game).await };
    };
    // An order that was to answer in time does so now: it may have waited for a worker for too long.
    if play::answer_ordered(app, connection, &table, first.seat, &first.decision).await? {
        return Ok(());
    }
    // Nobody's time is over by what he has changed meanwhile.
    let place = usize::from(first.seat);
    if let Some(account) = table.present.accounts.get(place).copied().flatten() {
        let current = availability::of(connection, account).await?;
        if timed.availability.get(place).is_some_and(|known| *known != current) {
            return renew(app, connection, &table, &timed, first.seat, current).await;
        }
    }
    lapse(app, connection, table, &timed, first).await
}

/// Somebody answered between the look at what is due and the claim: then nothing is due any more. If it still is, the
/// deadlines and the clocks of the game contradict each other.
async fn nothing(app: &App, connection: &mut Connection, game: Uuid) -> Result<(), Error> {
    if clocks::is_due(connection, game, app.now()).await? {
        return Err(Error::Internal(format!("nothing can be done about what is due in game {game}")));
    }
    Ok(())
}
