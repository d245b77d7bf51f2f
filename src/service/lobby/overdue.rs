//! Tables whose time is up: an open one expires, and who did not confirm loses his seat.

use chrono::TimeDelta;
use uuid::Uuid;

use super::cancel::close;
use super::changes::TableChange;
use super::hold::Held;
use super::leave::free;
use crate::app::App;
use crate::error::Error;
use crate::notifications::MailKind;
use crate::notifications::enqueue;
use crate::service::timing;
use crate::store::games::Status;
use crate::store::{self, Connection, games, seats};

/// How long a table that can't be dealt with is left alone, in seconds.
const PAUSE_SECONDS: i64 = 300;

/// Deals with one table; `false` when none is due.
pub async fn overdue(app: &App, connection: &mut Connection) -> Result<bool, Error> {
    if !timing::may_expire(app, connection).await? {
        return Ok(false);
    }
    store::transaction(connection, async |connection| {
        let Some(game) = games::overdue(connection, app.now()).await? else { return Ok(false) };
        let taken = seats::in_join_order(connection, game.id).await?;
        let held = Held { game, taken, invitations: Vec::new() };
        match held.game.status {
            Status::Confirming => reopen(app, connection, &held).await?,
            _ => close(app, connection, &held, Status::Expired, MailKind::TableExpired, &[]).await?,
        }
        Ok(true)
    })
    .await
}

/// Leaves the table that broke alone for a while, so that it holds nobody up.
pub async fn put_off(app: &App, connection: &mut Connection) -> Result<(), Error> {
    let now = app.now();
    Ok(games::put_off(connection, now, now + TimeDelta::seconds(PAUSE_SECONDS)).await?)
}

async fn reopen(app: &App, connection: &mut Connection, held: &Held) -> Result<(), Error> {
    let silent = held.taken.iter().filter(|seat| seat.confirmed_at.is_none());
    let silent: Vec<Uuid> = silent.filter_map(|seat| seat.account_id).collect();
    enqueue::to_members(app, connection, held.game.id, MailKind::SeatLost, silent.iter().copied()).await?;
    free(app, connection, held, &silent, |account| TableChange::SeatLost { account }).await
}
