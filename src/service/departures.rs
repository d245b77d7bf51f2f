//! Deleting an account, and forgetting what is too old. What is left of an account is a pseudonym, so that every game
//! stays whole for the others.
//!
//! The account goes in one transaction. Its seats follow one game at a time, in transactions of their own, as no write
//! locks two games; if the process dies in between, the sweep finishes it.

use chrono::TimeDelta;
use uuid::Uuid;

use super::access::personal_tokens;
use super::caretakers::{self, AbsentOwner};
use super::identity::Name;
use super::tag::Seen;
use super::{accounts, audit, idempotency, limits, lobby, play, recovery, sessions, webhooks};
use crate::error::{Code, Error};
use crate::notifications::unasked;
use crate::service::App;
use crate::store::accounts::AccountRow;
use crate::store::departures::{self, SeatOfDeparted};
use crate::store::{self, Connection};

/// Makes a pseudonym of an account whose password was checked in `session`, in a transaction. After the commit
/// [`super::recovery::clear_credential_caches`] and [`leave_tables`] must follow.
pub async fn depart(
    app: &App,
    connection: &mut Connection,
    row: &AccountRow,
    session: Uuid,
) -> Result<(), Error> {
    recovery::require_unchanged(app, connection, row, session).await?;
    sessions::end_all(app, connection, row.id).await?;
    let name = pseudonym(app, connection, row.id).await?;
    departures::erase(connection, row.id, name.shown(), name.key(), app.now()).await?;
    audit::record_deletion(connection, app, row.id).await
}

/// A pseudonym that is free: `Departed 4f2a`, longer when those are used up.
async fn pseudonym(app: &App, connection: &mut Connection, account: Uuid) -> Result<Name, Error> {
    for digits in [4, 4, 8, 16] {
        let mark = hex::encode(app.secrets.bytes::<8>());
        let name = Name::pseudonym(mark.get(..digits).unwrap_or(&mark));
        if store::accounts::claim_name_keys(connection, account, &name.keys()).await? {
            return Ok(name);
        }
    }
    Err(Error::bug("there is no pseudonym left"))
}

/// Gives up the seats of deleted accounts, or of `account` alone: games that have not started are left, in those that
/// are being played a bot plays on to the end. A game that can't be left now is left to the sweep.
pub async fn leave_tables(
    app: &App,
    connection: &mut Connection,
    account: Option<Uuid>,
) -> Result<(), Error> {
    for held in departures::seats_of_departed(connection, account).await? {
        let left = store::transaction(connection, async |connection| leave(app, connection, &held).await);
        if let Err(error) = left.await {
            tracing::warn!(game = %held.game, %error, "a deleted account still has a seat");
        }
    }
    if let Some(account) = account {
        let turned_down =
            store::transaction(connection, async |connection| lobby::depart(app, connection, account).await);
        if let Err(error) = turned_down.await {
            tracing::warn!(%account, %error, "a deleted account is still invited");
        }
    }
    app.events.notify();
    Ok(())
}

async fn leave(app: &App, connection: &mut Connection, held: &SeatOfDeparted) -> Result<(), Error> {
    if !held.started {
        return match lobby::leave(app, connection, held.game, held.account, &Seen::Nothing).await {
            Err(error) if error.is(Code::NotAMember) || error.is(Code::GameNotFound) => Ok(()),
            left => left,
        };
    }
    match caretakers::caretaker(app.ruleset(&held.ruleset)?) {
        Some(bot) => {
            caretakers::entrust(app, connection, held.game, held.account, bot, AbsentOwner::HasLeft).await
        }
        // Where no bot can play on, the seat gives up.
        None => match play::resign(app, connection, held.game, held.account, &Seen::Nothing).await {
            Err(error) if error.is(Code::SeatResigned) => Ok(()),
            resigned => resigned.map(|_| ()),
        },
    }
}

/// Deletes what is too old: replies, registrations that were never verified, sessions that expired long ago. Several
/// processes may do so at the same time.
pub async fn forget(app: &App, connection: &mut Connection) -> Result<(), Error> {
    idempotency::forget_old_replies(app, connection).await?;
    store::accounts::forget_unverified(connection, accounts::oldest_unverified(app)).await?;
    personal_tokens::forget(app, connection).await?;
    unasked::forget(app, connection).await?;
    audit::forget(app, connection).await?;
    leave_tables(app, connection, None).await?;
    store::credentials::forget_stream_tickets(connection, app.now()).await?;
    let oldest_item = app.now() - TimeDelta::days(app.settings.streams.keep_days);
    store::stream_items::forget(connection, oldest_item).await?;
    limits::forget(app, connection).await?;
    webhooks::delete_old(app, connection).await?;
    let oldest_mail = app.now() - TimeDelta::days(app.settings.replies.days);
    store::reply_addresses::forget(connection, oldest_mail).await?;
    store::mail_links::forget(connection, app.now(), oldest_mail).await?;
    let settings = &app.settings.accounts;
    let oldest_session =
        app.now() - TimeDelta::seconds(settings.access_seconds.max(settings.refresh_seconds));
    Ok(store::sessions::forget(connection, app.now(), oldest_session).await?)
}
